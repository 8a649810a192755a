"""Projection, distinctness, groups and order among timed bindings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from seqoia.algebra.events import Arrange, GroupInTime
from seqoia.algebra.expressions import Variable
from seqoia.algebra.patterns import Direction
from seqoia.model import Interval, Solution, Term, TimedBinding, hull
from seqoia.reference.aggregates import aggregate
from seqoia.reference.events.conditions import timed_values
from seqoia.reference.events.pairs import as_set
from seqoia.reference.events.scope import Scope
from seqoia.reference.ordering import ranks

_Order = tuple[int, int]


def keep(bindings: Sequence[TimedBinding], variables: Sequence[Variable]) -> list[TimedBinding]:
    """On these variables only."""
    names = [variable.name for variable in variables]
    return as_set(TimedBinding(each.solution.restrict(names), each.interval, each.evidence) for each in bindings)


def earliest(bindings: Sequence[TimedBinding]) -> list[TimedBinding]:
    """Each solution once, with its first interval in ≺."""
    least: dict[Solution, TimedBinding] = {}
    for binding in as_set(bindings):
        known = least.get(binding.solution)
        if known is None or _order(binding.interval) < _order(known.interval):
            least[binding.solution] = binding
    return list(least.values())


def group_in_time(pattern: GroupInTime, bindings: Sequence[TimedBinding], scope: Scope) -> list[TimedBinding]:
    """A group answers at each instant at which one of its members ends, over those that have ended by then."""
    members = as_set(bindings)
    computed = [timed_values(expression, members, scope) for _, expression in pattern.keys]
    groups: dict[tuple[Term | None, ...], list[TimedBinding]] = {}
    for place, member in enumerate(members):
        groups.setdefault(tuple(values[place] for values in computed), []).append(member)
    return [answer for key, group in groups.items() for answer in _answers_of_group(pattern, key, group, scope)]


def arrange(pattern: Arrange, bindings: Sequence[TimedBinding], scope: Scope) -> list[TimedBinding]:
    """The answers in order, ties by ≺, and the cut of them."""
    ordered = sorted(as_set(bindings), key=lambda each: (_order(each.interval), repr(each.solution)))
    for direction, expression in reversed(pattern.keys):
        rank = ranks(timed_values(expression, ordered, scope))
        places = sorted(range(len(ordered)), key=lambda place: rank[place], reverse=direction is Direction.DESCENDING)
        ordered = [ordered[place] for place in places]
    end = None if pattern.limit is None else pattern.offset + pattern.limit
    return ordered[pattern.offset : end]


def _answers_of_group(
    pattern: GroupInTime, key: tuple[Term | None, ...], group: list[TimedBinding], scope: Scope
) -> list[TimedBinding]:
    ends = sorted({member.interval.end for member in group if member.interval})
    stages = [[each for each in group if each.interval is None or each.interval.end <= end] for end in ends]
    return [_aggregated(pattern, key, stage, scope) for stage in stages or [group]]


def _aggregated(
    pattern: GroupInTime, key: tuple[Term | None, ...], members: list[TimedBinding], scope: Scope
) -> TimedBinding:
    members = sorted(members, key=lambda each: (_order(each.interval), repr(each.solution)))
    rows = [member.solution for member in members]
    terms = {variable.name: term for (variable, _), term in zip(pattern.keys, key, strict=True) if term is not None}
    for variable, gathered in pattern.aggregates:
        value = aggregate(gathered, rows, scope.functions)
        if value is not None:
            terms[variable.name] = value
    interval = reduce(hull, (member.interval for member in members))
    return TimedBinding(Solution(terms), interval, frozenset().union(*(member.evidence for member in members)))


def _order(interval: Interval | None) -> _Order:
    """≺, with what holds at all times before everything else."""
    if interval is None:
        return (-(10**30), -(10**30))
    return (interval.end.microseconds, interval.start.microseconds)
