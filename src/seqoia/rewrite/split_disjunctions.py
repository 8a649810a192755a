"""FDecompII: a union of filters instead of a disjunction."""

from __future__ import annotations

from seqoia.algebra.expressions import Call, Constant, Expression
from seqoia.algebra.patterns import Filter, GraphPattern, Union
from seqoia.algebra.repeatable import is_repeatable
from seqoia.model import Literal


def split_disjunctions(pattern: GraphPattern) -> GraphPattern:
    """`(P FILTER R₁ ∨ R₂) ≡ ((P FILTER R₁) UNION (P FILTER R₂))` (P-UNC, table 1: FDecompII), made sound for bags.

        Filter R₁ || R₂             Union
          P                  →        Filter R₁
                                        P
                                      Filter R₂ && COALESCE(!R₁, true)
                                        P

    As printed it holds for sets alone: in a bag a solution that satisfies both conditions comes twice. So the second
    filter lets through what the first did not, which is where R₁ is false *or an error*: `!R₁` by itself would lose the
    solutions where R₁ is an error and R₂ is true. P and the conditions have to be repeatable.
    """
    match pattern:
        case Filter(inner, Call("||", conditions)) if is_repeatable(pattern):
            return Union(tuple(Filter(inner, _not_before(conditions, place)) for place in range(len(conditions))))
        case _:
            return pattern


def _not_before(conditions: tuple[Expression, ...], place: int) -> Expression:
    """The condition at a place, where none before it was true."""
    if not place:
        return conditions[0]
    return Call("&&", (*(_not_true(condition) for condition in conditions[:place]), conditions[place]))


def _not_true(condition: Expression) -> Expression:
    return Call("COALESCE", (Call("!", (condition,)), Constant(Literal(True))))
