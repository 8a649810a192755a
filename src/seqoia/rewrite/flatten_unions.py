"""UAss: one union instead of nested ones."""

from __future__ import annotations

from seqoia.algebra.patterns import GraphPattern, Union


def flatten_unions(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ UNION P₂) UNION P₃) ≡ (P₁ UNION (P₂ UNION P₃))` (P-UNC, table 1: UAss).

        Union                       Union
          Union                       P₁
            P₁               →        P₂
            P₂                        P₃
          P₃

    Holds for bags: either way every solution of every part comes once.
    """
    match pattern:
        case Union(parts) if any(isinstance(part, Union) for part in parts):
            return Union(tuple(inner for part in parts for inner in _alternatives(part)))
        case _:
            return pattern


def _alternatives(part: GraphPattern) -> tuple[GraphPattern, ...]:
    return part.parts if isinstance(part, Union) else (part,)
