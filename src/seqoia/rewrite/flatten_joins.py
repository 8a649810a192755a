"""JAss: one join instead of nested ones."""

from __future__ import annotations

from seqoia.algebra.patterns import GraphPattern, Join


def flatten_joins(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ AND P₂) AND P₃) ≡ (P₁ AND (P₂ AND P₃))` (P-UNC, table 1: JAss).

        Join                        Join
          Join                        P₁
            P₁               →        P₂
            P₂                        P₃
          P₃

    Holds for bags: either way the solutions are the compatible triples.
    """
    match pattern:
        case Join(parts) if any(isinstance(part, Join) for part in parts):
            return Join(tuple(inner for part in parts for inner in _factors(part)))
        case _:
            return pattern


def _factors(part: GraphPattern) -> tuple[GraphPattern, ...]:
    return part.parts if isinstance(part, Join) else (part,)
