"""The ways in which events justify an answer: found again by the reference, over the events of the match's window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from seqoia.algebra import EventQuery
from seqoia.algebra import events as ev
from seqoia.algebra.query import Construct
from seqoia.algebra.traversal import descendants
from seqoia.explanation.told import Told, alike
from seqoia.formats import graph_text
from seqoia.model import Consumption, Event, Instant, Interval, Solution, Stream, TimedBinding
from seqoia.plan.keys import key_of
from seqoia.reference.background import Background
from seqoia.reference.events.answers import depends_on_the_instant
from seqoia.reference.events.scope import Scope
from seqoia.reference.justify import justify
from seqoia.reference.templates import instantiated
from seqoia.reference.trace import TraceEvent

_FOLLOWED = (ev.BasicEvent, ev.Sequence, ev.Where, ev.Repetition, ev.Alternative, ev.Simultaneous, ev.Within, ev.Let)


class UnjustifiedError(ValueError):
    """The events have no match that answers so."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """What the reference found behind an answer."""

    body: ev.EventPattern
    scope: Scope
    ways: tuple[TimedBinding, ...]
    """Each way in which events justify it, the earliest events first."""
    followed: bool
    """Whether it can be told of each part what came between."""
    trace: tuple[TraceEvent, ...] = field(repr=False)

    def events(self, way: TimedBinding) -> list[tuple[int, Event]]:
        """The events of a way, with the places for which they stood, in the order of time."""
        known = {(event.stream, event.arrival): event for event in self.scope.streamset}
        pairs = (
            (each.place, known[each.stream, each.arrival])
            for each in way.evidence
            if (each.stream, each.arrival) in known
        )
        return sorted(pairs, key=lambda pair: (pair[1].interval.order, pair[0], pair[1].arrival))


def derive(query: EventQuery, answer: Told, streams: Sequence[Stream], background: Background) -> Derivation:
    """The ways behind an answer; an `UnjustifiedError` says that there is none."""
    bare = replace(query, body=_bare(query.body))
    followed = _is_followed(bare)
    window = _reach(bare.body, answer.interval) if followed else None
    given = streams if window is None else [_inside(stream, window) for stream in streams]
    trace: list[TraceEvent] = []
    found = justify(bare, given, background, tracer=trace.append, key=_key(bare, answer) if followed else None)
    ways = [each for each in found.bindings if each.interval == answer.interval and _says(each, answer, query)]
    if not ways:
        raise UnjustifiedError(_missing(answer, found.bindings))
    derivation = Derivation(found.body, found.scope, tuple(ways), followed, tuple(trace))
    ordered = sorted(ways, key=lambda way: [(event.interval.order, place) for place, event in derivation.events(way)])
    return replace(derivation, ways=tuple(ordered))


def window_of(body: ev.EventPattern, match: Interval, registration: Instant) -> Interval | None:
    """The window of WITHIN in which a match lies."""
    within = next((node for node in descendants(body) if isinstance(node, ev.Within)), None)
    if within is None:
        return None
    if within.frame is ev.Frame.SLIDING:
        return Interval(match.start, match.start + within.width)
    origin = within.origin or registration
    start = origin + within.width * ((match.start - origin) // within.width)
    if match.end > start + within.width:
        start = start - within.width
    return Interval(start, start + within.width)


def _bare(body: ev.EventPattern) -> ev.EventPattern:
    """Without what picks among matches and their variables: an answer has been picked already."""
    if isinstance(body, (ev.Arrange, ev.Earliest, ev.Keep, ev.Matches)):
        return _bare(body.pattern)
    return replace(body, pattern=_bare(body.pattern)) if isinstance(body, ev.Let) else body


def _is_followed(query: EventQuery) -> bool:
    patterns = (node for node in _events_below(query.body))
    simple = all(isinstance(node, _FOLLOWED) for node in patterns)
    chooses = depends_on_the_instant(query) or query.consumption is not Consumption.NONE
    return simple and not query.rules and not chooses


def _events_below(pattern: ev.EventPattern) -> Iterator[object]:
    return (
        node
        for node in descendants(pattern)
        if type(node).__module__ == ev.__name__ and not isinstance(node, ev.Element)
    )


def _reach(body: ev.EventPattern, match: Interval) -> Interval | None:
    """How far what has to be absent, and what could have been taken instead, may lie from a match."""
    within = next((node for node in descendants(body) if isinstance(node, ev.Within)), None)
    if within is None:
        return None
    return Interval(match.end - within.width, match.start + within.width)


def _inside(stream: Stream, window: Interval) -> Stream:
    inside = (event for event in stream.events if window.start <= event.start and event.end <= window.end)
    return Stream(stream.name, tuple(inside))


def _key(query: EventQuery, answer: Told) -> Solution | None:
    """The values of the correlation key, as far as the answer says them."""
    names = [name for name in key_of(query).variables if name in answer.terms]
    return Solution({name: answer.terms[name] for name in names}) if names else None


def _says(binding: TimedBinding, answer: Told, query: EventQuery) -> bool:
    if answer.graph is not None and isinstance(query.form, Construct):
        return graph_text(instantiated(query.form.template, binding.solution, "answer")) == answer.graph
    return all(name in binding.solution and alike(term, binding.solution[name]) for name, term in answer.terms.items())


def _missing(answer: Told, found: Sequence[TimedBinding]) -> str:
    interval = answer.interval
    said = f"the events have no match from {interval.start} to {interval.end}"
    others = [each for each in found if each.interval == interval]
    if not others:
        return f"{said}; are these the streams and the query that the answer comes from?"
    return f"{said} that says so; one of that time says {others[0].solution.restrict(sorted(answer.terms))}"
