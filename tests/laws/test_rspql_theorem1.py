"""P-RSP, theorem 1: an origin that is later by a multiple of the slide shows the same from then on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra_by_hand import graph, lasting, seconds, stream
from laws.counterexample import found_out
from seqoia.model import Bound, Event, Instant, Reading, Stream, TimeWindow
from seqoia.reference.windows import TICK, content

Content = Callable[[TimeWindow, Stream, Instant], tuple[Event, ...]]


@dataclass(frozen=True)
class Case:
    """A window, how many slides later another starts, a stream, and an instant at which both are defined."""

    window: TimeWindow
    slides: int
    stream: Stream
    at: Instant

    @property
    def later(self) -> TimeWindow:
        return replace(self.window, origin=self.window.begins + self.window.slide * self.slides)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Widths below, at and above the slide; events before and after both origins."""
    window = TimeWindow(
        lasting(draw(st.integers(1, 7))),
        lasting(draw(st.integers(1, 5))),
        seconds(draw(st.integers(0, 3))),
        draw(st.sampled_from(Reading)),
        draw(st.sampled_from(Bound)),
    )
    slides = draw(st.integers(0, 3))
    one = graph((":a", ":p", 1))
    events = stream("s", *((at, one) for at in draw(st.lists(st.integers(0, 30), max_size=8))))
    start = window.origin + window.slide * slides
    if window.reading is Reading.CLOSED:
        start = start + window.width + TICK
    return Case(window, slides, events, start + lasting(draw(st.integers(0, 12))))


def agree(case: Case, seen: Content = content) -> None:
    assert seen(case.window, case.stream, case.at) == seen(case.later, case.stream, case.at)


@settings(max_examples=400, deadline=None)
@given(cases())
def test_both_windows_show_the_same_where_both_are_defined(case: Case) -> None:
    """What P-UNC's reading shows is a window that has closed: there, from the first close of the later window on."""
    agree(case)


def test_the_law_is_no_law_before_the_later_window_starts() -> None:
    case = Case(TimeWindow(lasting(5), lasting(2)), 3, stream("s", (2, graph((":a", ":p", 1)))), seconds(3))
    with pytest.raises(AssertionError):
        agree(case)


def from_the_first_window_on(window: TimeWindow, events: Stream, at: Instant) -> tuple[Event, ...]:
    """The present window, if none lies before the origin: of (t⁰, t⁰ + α], (t⁰ + β, …] … the first that is open."""
    opened = window.origin
    while opened + window.width < at:
        opened = opened + window.slide
    return tuple(event for event in events.events if opened < event.end <= at)


def unaligned(window: TimeWindow, events: Stream, at: Instant) -> tuple[Event, ...]:
    """The last events since the origin, whatever the slide."""
    return tuple(event for event in events.events if max(window.origin, at - window.width) < event.end <= at)


def test_windows_that_only_begin_with_the_origin_are_found_out() -> None:
    found_out(lambda case: agree(case, from_the_first_window_on), cases())
    found_out(lambda case: agree(case, unaligned), cases())
