"""FWPush: a filter inside a window."""

from __future__ import annotations

from seqoia.algebra.patterns import Filter, GraphPattern, WindowOf
from seqoia.algebra.repeatable import is_local
from seqoia.algebra.variables import certain, mentioned


def push_filters_into_windows(pattern: GraphPattern) -> GraphPattern:
    """`((WINDOW n P) FILTER R) ≡ (WINDOW n (P FILTER R))` (P-UNC, table 1: FWPush).

        Filter R                    WindowOf n
          WindowOf n         →        Filter R
            P                           P

    Holds for bags and with errors where R has no EXISTS, whose pattern would see the window instead of the dataset,
    and where R does not ask for the variable n, which is bound outside P, unless P binds it as well. The paper asks
    that P binds every variable of R; one that P may leave unbound does no harm, it is unbound on both sides.
    """
    match pattern:
        case Filter(WindowOf(name, inner), condition):
            if is_local(condition) and not mentioned(condition) & mentioned(name) - certain(inner):
                return WindowOf(name, Filter(inner, condition))
            return pattern
        case _:
            return pattern
