"""FUPush: a filter on each part of a union."""

from __future__ import annotations

from seqoia.algebra.patterns import Filter, GraphPattern, Union


def push_filters_into_unions(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ UNION P₂) FILTER R) ≡ ((P₁ FILTER R) UNION (P₂ FILTER R))` (P-UNC, table 1: FUPush).

        Filter R                    Union
          Union                       Filter R
            P₁               →          P₁
            P₂                        Filter R
                                        P₂

    Holds for bags and with errors, without a condition: every solution is still asked once, on its own.
    """
    match pattern:
        case Filter(Union(parts), condition):
            return Union(tuple(Filter(part, condition) for part in parts))
        case _:
            return pattern
