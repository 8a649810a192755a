"""LUDistR: a union of optionals instead of an optional of a union."""

from __future__ import annotations

from seqoia.algebra.expressions import Expression
from seqoia.algebra.patterns import GraphPattern, LeftJoin, Union
from seqoia.algebra.repeatable import is_repeatable


def distribute_optionals_over_unions(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ UNION P₂) OPT P₃) ≡ ((P₁ OPT P₃) UNION (P₂ OPT P₃))` (P-UNC, table 1: LUDistR).

        LeftJoin                    Union
          Union                       LeftJoin
            P₁               →          P₁
            P₂                          P₃
          P₃                          LeftJoin
                                        P₂
                                        P₃

    Holds for bags, with the condition of the optional part copied, where P₃ and the condition are repeatable.
    """
    match pattern:
        case LeftJoin(Union(parts), right, condition) if is_repeatable(right) and _is_fixed(condition):
            return Union(tuple(LeftJoin(part, right, condition) for part in parts))
        case _:
            return pattern


def _is_fixed(condition: Expression | None) -> bool:
    return condition is None or is_repeatable(condition)
