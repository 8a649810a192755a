"""BLPush: a bind on the left side of an optional."""

from __future__ import annotations

from seqoia.algebra.patterns import Extend, GraphPattern, LeftJoin
from seqoia.algebra.repeatable import is_repeatable
from seqoia.algebra.variables import mentioned
from seqoia.rewrite.settled import settled


def push_binds_into_optionals(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ OPT P₂) BIND C AS ?v) ≡ ((P₁ BIND C AS ?v) OPT P₂)` (P-UNC, table 1: BLPush).

        Extend ?v := C              LeftJoin
          LeftJoin                    Extend ?v := C
            P₁               →          P₁
            P₂                        P₂

    Holds for bags and with errors where every variable of C is settled in P₁, C is repeatable, and the condition of
    the optional part does not ask for ?v: before, it is unbound there, and after it is not. (The paper's OPT has no
    condition.)
    """
    match pattern:
        case Extend(LeftJoin(left, right, condition), variable, expression):
            unseen = condition is None or variable.name not in mentioned(condition)
            if unseen and is_repeatable(expression) and settled(mentioned(expression), left, right):
                return LeftJoin(Extend(left, variable, expression), right, condition)
            return pattern
        case _:
            return pattern
