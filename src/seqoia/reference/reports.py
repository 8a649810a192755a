"""When a query is evaluated: the instants ET of a report policy (P-RSP, definition 23).

A strategy that names a window speaks of that one. Strategies without a name hold together when one and the same window
satisfies them all; which window that is may differ from instant to instant.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from typing_extensions import assert_never

from seqoia.algebra.query import WindowDeclaration
from seqoia.model import (
    ContentChange,
    Duration,
    Event,
    FixedWindow,
    Instant,
    NestedWindow,
    NonEmptyContent,
    Periodic,
    Reading,
    Strategy,
    Stream,
    TimeWindow,
    Window,
    WindowClose,
)
from seqoia.reference.errors import EverClosingError, TooOftenError
from seqoia.reference.windows import (
    closed_content,
    closings,
    content,
    entrances,
    lets_in_at_once,
    moves_with_time,
    regular,
    shortest_slide,
)

MOST_INSTANTS = 3_000_000
"""A month of seconds."""


@dataclass(frozen=True)
class Watched:
    """A window of the query over its stream, between two instants: when it closes and lets events in, if asked."""

    declaration: WindowDeclaration
    stream: Stream
    first: Instant
    last: Instant

    @cached_property
    def closings(self) -> frozenset[Instant]:
        window = self.declaration.window
        if moves_with_time(window):
            raise EverClosingError(self.declaration.stream)
        self._refuse_too_many()
        return frozenset(closings(window, self.stream, self.first, self.last))

    @cached_property
    def entrances(self) -> tuple[Instant, ...]:
        if not lets_in_at_once(self.declaration.window):
            self._refuse_too_many()
        return tuple(sorted(set(entrances(self.declaration.window, self.stream, self.first, self.last))))

    def reported(self, at: Instant, report: Sequence[Strategy]) -> tuple[Event, ...]:
        """Its content when the query is evaluated: the whole window where it reports because it closes."""
        if self.reports_by_closing(at, report):
            return closed_content(self.declaration.window, self.stream, at)
        return content(self.declaration.window, self.stream, at)

    def reports_by_closing(self, at: Instant, report: Sequence[Strategy]) -> bool:
        """Whether it closes, and is to report when it does."""
        asked = any(isinstance(each, WindowClose) and self.is_meant_by(each) for each in report)
        return asked and at in self.closings

    def is_meant_by(self, strategy: Strategy) -> bool:
        """Whether a strategy speaks of this window: by its name, or of every window."""
        return not isinstance(strategy, Periodic) and strategy.window in (None, self.declaration.name)

    def satisfies(self, strategy: Strategy, at: Instant, report: Sequence[Strategy]) -> bool:
        match strategy:
            case WindowClose():
                return at in self.closings
            case NonEmptyContent():
                return bool(self.reported(at, report))
            case ContentChange():
                return self._lets_in(at)
            case Periodic():
                return is_due(strategy, at)
            case _:
                assert_never(strategy)

    def _refuse_too_many(self) -> None:
        slide = shortest_slide(self.declaration.window)
        if slide is not None:
            refuse_too_many(f"the window over {self.declaration.stream} slides", slide, self.first, self.last)

    def _lets_in(self, at: Instant) -> bool:
        """Whether the content has an event that was not there at the last instant that could bring one."""
        place = bisect_left(self.entrances, at)
        window, stream = self.declaration.window, self.stream
        known = content(window, stream, self.entrances[place - 1]) if place else self._found
        return not set(content(window, stream, at)) <= set(known)

    @cached_property
    def _found(self) -> tuple[Event, ...]:
        """What is in it when the replay starts and came before; that it is there is no change."""
        return tuple(
            event for event in content(self.declaration.window, self.stream, self.first) if event.end < self.first
        )


def refuse_too_many(what: str, step: Duration, first: Instant, last: Instant) -> None:
    """Refuses what comes at so many instants that looking at them all would take hours."""
    times = (last - first) // step
    if times > MOST_INSTANTS:
        raise TooOftenError(what, times, MOST_INSTANTS)


def evaluation_instants(
    report: Sequence[Strategy], windows: Sequence[Watched], first: Instant, last: Instant
) -> list[Instant]:
    """ET between two instants, in order."""
    candidates = {at for at in _candidates(report, windows, first, last) if first <= at <= last}
    return [at for at in sorted(candidates) if reports(report, windows, at)]


def reports(report: Sequence[Strategy], windows: Sequence[Watched], at: Instant) -> bool:
    """Whether the policy is satisfied at an instant."""
    periodic = [each for each in report if isinstance(each, Periodic)]
    of_windows = [each for each in report if not isinstance(each, Periodic)]
    named = [each for each in of_windows if each.window is not None]
    unnamed = [each for each in of_windows if each.window is None]
    return (
        all(is_due(each, at) for each in periodic)
        and all(_some_satisfies([each], [w for w in windows if w.is_meant_by(each)], at, report) for each in named)
        and (not unnamed or _some_satisfies(unnamed, windows, at, report))
    )


def is_due(strategy: Periodic, at: Instant) -> bool:
    """Whether an instant is `origin` + k · `period` for some k ≥ 1."""
    since = at - strategy.begins
    return since >= strategy.period and since.microseconds % strategy.period.microseconds == 0


def horizon(windows: Sequence[tuple[Window, Stream]], report: Sequence[Strategy]) -> Instant | None:
    """When a finite replay is over: the last event has come, every window that it lay in has closed, and what reports
    at regular instants has had its turn. Without events there is nothing to replay."""
    ends = [_last_seen(window, stream.events[-1].end) for window, stream in windows if stream.events]
    if not ends:
        return None
    last = max(ends)
    for strategy in report:
        if isinstance(strategy, Periodic):
            begin = strategy.begins + strategy.period
            last = next(regular(begin, strategy.period, last, last + strategy.period), last)
    return last


def _last_seen(window: Window, last: Instant) -> Instant:
    """When an event that comes at `last` may be seen for the last time, or for the first."""
    match window:
        case TimeWindow(width, slide):
            return last + width if window.read_as is Reading.PRESENT else last + width + slide
        case FixedWindow(start, end) if start <= last:
            return max(last, end)
        case NestedWindow(outer, inner):
            return max(_last_seen(outer, last), _last_seen(inner, last))
        case _:
            return last


def _candidates(
    report: Sequence[Strategy], windows: Sequence[Watched], first: Instant, last: Instant
) -> Iterator[Instant]:
    """Every instant that the policy could choose: those of its strategies, or all that change what is seen."""
    periodic = [each for each in report if isinstance(each, Periodic)]
    for strategy in periodic:
        refuse_too_many("the report comes", strategy.period, first, last)
        yield from regular(strategy.begins + strategy.period, strategy.period, first, last)
    closing = any(isinstance(each, WindowClose) for each in report)
    changing = any(isinstance(each, ContentChange) for each in report)
    for window in windows:
        if closing or not (periodic or changing):
            yield from window.closings
        if changing or not (periodic or closing):
            yield from window.entrances


def _some_satisfies(
    strategies: Sequence[Strategy], windows: Sequence[Watched], at: Instant, report: Sequence[Strategy]
) -> bool:
    return any(all(window.satisfies(each, at, report) for each in strategies) for window in windows)
