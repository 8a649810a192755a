"""A reason as text and as a timeline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from seqoia.drawing import Dot, Drawing, Row, draw_timeline
from seqoia.explanation.match.steps import Gap, Passed, Taken
from seqoia.explanation.match.verdicts import told as reasons
from seqoia.formats import Notation, seconds_text
from seqoia.model import Event, Instant, Interval

if TYPE_CHECKING:
    from seqoia.explanation.match.why import Why

_MOST = 12
"""How many reasons are listed between two events."""


def show_why(why: Why) -> str:
    """The match, then event by event what stood for what and what was passed over."""
    return "\n".join(_lines(why))


def _lines(why: Why) -> Iterator[str]:
    yield f"{why.pattern} matched {_when(why.answer.interval, why)}"
    if why.answer.terms:
        yield f"  {_terms(why.answer.terms, why)}"
    yield ""
    gaps: Sequence[Gap | None] = why.course.gaps or [None] * (len(why.course.taken) + 1)
    width = max((len(taken.label) for taken in why.course.taken), default=0)
    for taken, gap in zip(why.course.taken, gaps, strict=False):
        yield from _gap(gap, why)
        yield f"{taken.label:<{width}}  {_when(taken.event.interval, why)}  {_event(taken.event, why)}"
        if taken.binds:
            yield f"     {_terms(taken.binds, why)}"
        yield from (f"     {each.asks}: {each.with_values}" for each in taken.compared)
    yield from _gap(gaps[-1], why)
    yield ""
    yield from _footer(why)


def _footer(why: Why) -> Iterator[str]:
    if why.window is not None:
        yield f"window  {_when(why.window, why)}"
    if why.runs:
        total = sum(why.runs.values())
        listed = ", ".join(f"{count} {ending}" for ending, count in sorted(why.runs.items(), key=lambda each: -each[1]))
        yield f"runs    {total} began with the first event: {listed}"
    if why.ways > 1:
        yield f"ways    {why.ways} combinations of events say the same; this is the first"


def _gap(gap: Gap | None, why: Why) -> Iterator[str]:
    if gap is None:
        return
    if gap.absent:
        yield f"     no {' and no '.join(gap.absent)}, as it has to be"
    grouped = _grouped(gap.passed)
    for because, events in list(grouped.items())[:_MOST]:
        if len(events) > 2:
            since, until = _time(events[0].start, why), _time(events[-1].end, why)
            yield f"     - {len(events)} events from {since} to {until}: {because}"
        else:
            yield from (f"     - {_when(event.interval, why)}  {_event(event, why)}: {because}" for event in events)
    if len(grouped) > _MOST:
        rest = sum(map(len, list(grouped.values())[_MOST:]))
        yield f"     - and {rest} more, for other reasons"


def _grouped(passed: Sequence[Passed]) -> dict[str, list[Event]]:
    grouped: dict[str, list[Event]] = {}
    for each in passed:
        grouped.setdefault(reasons(each.verdicts), []).append(each.event)
    return grouped


def _event(event: Event, why: Why) -> str:
    return f"event {event.arrival} of {why.names.iri(event.stream)}"


def _terms(terms: object, why: Why) -> str:
    named = dict(terms)  # type: ignore[call-overload]
    return ", ".join(f"?{name} = {why.names.term(term)}" for name, term in named.items())


def _when(interval: Interval, why: Why) -> str:
    if interval.start == interval.end:
        return _time(interval.start, why)
    return f"{_time(interval.start, why)} to {_time(interval.end, why)}"


def _time(at: Instant, why: Why) -> str:
    return str(at) if why.answer.notation is Notation.DATETIME else seconds_text(at)


def draw_why(why: Why) -> Drawing:
    """The match, then a row for each event and for what was passed over before it."""
    events = tuple(Dot(taken.event.interval, taken.label) for taken in why.course.taken)
    rows = [Row(_terms(why.answer.terms, why) or "match", why.answer.interval, events)]
    gaps: Sequence[Gap | None] = why.course.gaps or [None] * (len(why.course.taken) + 1)
    for taken, gap in zip(why.course.taken, gaps, strict=False):
        rows += [*_passed_row(gap, why), _taken_row(taken, why)]
    rows += _passed_row(gaps[-1], why)
    dated = why.answer.notation is Notation.DATETIME
    footer = "" if why.window is None else f"window {_when(why.window, why)}"
    return draw_timeline(f"why {why.pattern} matched", rows, dated=dated, footer=footer)


def _taken_row(taken: Taken, why: Why) -> Row:
    said = [_terms(taken.binds, why), *(f"{each.asks}: {each.with_values}" for each in taken.compared)]
    text = " · ".join(filter(None, (taken.label, *said)))
    return Row(text, None, (Dot(taken.event.interval, "", _event(taken.event, why)),), text)


def _passed_row(gap: Gap | None, why: Why) -> Iterator[Row]:
    if gap is None or not (gap.passed or gap.absent):
        return
    grouped = _grouped(gap.passed)
    said = [f"no {' and no '.join(gap.absent)}"] if gap.absent else []
    said += [f"{len(events)} × {because}" if len(events) > 1 else because for because, events in grouped.items()]
    dots = tuple(
        Dot(each.event.interval, "", f"{_event(each.event, why)}: {reasons(each.verdicts)}", taken=False)
        for each in gap.passed[:400]
    )
    text = " · ".join(said)
    yield Row(text, None, dots, text, faint=True)
