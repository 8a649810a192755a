"""FLPush: a filter on the left side of an optional."""

from __future__ import annotations

from seqoia.algebra.patterns import Filter, GraphPattern, LeftJoin
from seqoia.algebra.repeatable import is_repeatable
from seqoia.algebra.variables import mentioned
from seqoia.rewrite.settled import settled


def push_filters_into_optionals(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ OPT P₂) FILTER R) ≡ ((P₁ FILTER R) OPT P₂)` (P-UNC, table 1: FLPush).

        Filter R                    LeftJoin
          LeftJoin                    Filter R
            P₁               →          P₁
            P₂                        P₂

    Holds for bags and with errors where every variable of R, those inside an EXISTS included, is settled in P₁, and
    R is repeatable.
    """
    match pattern:
        case Filter(LeftJoin(left, right, kept), condition):
            if is_repeatable(condition) and settled(mentioned(condition), left, right):
                return LeftJoin(Filter(left, condition), right, kept)
            return pattern
        case _:
            return pattern
