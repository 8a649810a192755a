"""FJPush: a filter on the part of a join that it speaks of."""

from __future__ import annotations

from seqoia.algebra.patterns import Filter, GraphPattern, Join
from seqoia.algebra.repeatable import is_repeatable
from seqoia.algebra.variables import mentioned
from seqoia.rewrite.settled import place_among


def push_filters_into_joins(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ AND P₂) FILTER R) ≡ ((P₁ FILTER R) AND P₂)` (P-UNC, table 1: FJPush).

        Filter R                    Join
          Join                        Filter R
            P₁               →          P₁
            P₂                        P₂

    Holds for bags and with errors where every variable of R, those inside an EXISTS included, is settled in P₁, and
    R is repeatable. Of several parts that would do, the filter goes to the first that binds all of its variables.
    """
    match pattern:
        case Filter(Join(parts), condition) if is_repeatable(condition):
            place = place_among(parts, mentioned(condition))
            if place is None:
                return pattern
            return Join((*parts[:place], Filter(parts[place], condition), *parts[place + 1 :]))
        case _:
            return pattern
