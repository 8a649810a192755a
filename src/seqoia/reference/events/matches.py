"""Which matches count: after-match skip, and a limit for each start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import common_to_all_parts
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
    correlation = sorted(common_to_all_parts(pattern.pattern))
    accepted: list[TimedBinding] = []
    for match in ordered:
        rivals = [
            each for each in accepted if each.solution.restrict(correlation) == match.solution.restrict(correlation)
        ]
        if not any(_skipped(match, earlier, pattern, scope) for earlier in rivals):
            accepted.append(match)
    return accepted if pattern.limit_per_start is None else _limited(accepted, pattern.limit_per_start, scope)


def _rank(match: TimedBinding, happened: Mapping[tuple[NamedNode, int], Interval]) -> tuple[object, ...]:
    """≺; then what the match binds, as text; then when its events happened, place by place. The order in which
    events arrived has no say."""
    told = match.solution.restrict(name for name in match.solution if not name.startswith("."))
    return (_interval(match).order, repr(told), times_by_place(match, happened))


def times_by_place(
    match: TimedBinding, happened: Mapping[tuple[NamedNode, int], Interval]
) -> list[tuple[int, tuple[Instant, Instant]]]:
    """When the events of a match happened, place by place."""
    return sorted(
        (each.place, happened[each.stream, each.arrival].order)
        for each in match.evidence
        if (each.stream, each.arrival) in happened
    )


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
            target = target_of(after, earlier, pattern, scope)
            return begun <= starts and target is not None and starts < target
        case _:
            assert_never(after)


def target_of(skip: AfterMatch, match: TimedBinding, pattern: ev.EventPattern, scope: Scope) -> Instant | None:
    """The start of the first or the last event that stood for the expression that the skip names."""
    if not isinstance(skip, SkipTo):
        return None
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
        first = start_evidence(match, scope)
        counted[first] = counted.get(first, 0) + 1
        if counted[first] <= limit:
            kept.append(match)
    return kept


def start_evidence(match: TimedBinding, scope: Scope) -> frozenset[Evidence]:
    """What stands behind the start of a match."""
    return frozenset(
        each
        for each in match.evidence
        for event in _events(match, scope)
        if (event.stream, event.arrival) == (each.stream, each.arrival) and event.start == _interval(match).start
    )


def _interval(match: TimedBinding) -> Interval:
    assert match.interval is not None
    return match.interval
