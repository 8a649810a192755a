"""Which matches count: after-match skip, and a limit for each start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import certain_in_events
from seqoia.model import (
    AfterMatch,
    Event,
    Evidence,
    Instant,
    Interval,
    NamedNode,
    NoSkip,
    SkipPastLast,
    SkipTo,
    SkipToNext,
    TimedBinding,
    Which,
)
from seqoia.reference.events.scope import Scope


def matches(pattern: ev.Matches, bindings: Sequence[TimedBinding], scope: Scope) -> list[TimedBinding]:
    """Matches in the order ≺, without those that an earlier one is to be skipped past, and so many a start."""
    happened = {(event.stream, event.arrival): event.interval for event in scope.streamset}
    ordered = sorted((each for each in bindings if each.interval), key=lambda each: _rank(each, happened))
    correlation = sorted(correlated(pattern.pattern))
    accepted: list[TimedBinding] = []
    for match in ordered:
        rivals = [
            each for each in accepted if each.solution.restrict(correlation) == match.solution.restrict(correlation)
        ]
        if not any(_skipped(match, earlier, pattern, scope) for earlier in rivals):
            accepted.append(match)
    return accepted if pattern.limit_per_start is None else _limited(accepted, pattern.limit_per_start, scope)


def correlated(pattern: ev.EventPattern) -> frozenset[str]:
    """The variables that every part binds, each iteration of a repetition included: they have one value in a match."""
    match pattern:
        case ev.Sequence(elements):
            required = [element.pattern for element in elements if element.presence is ev.Presence.REQUIRED]
            return reduce(frozenset.intersection, map(correlated, required))
        case ev.Where(inner) | ev.Let(inner) | ev.Within(inner):
            return correlated(inner)
        case ev.Simultaneous(left, right):
            return correlated(left) | correlated(right)
        case ev.Alternative(choices):
            return reduce(frozenset.intersection, map(correlated, choices))
        case ev.Repetition():
            return certain_in_events(pattern).intersection(pattern.correlated)
        case _:
            return certain_in_events(pattern)


def _rank(match: TimedBinding, happened: Mapping[tuple[NamedNode, int], Interval]) -> tuple[object, ...]:
    """≺; then what the match binds, as text; then when its events happened, place by place. The order in which
    events arrived has no say."""
    told = match.solution.restrict(name for name in match.solution if not name.startswith("."))
    times = sorted(
        (each.place, happened[each.stream, each.arrival].order)
        for each in match.evidence
        if (each.stream, each.arrival) in happened
    )
    return (_interval(match).order, repr(told), times)


def _skipped(match: TimedBinding, earlier: TimedBinding, pattern: ev.Matches, scope: Scope) -> bool:
    starts, begun = _interval(match).start, _interval(earlier).start
    after: AfterMatch = pattern.after_match
    match after:
        case NoSkip():
            return False
        case SkipToNext():
            return starts == begun
        case SkipPastLast():
            return begun <= starts <= _interval(earlier).end
        case SkipTo():
            target = _event_of(after, earlier, pattern, scope)
            return begun <= starts and target is not None and starts < target
        case _:
            assert_never(after)


def _event_of(skip: SkipTo, match: TimedBinding, pattern: ev.Matches, scope: Scope) -> Instant | None:
    """The start of the first or of the last event that stood for the named expression."""
    places = {
        scope.places.get(id(node), 0)
        for node in descendants(pattern)
        if isinstance(node, ev.BasicEvent) and node.label == skip.label
    }
    events = [event for event in _events(match, scope) if _place(event, match) & places]
    if not events:
        return None
    starts = [event.start for event in events]
    return min(starts) if skip.which is Which.FIRST else max(starts)


def _place(event: Event, match: TimedBinding) -> set[int]:
    return {each.place for each in match.evidence if (each.stream, each.arrival) == (event.stream, event.arrival)}


def _events(match: TimedBinding, scope: Scope) -> list[Event]:
    known = {(each.stream, each.arrival) for each in match.evidence}
    return [event for event in scope.streamset if (event.stream, event.arrival) in known]


def _limited(accepted: list[TimedBinding], limit: int, scope: Scope) -> list[TimedBinding]:
    counted: dict[frozenset[Evidence], int] = {}
    kept = []
    for match in accepted:
        first = frozenset(
            each
            for each in match.evidence
            for event in _events(match, scope)
            if (event.stream, event.arrival) == (each.stream, each.arrival) and event.start == _interval(match).start
        )
        counted[first] = counted.get(first, 0) + 1
        if counted[first] <= limit:
            kept.append(match)
    return kept


def _interval(match: TimedBinding) -> Interval:
    assert match.interval is not None
    return match.interval
