"""BGPush: a bind inside a graph."""

from __future__ import annotations

from seqoia.algebra.patterns import Extend, GraphOf, GraphPattern
from seqoia.algebra.repeatable import is_local
from seqoia.algebra.variables import certain, mentioned


def push_binds_into_graphs(pattern: GraphPattern) -> GraphPattern:
    """`(GRAPH n (P BIND C AS ?v)) ≡ ((GRAPH n P) BIND C AS ?v)` (P-UNC, table 1: BGPush), from the right to the left.

        Extend ?v := C              GraphOf n
          GraphOf n          →        Extend ?v := C
            P                           P

    Holds for bags and with errors, but not without a condition, as printed: C has no EXISTS, whose pattern would see
    another graph, and does not ask for the variable n, which is bound outside P, unless P binds it as well.
    """
    match pattern:
        case Extend(GraphOf(name, inner), variable, expression):
            if is_local(expression) and not mentioned(expression) & mentioned(name) - certain(inner):
                return GraphOf(name, Extend(inner, variable, expression))
            return pattern
        case _:
            return pattern
