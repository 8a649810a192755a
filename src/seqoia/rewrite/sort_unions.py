"""UComm: one order for the parts of a union."""

from __future__ import annotations

from seqoia.algebra.patterns import GraphPattern, Union
from seqoia.algebra.printer import show


def sort_unions(pattern: GraphPattern) -> GraphPattern:
    """`(P₁ UNION P₂) ≡ (P₂ UNION P₁)` (P-UNC, table 1: UComm).

        Union                       Union
          P₂                 →        P₁
          P₁                          P₂

    Holds for bags. Parts are put in the order of their printed form, so that queries which differ in the order of
    their choices alone become the same query.
    """
    match pattern:
        case Union(parts):
            ordered = tuple(sorted(parts, key=show))
            return pattern if ordered == parts else Union(ordered)
        case _:
            return pattern
