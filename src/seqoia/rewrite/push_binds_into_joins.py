"""BJPush: a bind on the part of a join that it speaks of."""

from __future__ import annotations

from seqoia.algebra.patterns import Extend, GraphPattern, Join
from seqoia.algebra.repeatable import is_repeatable
from seqoia.algebra.variables import mentioned
from seqoia.rewrite.settled import place_among


def push_binds_into_joins(pattern: GraphPattern) -> GraphPattern:
    """`((P₁ AND P₂) BIND C AS ?v) ≡ ((P₁ BIND C AS ?v) AND P₂)` (P-UNC, table 1: BJPush).

        Extend ?v := C              Join
          Join                        Extend ?v := C
            P₁               →          P₁
            P₂                        P₂

    Holds for bags and with errors where every variable of C is settled in P₁ and C is repeatable; ?v occurs in
    neither part, as in every bind (P-UNC, definition 8). Of several parts that would do, the bind goes to the first
    that binds all of its variables.
    """
    match pattern:
        case Extend(Join(parts), variable, expression) if is_repeatable(expression):
            place = place_among(parts, mentioned(expression))
            if place is None:
                return pattern
            return Join((*parts[:place], Extend(parts[place], variable, expression), *parts[place + 1 :]))
        case _:
            return pattern
