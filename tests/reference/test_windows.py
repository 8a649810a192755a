"""What each kind of window shows at an instant."""

from __future__ import annotations

import pytest

from algebra_by_hand import graph, lasting, seconds, stream, times
from seqoia.model import (
    EPOCH,
    Bound,
    Counted,
    CountWindow,
    Event,
    FixedWindow,
    IdentityWindow,
    Interval,
    LandmarkWindow,
    NestedWindow,
    Reading,
    Stream,
    TimeWindow,
)
from seqoia.reference.windows import closed_content, closings, content

ONE = graph((":a", ":p", 1))

NEARBY = stream("nearby", *((at, ONE) for at in (2, 2, 5, 7, 12)))
"""P-RSP, example 3."""

EVENS = stream("S", *((at, ONE) for at in (2, 4, 6, 8, 10)))
"""P-RSEP, example 1."""


def time_window(width, slide, origin=0, reading=Reading.PRESENT, bound=Bound.END):
    return TimeWindow(lasting(width), lasting(slide), seconds(origin), reading, bound)


def seen(window, events, at):
    return times(content(window, events, seconds(at)))


def test_example_6_a_window_from_4_to_8():
    assert seen(time_window(4, 4), NEARBY, 8) == [5, 7]


def test_example_7_the_present_window_at_9_is_the_third():
    assert seen(time_window(5, 2, 1), NEARBY, 9) == [7]


@pytest.mark.parametrize(("at", "expected"), [(6, [2, 2, 5]), (8, [5, 7]), (10, [7]), (12, [12]), (14, [12])])
def test_example_10_and_figure_5_the_windows_as_they_close(at, expected):
    assert seen(time_window(5, 2, 1), NEARBY, at) == expected


def test_the_present_window_shows_what_has_come_so_far():
    window = time_window(10, 10)
    assert [seen(window, EVENS, at) for at in (1, 2, 5, 10, 11)] == [[], [2], [2, 4], [2, 4, 6, 8, 10], []]


def test_the_end_belongs_to_a_window_and_its_opening_does_not():
    assert seen(time_window(4, 4), EVENS, 4) == [2, 4]
    assert seen(time_window(4, 4), EVENS, 8) == [6, 8]


def test_with_the_other_bound_the_opening_belongs_to_a_window_and_its_end_does_not():
    window = time_window(4, 4, bound=Bound.START)
    assert seen(window, EVENS, 4) == [4]
    assert seen(window, EVENS, 7) == [4, 6]
    assert times(closed_content(window, EVENS, seconds(8))) == [4, 6]


def test_between_windows_that_leave_gaps_nothing_is_seen():
    window = time_window(2, 5, 1)
    assert [seen(window, EVENS, at) for at in (2, 3, 4, 6, 7, 8, 9)] == [[2], [2], [], [], [], [8], []]


def test_before_its_origin_a_window_shows_nothing():
    aligned = time_window(5, 5, 20, reading=Reading.ALIGNED)
    assert seen(aligned, EVENS, 10) == []
    assert seen(aligned, EVENS, 20) == []
    assert seen(time_window(5, 5, 20), EVENS, 10) == []
    assert seen(time_window(5, 5, 20), EVENS, 21) == []


@pytest.mark.parametrize("bound", Bound)
@pytest.mark.parametrize(("width", "slide"), [(5, 2), (4, 4), (2, 5), (7, 3)])
def test_theorem_1_an_origin_later_by_slides_shows_the_same(width, slide, bound):
    for origin in range(3):
        for later in range(4):
            start = origin + later * slide
            early, late = (time_window(width, slide, at, bound=bound) for at in (origin, start))
            for at in range(start, 25):
                assert seen(early, NEARBY, at) == seen(late, NEARBY, at)


def test_windows_of_parts_of_seconds():
    events = stream("S", *((at, ONE) for at in ("0.1", "0.2", "0.25", "0.3")))
    shown = content(time_window("0.1", "0.1"), events, seconds("0.3"))
    assert [event.end for event in shown] == [seconds("0.25"), seconds("0.3")]


@pytest.mark.parametrize(("at", "expected"), [(8, [4, 6, 8]), (12, [8, 10]), (9, [6, 8])])
def test_rsep_examples_2_and_5_a_window_over_the_last_5(at, expected):
    assert seen(time_window(5, 1, reading=Reading.ALIGNED), EVENS, at) == expected


def test_the_aligned_reading_rounds_down_to_the_slide():
    window = time_window(5, 4, reading=Reading.ALIGNED)
    assert [seen(window, EVENS, at) for at in (7, 8, 11, 12)] == [[2, 4], [4, 6, 8], [4, 6, 8], [8, 10]]


def test_the_closed_reading_shows_the_last_window_that_is_over():
    window = time_window(4, 2, reading=Reading.CLOSED)
    assert [seen(window, EVENS, at) for at in (3, 4, 5, 6, 7, 8)] == [[], [], [2, 4], [2, 4], [4, 6], [4, 6]]
    assert times(closed_content(window, EVENS, seconds(6))) == [4, 6]


def test_rsep_example_2_landmark_and_nested_windows():
    landmark = LandmarkWindow(seconds(1))
    assert seen(landmark, EVENS, 8) == [2, 4, 6, 8]
    assert seen(NestedWindow(FixedWindow(seconds(0), seconds(5)), landmark), EVENS, 8) == [2, 4]


def test_a_landmark_belongs_to_its_window():
    assert seen(LandmarkWindow(seconds(4)), EVENS, 7) == [4, 6]


def test_a_fixed_window_has_both_its_ends():
    window = FixedWindow(seconds(4), seconds(8))
    assert [seen(window, EVENS, at) for at in (3, 5, 20)] == [[], [4], [4, 6, 8]]


def test_the_identity_window_is_the_stream_as_far_as_it_has_come():
    assert seen(IdentityWindow(), EVENS, 7) == [2, 4, 6]


def test_a_count_window_holds_the_last_events():
    assert seen(CountWindow(2), EVENS, 7) == [4, 6]
    assert seen(CountWindow(9), EVENS, 7) == [2, 4, 6]


def test_a_count_of_triples_takes_whole_events():
    two = graph((":a", ":p", 1), (":a", ":p", 2))
    events = stream("S", (1, ONE), (2, two), (3, ONE), (4, two))
    held = {count: times(content(CountWindow(count, Counted.TRIPLES), events, seconds(4))) for count in (1, 2, 3, 4)}
    assert held == {1: [4], 2: [4], 3: [3, 4], 4: [2, 3, 4]}


def test_an_outer_window_counts_what_the_inner_one_lets_through():
    recent = time_window(5, 1)
    assert seen(NestedWindow(CountWindow(1), recent), EVENS, 8) == [8]
    assert seen(NestedWindow(CountWindow(1), recent), EVENS, 16) == []


def test_an_event_lies_where_its_end_lies():
    long = Event(EVENS.name, Interval(seconds(1), seconds(9)), EVENS.events[0].dataset, 0)
    events = Stream.of(EVENS.name, [long])
    assert seen(time_window(4, 4), events, 8) == []
    assert seen(time_window(4, 4), events, 12) == [9]


def test_windows_close_from_their_first_one_on():
    assert [at.seconds for at in closings(time_window(5, 2, 1), NEARBY, EPOCH, seconds(12))] == [6, 8, 10, 12]
    fixed = FixedWindow(seconds(4), seconds(8))
    assert list(closings(fixed, NEARBY, EPOCH, seconds(12))) == [seconds(8)]
    assert list(closings(LandmarkWindow(), NEARBY, EPOCH, seconds(12))) == []
    assert [at.seconds for at in closings(CountWindow(2), EVENS, EPOCH, seconds(6))] == [2, 4, 6]


def test_closings_far_from_the_origin_are_found_at_once():
    far = seconds(2_000_000_000)
    assert list(closings(time_window(10, 10), NEARBY, far, far + lasting(15))) == [far, far + lasting(10)]
