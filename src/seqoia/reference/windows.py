"""Windows: from streams to what is seen of them at an instant (S2R).

An event lies where its end lies: it is seen when it is over. Nothing is seen before its time, whatever the window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from typing_extensions import assert_never

from seqoia.model import (
    Bound,
    Counted,
    CountWindow,
    Duration,
    Event,
    FixedWindow,
    IdentityWindow,
    Instant,
    Interval,
    LandmarkWindow,
    NestedWindow,
    Reading,
    Stream,
    TimeWindow,
    Window,
)

TICK = Duration(1)
"""The time unit: the distance of two consecutive instants."""


def content(window: Window, stream: Stream, at: Instant) -> tuple[Event, ...]:
    """𝕎(S, t): the events that a window lets through at an instant (P-RSP, definition 13; P-RSEP, definition 3)."""
    match window:
        case TimeWindow():
            present = extent(window, at)
            return _inside(present, window.belonging, stream) if present is not None else ()
        case CountWindow(count, counted):
            return _last(stream, at, count) if counted is Counted.EVENTS else _holding_last_triples(stream, at, count)
        case LandmarkWindow(origin):
            return stream.events[stream.before(origin) : stream.seen(at)]
        case FixedWindow(start, end):
            return stream.events[stream.before(start) : stream.seen(min(end, at))]
        case IdentityWindow():
            return stream.until(at).events
        case NestedWindow(outer, inner):
            return content(outer, Stream(stream.name, content(inner, stream, at)), at)
        case _:
            assert_never(window)


def closed_content(window: Window, stream: Stream, at: Instant) -> tuple[Event, ...]:
    """The whole content of the window that closes at an instant: what it reports when it closes.

    For `(o, c]` at c this is the content of the present window; `[o, c)` has c no longer in it, and the closed reading
    of P-UNC does not see a window before it is over.
    """
    match window:
        case TimeWindow(width) if closes(window, at):
            return _inside(Interval(at - width, at), window.belonging, stream)
        case NestedWindow(outer, inner):
            return closed_content(outer, Stream(stream.name, closed_content(inner, stream, at)), at)
        case _:
            return content(window, stream, at)


def extent(window: TimeWindow, at: Instant) -> Interval | None:
    """The part of the timeline that a time window shows at an instant, with the bounds that it has."""
    match window.read_as:
        case Reading.PRESENT:
            return _present(window, at)
        case Reading.ALIGNED:
            return _aligned(window, at)
        case Reading.CLOSED:
            return _last_closed(window, at)
        case _:
            assert_never(window.read_as)


def stretch(window: Window, at: Instant, events: Sequence[Event], closing: bool) -> Interval:
    """From where to where a window reaches that shows these events: of a time window up to its close."""
    match window:
        case TimeWindow(width) if closing:
            return Interval(at - width, at)
        case TimeWindow(width):
            shown = extent(window, at)
            opens = shown.start if shown is not None else at
            return Interval(opens, opens + width)
        case FixedWindow(start, end):
            return Interval(start, end)
        case LandmarkWindow(origin):
            return Interval(origin, max(origin, at))
        case NestedWindow(outer, _):
            return stretch(outer, at, events, closing)
        case CountWindow() | IdentityWindow():
            return Interval(min((event.start for event in events), default=at), at)
        case _:
            assert_never(window)


def closes(window: Window, at: Instant) -> bool:
    """Whether a window closes at an instant.

    Time windows close where their windows end, the first one after the origin. Fixed windows close at their end.
    Landmark and identity windows never do. Count windows have no schedule of their own: `closings` knows.
    """
    match window:
        case TimeWindow(width, slide):
            first = window.begins + (slide if window.read_as is Reading.ALIGNED else width)
            return at >= first and (at - first).microseconds % slide.microseconds == 0
        case FixedWindow(_, end):
            return at == end
        case NestedWindow(outer, inner):
            return closes(outer, at) or closes(inner, at)
        case CountWindow() | LandmarkWindow() | IdentityWindow():
            return False
        case _:
            assert_never(window)


def closings(window: Window, stream: Stream, first: Instant, last: Instant) -> Iterator[Instant]:
    """When a window closes, from one instant to another, both included; a count window with every event that comes."""
    match window:
        case TimeWindow(width, slide):
            begin = window.begins + (slide if window.read_as is Reading.ALIGNED else width)
            yield from regular(begin, slide, first, last)
        case FixedWindow(_, end):
            yield from (at for at in (end,) if first <= at <= last)
        case NestedWindow(outer, inner):
            yield from closings(outer, stream, first, last)
            yield from closings(inner, stream, first, last)
        case CountWindow():
            yield from _ends(stream, first, last)
        case LandmarkWindow() | IdentityWindow():
            return
        case _:
            assert_never(window)


def entrances(window: Window, stream: Stream, first: Instant, last: Instant) -> Iterator[Instant]:
    """The instants, in no order, at which events may come into a window; no other instant brings any."""
    match window:
        case TimeWindow():
            yield from _entrances_by_time(window, stream, first, last)
        case NestedWindow(outer, inner):
            yield from entrances(outer, stream, first, last)
            yield from entrances(inner, stream, first, last)
        case _:
            yield from _ends(stream, first, last)


def moves_with_time(window: Window) -> bool:
    """Whether a window slides by the distance of two instants, and so closes at every instant."""
    return shortest_slide(window) == TICK


def shortest_slide(window: Window) -> Duration | None:
    """How far a window slides, or the one inside that slides less; windows without a schedule do not slide."""
    match window:
        case TimeWindow(_, slide):
            return slide
        case NestedWindow(outer, inner):
            slides = (shortest_slide(outer), shortest_slide(inner))
            return min((slide for slide in slides if slide is not None), default=None)
        case CountWindow() | LandmarkWindow() | FixedWindow() | IdentityWindow():
            return None
        case _:
            assert_never(window)


def _entrances_by_time(window: TimeWindow, stream: Stream, first: Instant, last: Instant) -> Iterator[Instant]:
    match window.read_as:
        case Reading.PRESENT:
            yield from (at for at in (window.begins,) if first <= at <= last)
            yield from _ends(stream, first, last)
        case Reading.ALIGNED:
            yield from regular(window.begins, window.slide, first, last)
        case Reading.CLOSED:
            begin = window.begins + window.width
            yield from (at + TICK for at in regular(begin, window.slide, first, last - TICK))
        case _:
            assert_never(window.read_as)


def lets_in_at_once(window: Window) -> bool:
    """Whether events come into a window when they come, and not only when it slides."""
    match window:
        case TimeWindow():
            return window.read_as is Reading.PRESENT
        case NestedWindow(outer, inner):
            return lets_in_at_once(outer) and lets_in_at_once(inner)
        case CountWindow() | LandmarkWindow() | FixedWindow() | IdentityWindow():
            return True
        case _:
            assert_never(window)


def regular(begin: Instant, step: Duration, first: Instant, last: Instant) -> Iterator[Instant]:
    """begin + k · step for k ≥ 0, as far as it lies from `first` to `last`."""
    at = begin if first <= begin else begin + step * -((begin - first) // step)
    while at <= last:
        yield at
        at = at + step


def _present(window: TimeWindow, at: Instant) -> Interval | None:
    """Of the windows that contain t the one that opened first, up to t.

    The windows lie at t⁰ + k · β for every whole k, and are looked at from t⁰ on: so an origin that is later by a
    multiple of the slide shows the same (P-RSP, theorem 1).
    """
    if at < window.begins:
        return None
    closed_before = _windows_over_before(window, at)
    opens = window.begins + window.slide * closed_before
    if window.belonging is Bound.END:
        return Interval(opens, at) if opens < at else None
    return Interval(opens, at + TICK) if opens <= at else None


def _windows_over_before(window: TimeWindow, at: Instant) -> int:
    """The number k of the first window that is not over at t: its close c has t ≤ c, or t < c where `[o, c)`."""
    since = at - (window.begins + window.width)
    if window.belonging is Bound.END:
        return -(-since.microseconds // window.slide.microseconds)
    return since // window.slide + 1


def _aligned(window: TimeWindow, at: Instant) -> Interval | None:
    """(t′ − α, t′] for t′ = t⁰ + ⌊(t − t⁰) / β⌋ · β, from t⁰ on (P-RSEP, time-based windows)."""
    if at < window.begins:
        return None
    end = window.begins + window.slide * ((at - window.begins) // window.slide)
    return Interval(end - window.width, end)


def _last_closed(window: TimeWindow, at: Instant) -> Interval | None:
    """(x − α, x] for x = t⁰ + α + β · i and the greatest i ≥ 0 with x < t (P-UNC, definition 17)."""
    number = (at - TICK - (window.begins + window.width)) // window.slide
    if number < 0:
        return None
    opens = window.begins + window.slide * number
    return Interval(opens, opens + window.width)


def _inside(shown: Interval, bound: Bound, stream: Stream) -> tuple[Event, ...]:
    """(start, end] or [start, end) of a stream."""
    match bound:
        case Bound.END:
            first, last = shown.start, shown.end
        case Bound.START:
            first, last = shown.start - TICK, shown.end - TICK
        case _:
            assert_never(bound)
    return stream.events[stream.seen(first) : stream.seen(last)]


def _ends(stream: Stream, first: Instant, last: Instant) -> Iterator[Instant]:
    return (event.end for event in stream.events if first <= event.end <= last)


def _last(stream: Stream, at: Instant, count: int) -> tuple[Event, ...]:
    seen = stream.seen(at)
    return stream.events[max(0, seen - count) : seen]


def _holding_last_triples(stream: Stream, at: Instant, count: int) -> tuple[Event, ...]:
    """The fewest last events that hold at least so many triples; an event is not split."""
    seen = stream.seen(at)
    held, first = 0, seen
    while first > 0 and held < count:
        first -= 1
        held += stream.events[first].dataset.triple_count()
    return stream.events[first:seen]
