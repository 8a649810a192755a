"""BWPush: a bind inside a window."""

from __future__ import annotations

from seqoia.algebra.patterns import Extend, GraphPattern, WindowOf
from seqoia.algebra.repeatable import is_local
from seqoia.algebra.variables import certain, mentioned


def push_binds_into_windows(pattern: GraphPattern) -> GraphPattern:
    """`(WINDOW n (P BIND C AS ?v)) ≡ ((WINDOW n P) BIND C AS ?v)` (P-UNC, table 1: BWPush), from the right to the left.

        Extend ?v := C              WindowOf n
          WindowOf n          →        Extend ?v := C
            P                           P

    Holds for bags and with errors, but not without a condition, as printed: C has no EXISTS, whose pattern would see
    another graph, and does not ask for the variable n, which is bound outside P, unless P binds it as well.
    """
    match pattern:
        case Extend(WindowOf(name, inner), variable, expression):
            if is_local(expression) and not mentioned(expression) & mentioned(name) - certain(inner):
                return WindowOf(name, Extend(inner, variable, expression))
            return pattern
        case _:
            return pattern
