"""Law: the machines answer as the reference does, however events are cut into steps and late they come."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

import seqoia
from laws.spaseq_worlds import cuts, queries, worlds
from machine.worlds import answers_in_steps, in_one_step
from seqoia.algebra.query import EventQuery
from seqoia.model import Answer

LONG = int(os.environ.get("SEQOIA_LAW_EXAMPLES", "150"))
TOGETHER = settings(
    max_examples=LONG, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def understood(text: str) -> EventQuery:
    note(text)
    try:
        query = seqoia.lower(seqoia.parse(text, "spaseq"))
    except seqoia.QueryError:
        assume(False)
    assert isinstance(query, EventQuery)
    return query


def answers(found: list[Answer]) -> list[str]:
    return sorted(f"{answer.when.start} {answer.when.end} {answer.content!r}" for answer in found)


@given(queries(), worlds(intervals=False), st.data())
@TOGETHER
def test_machines_answer_as_the_reference_does_over_points(text: str, world: tuple, data: st.DataObject) -> None:
    query = understood(text)
    batches = data.draw(cuts(world))
    expected = answers(seqoia.evaluate(query, world))
    assert answers(in_one_step(query, world)) == expected
    assert answers(answers_in_steps(query, batches)) == expected


@given(queries(), worlds(intervals=True), st.data())
@TOGETHER
def test_machines_answer_as_the_reference_does_over_intervals(text: str, world: tuple, data: st.DataObject) -> None:
    query = understood(text)
    batches = data.draw(cuts(world))
    expected = answers(seqoia.evaluate(query, world))
    assert answers(in_one_step(query, world)) == expected
    assert answers(answers_in_steps(query, batches, intervals=True)) == expected


@given(queries(), worlds(intervals=False), st.data())
@TOGETHER
def test_machines_answer_the_same_in_any_order_within_the_lateness(
    text: str, world: tuple, data: st.DataObject
) -> None:
    query = understood(text)
    batches = data.draw(cuts(world, lateness=3))
    expected = answers(seqoia.evaluate(query, world))
    assert answers(answers_in_steps(query, batches, lateness=3_000_000)) == expected


@given(queries(), worlds(intervals=False), st.data())
@TOGETHER
def test_sequences_by_their_definition_answer_step_by_step_as_well(
    text: str, world: tuple, data: st.DataObject
) -> None:
    query = understood(text)
    batches = data.draw(cuts(world))
    expected = answers(seqoia.evaluate(query, world))
    assert answers(answers_in_steps(query, batches, interpreted=True)) == expected
