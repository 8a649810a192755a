"""What steps owe to each other: an answer is told once, and what comes too late changes nothing."""

from __future__ import annotations

import seqoia
from laws.spaseq_worlds import EX, SECOND, told
from machine.worlds import answers_in_steps, answers_of, bindings_of
from seqoia.algebra.query import EventQuery
from seqoia.machine import machine_for
from seqoia.model import Answer, Duration, Event, Instant, Interval, NamedNode
from seqoia.plan.physical import plan

ONE = f"PREFIX : <{EX}> SELECT ?c %s FROM STREAM s :s WHERE {{ SEQ (%s) %s }}"
A, B = (f"DEFINE GPM {kind.upper()} ON s {{ ?{kind} :is :{kind} ; :of ?c }}" for kind in "ab")


def query(within: str, sequence: str, *gpms: str) -> EventQuery:
    lowered = seqoia.lower(seqoia.parse(ONE % (within, sequence, " ".join(gpms)), "spaseq"))
    assert isinstance(lowered, EventQuery)
    return lowered


def event(place: int, at: int, kind: str) -> Event:
    return Event(NamedNode(f"{EX}s"), Interval.point(Instant(at * SECOND)), told(place, kind, "x", 0), place)


def times(found: list[Answer]) -> list[tuple[int, int]]:
    return sorted(
        (answer.when.start.microseconds // SECOND, answer.when.end.microseconds // SECOND) for answer in found
    )


def test_alike_events_of_one_instant_that_come_apart_give_one_answer() -> None:
    cuts = [[event(0, 5, "a")], [event(1, 5, "a")], [event(2, 6, "a")]]
    assert times(answers_in_steps(query("", "A", A), cuts)) == [(5, 5), (6, 6)]


def test_a_match_on_the_border_of_two_windows_is_told_once() -> None:
    cuts = [[event(0, 10, "a")], [event(1, 15, "c")], [event(2, 30, "c")], [event(3, 50, "c")]]
    assert times(answers_in_steps(query("WITHIN 10", "A ; B!", A, B), cuts)) == [(10, 10)]


def test_what_comes_too_late_lies_between_no_two_events() -> None:
    planned = plan(query("", "A , B", A, B))
    machine = machine_for(planned, Duration(8 * SECOND))
    state, found = machine.start(), []
    for each in (event(0, 9, "a"), event(1, 20, "c"), event(2, 10, "c"), event(3, 13, "b"), event(4, 30, "c")):
        step = machine.step(state, [bindings_of(planned, [each])], over=False)
        state, found = step.state, [*found, *answers_of(step.answers)]
    assert times(found) == [(9, 13)]
