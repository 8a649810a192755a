"""FDecompI: a filter for each condition of a conjunction."""

from __future__ import annotations

from seqoia.algebra.expressions import Call
from seqoia.algebra.patterns import Filter, GraphPattern


def split_conjunctions(pattern: GraphPattern) -> GraphPattern:
    """`(P FILTER R₁ ∧ R₂) ≡ ((P FILTER R₁) FILTER R₂)` (P-UNC, table 1: FDecompI).

        Filter R₁ && R₂             Filter R₂
          P                  →        Filter R₁
                                        P

    Holds for bags and with errors: a conjunction is true where both conditions are, and a filter lets nothing else
    through. It need not be repeatable: every condition is still computed once for a solution.
    """
    match pattern:
        case Filter(inner, Call("&&", conditions)):
            for condition in conditions:
                inner = Filter(inner, condition)
            return inner
        case _:
            return pattern
