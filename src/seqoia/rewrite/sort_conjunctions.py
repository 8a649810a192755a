"""FReordI: cheap conditions of a conjunction first."""

from __future__ import annotations

from seqoia.algebra.expressions import Call
from seqoia.algebra.patterns import Filter, GraphPattern
from seqoia.rewrite.effort import by_effort


def sort_conjunctions(pattern: GraphPattern) -> GraphPattern:
    """`(P FILTER R₁ ∧ R₂) ≡ (P FILTER R₂ ∧ R₁)` (P-UNC, table 1: FReordI).

        Filter rspu:lessThan(?d, 3) > 0.9 && ?t > 30             Filter ?t > 30 && rspu:lessThan(?d, 3) > 0.9
          P                                             →          P

    Holds for bags and with errors: SPARQL's truth table of `&&` is symmetric, an error and false is false either way.
    Conditions of the same effort stay in their order.
    """
    match pattern:
        case Filter(inner, Call("&&", conditions)):
            ordered = by_effort(conditions)
            return pattern if ordered == conditions else Filter(inner, Call("&&", ordered))
        case _:
            return pattern
