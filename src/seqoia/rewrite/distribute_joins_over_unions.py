"""JUDistR: a union of joins instead of a join with a union."""

from __future__ import annotations

from seqoia.algebra.patterns import GraphPattern, Join, Union
from seqoia.algebra.repeatable import is_repeatable


def distribute_joins_over_unions(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ UNION P₂) AND P₃) ≡ ((P₁ AND P₃) UNION (P₂ AND P₃))` (P-UNC, table 1: JUDistR).

        Join                        Union
          Union                       Join
            P₁               →          P₁
            P₂                          P₃
          P₃                          Join
                                        P₂
                                        P₃

    Holds for bags where P₃ is repeatable: it is evaluated once for every part of the union.
    """
    match pattern:
        case Join(parts):
            place = _first_union(parts)
            if place is None:
                return pattern
            before, union, after = parts[:place], parts[place], parts[place + 1 :]
            assert isinstance(union, Union)
            return Union(tuple(Join((*before, choice, *after)) for choice in union.parts))
        case _:
            return pattern


def _first_union(parts: tuple[GraphPattern, ...]) -> int | None:
    """The first union whose neighbours can be evaluated more than once."""
    for place, part in enumerate(parts):
        others = (*parts[:place], *parts[place + 1 :])
        if isinstance(part, Union) and all(map(is_repeatable, others)):
            return place
    return None
