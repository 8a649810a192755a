"""JComm: one order for the parts of a join."""

from __future__ import annotations

from seqoia.algebra.patterns import BasicGraphPattern, GraphOf, GraphPattern, Join, PathPattern, Values, WindowOf
from seqoia.algebra.printer import show


def sort_joins(pattern: GraphPattern) -> GraphPattern:
    """`(P₁ AND P₂) ≡ (P₂ AND P₁)` (P-UNC, table 1: JComm).

        Join                        Join
          P₂                 →        P₁
          P₁                          P₂

    Holds for bags. What stands in the data comes first, then graphs, then windows, then the rest; among their like
    in the order of their printed form. Queries that differ in the order of their joins alone become the same query.
    """
    match pattern:
        case Join(parts):
            ordered = tuple(sorted(parts, key=_place))
            return pattern if ordered == parts else Join(ordered)
        case _:
            return pattern


def _place(part: GraphPattern) -> tuple[int, str]:
    kinds = ((BasicGraphPattern, PathPattern, Values), (GraphOf,), (WindowOf,))
    rank = next((rank for rank, kind in enumerate(kinds) if isinstance(part, kind)), len(kinds))
    return rank, show(part)
