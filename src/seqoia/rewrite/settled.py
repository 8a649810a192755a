"""Whether variables have their final value before a join (the guard that several rules share)."""

from __future__ import annotations

from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.variables import certain, possible


def settled(names: frozenset[str], part: GraphPattern, *others: GraphPattern) -> bool:
    """Whether each variable is bound by every solution of the part, or by no solution of the others.

    Then a solution of the part and its merge with solutions of the others agree on these variables: on their values,
    and on whether they have one. The paper asks for both at once (P-UNC, table 1, `∧`); either is enough.
    """
    return not (names - certain(part)) & frozenset().union(*map(possible, others))


def place_among(parts: tuple[GraphPattern, ...], names: frozenset[str]) -> int | None:
    """The part of a join in which variables are settled; the first that binds all of them, if any does."""
    places = [place for place in range(len(parts)) if settled(names, parts[place], *_others(parts, place))]
    return min(places, key=lambda place: not names <= certain(parts[place]), default=None)


def _others(parts: tuple[GraphPattern, ...], place: int) -> tuple[GraphPattern, ...]:
    return (*parts[:place], *parts[place + 1 :])
