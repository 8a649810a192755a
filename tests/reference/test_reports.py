"""When queries are evaluated."""

from __future__ import annotations

import pytest

from algebra_by_hand import ex, graph, lasting, seconds, stream
from seqoia.algebra.query import WindowDeclaration
from seqoia.model import (
    EPOCH,
    Bound,
    ContentChange,
    CountWindow,
    LandmarkWindow,
    NestedWindow,
    NonEmptyContent,
    Periodic,
    Reading,
    TimeWindow,
    WindowClose,
)
from seqoia.reference.errors import EverClosingError, TooOftenError
from seqoia.reference.reports import Watched, evaluation_instants, horizon
from seqoia.reference.windows import TICK

ONE = graph((":a", ":p", 1))
NEARBY = stream("nearby", *((at, ONE) for at in (2, 2, 5, 7, 12)))
COUPON = stream("coupon", (8, ONE), (15, ONE))
W1 = TimeWindow(lasting(5), lasting(2), seconds(1))
W2 = TimeWindow(lasting(2), lasting(2))


def instants(report, *windows, until=17, first=0):
    bounds = (seconds(first), seconds(until))
    watched = [
        Watched(WindowDeclaration(ex(name), events.name, window), events, *bounds) for name, window, events in windows
    ]
    return [int(at.seconds) for at in evaluation_instants(report, watched, *bounds)]


def test_example_9_named_strategies_speak_of_their_window():
    report = (WindowClose(ex("w2")), NonEmptyContent(ex("w2")))
    assert instants(report, ("w1", W1, NEARBY), ("w2", W2, COUPON)) == [8, 16]


def test_example_13_a_report_at_every_close_that_is_not_empty():
    report = (WindowClose(), NonEmptyContent())
    assert instants(report, ("w", W1, NEARBY)) == [6, 8, 10, 12, 14, 16]
    assert instants(report, ("w", W1, COUPON)) == [8, 10, 12, 16]


def test_example_13_a_report_at_every_change():
    assert instants((ContentChange(),), ("w", W1, NEARBY)) == [2, 5, 7, 12]


def test_every_close_reports_where_content_may_be_empty():
    assert instants((WindowClose(),), ("w", W2, COUPON), first=8) == [8, 10, 12, 14, 16]


def test_a_period_counts_from_its_origin():
    report = (Periodic(lasting(4), seconds(1)),)
    assert instants(report, ("w", W1, NEARBY)) == [5, 9, 13, 17]
    assert instants((*report, NonEmptyContent()), ("w", W1, NEARBY)) == [5, 9, 13]


def test_a_period_and_a_close_meet():
    assert instants((Periodic(lasting(3)), WindowClose()), ("w", W1, NEARBY)) == [6, 12]


def test_without_a_name_one_window_has_to_satisfy_all():
    closing_is_empty = TimeWindow(lasting(1), lasting(5))
    report = (WindowClose(), NonEmptyContent())
    assert instants(report, ("w1", closing_is_empty, NEARBY), ("w2", LandmarkWindow(), COUPON)) == []


def test_not_being_empty_alone_reports_whatever_changes():
    assert instants((NonEmptyContent(),), ("w", TimeWindow(lasting(5), lasting(5)), COUPON)) == [8, 10, 15]


def test_events_come_into_an_aligned_window_at_its_steps():
    window = TimeWindow(lasting(4), lasting(4), reading=Reading.ALIGNED)
    assert instants((ContentChange(),), ("w", window, NEARBY)) == [4, 8, 12]


def test_events_come_into_a_closed_window_when_it_is_over():
    window = TimeWindow(lasting(4), lasting(4), reading=Reading.CLOSED)
    bounds = (EPOCH, seconds(17))
    watched = Watched(WindowDeclaration(None, NEARBY.name, window), NEARBY, *bounds)
    changes = evaluation_instants((ContentChange(),), [watched], *bounds)
    assert [at.microseconds for at in changes] == [4_000_001, 8_000_001, 12_000_001]


def test_a_count_window_closes_with_every_event():
    assert instants((WindowClose(), NonEmptyContent()), ("w", CountWindow(2), NEARBY)) == [2, 5, 7, 12]


def test_a_window_with_the_other_bound_reports_what_lay_in_it():
    window = TimeWindow(lasting(2), lasting(2), bound=Bound.START)
    report = (WindowClose(), NonEmptyContent())
    assert instants(report, ("w", window, COUPON)) == [10, 16]
    watched = Watched(WindowDeclaration(None, COUPON.name, window), COUPON, EPOCH, seconds(17))
    assert [event.end for event in watched.reported(seconds(10), report)] == [seconds(8)]
    assert watched.reported(seconds(10), (ContentChange(),)) == ()


@pytest.mark.parametrize(
    ("windows", "report", "expected"),
    [
        ([(W1, NEARBY)], (WindowClose(),), 17),
        ([(W1, NEARBY), (W2, COUPON)], (WindowClose(),), 17),
        ([(LandmarkWindow(), NEARBY)], (ContentChange(),), 12),
        ([(LandmarkWindow(), NEARBY)], (Periodic(lasting(10)),), 20),
        ([(TimeWindow(lasting(5), lasting(5), reading=Reading.CLOSED), COUPON)], (ContentChange(),), 25),
    ],
)
def test_a_replay_lasts_until_its_windows_have_closed(windows, report, expected):
    assert horizon(windows, report) == seconds(expected)


def test_without_events_there_is_nothing_to_replay():
    assert horizon([(W1, stream("S"))], (WindowClose(),)) is None


def test_a_window_that_moves_with_time_itself_reports_what_comes_and_never_that_it_closes():
    window = TimeWindow(lasting(5), TICK)
    assert instants((ContentChange(),), ("w", window, NEARBY)) == [2, 5, 7, 12]
    with pytest.raises(EverClosingError, match="give it a slide"):
        instants((WindowClose(), NonEmptyContent()), ("w", window, NEARBY))


def test_what_was_there_before_the_replay_is_no_change():
    events = stream("S", (1, ONE), (7, ONE))
    assert instants((ContentChange(), Periodic(lasting(2))), ("w", CountWindow(2), events), first=3) == []
    assert instants((ContentChange(),), ("w", CountWindow(2), events), first=3) == [7]


@pytest.mark.parametrize(("reading", "expected"), [(Reading.PRESENT, [9, 10]), (Reading.ALIGNED, [9, 12])])
def test_a_window_that_opens_late_changes_when_it_shows_what_came_before(reading, expected):
    late = TimeWindow(lasting(6), lasting(3), seconds(9), reading)
    assert instants((ContentChange(),), ("w", late, stream("S", (2, ONE), (4, ONE), (10, ONE)))) == expected


@pytest.mark.parametrize("reading", Reading)
@pytest.mark.parametrize("report", [(WindowClose(), NonEmptyContent()), (ContentChange(),), (NonEmptyContent(),)])
def test_windows_that_slide_too_often_are_refused_at_once(reading, report):
    restless = TimeWindow(lasting(1), lasting("0.000002"), EPOCH, reading)
    if reading is Reading.PRESENT and report == (ContentChange(),):
        assert instants(report, ("w", restless, NEARBY)) == [2, 5, 7, 12]
    else:
        with pytest.raises(TooOftenError, match="slides 8,500,000 times in this replay"):
            instants(report, ("w", restless, NEARBY))


def test_a_window_inside_another_may_not_close_at_every_instant_either():
    nested = NestedWindow(CountWindow(2), TimeWindow(TICK, TICK))
    with pytest.raises(EverClosingError):
        instants((WindowClose(),), ("w", nested, NEARBY))


def test_a_period_that_comes_too_often_is_refused_at_once():
    with pytest.raises(TooOftenError, match="the report comes 17,000,000 times"):
        instants((Periodic(TICK),), ("w", W1, NEARBY))
