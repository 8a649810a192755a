"""P-RSEP, table 1: what RSEP-QL's operators capture of EP-SPARQL's settings and of C-SPARQL. And where SPAseq and
RSEP-QL can say the same, they mean the same."""

from __future__ import annotations

from decimal import Decimal
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.counterexample import found_out, holds
from reference.events.worlds import bgp, in_row, iri, on, stream
from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Variable
from seqoia.algebra.query import EventQuery, Select, WindowDeclaration, WindowQuery
from seqoia.model import (
    Consumption,
    ContentChange,
    Duration,
    Instant,
    LandmarkWindow,
    Reading,
    Selection,
    Solution,
    Stream,
    StreamOperator,
    TimeWindow,
    Window,
    WindowClose,
)
from seqoia.reference import evaluate

NAMES = tuple(map(Variable, "xyz"))
Reported = set[tuple[Instant, Solution]]

TRIPLES = st.sampled_from(("a p b", "e p b", "a p f", "b q c", "b q g", "f q c", "a r c", "a r g"))
"""Few subjects and objects for each predicate, so that sequences are found."""

STREAMS = st.lists(st.tuples(st.integers(1, 9), TRIPLES), min_size=3, max_size=8, unique_by=lambda each: each[0]).map(
    lambda events: stream("s", *((at, " ".join(f":{term}" for term in triple.split())) for at, triple in events))
)
LENGTHS = st.integers(2, 3)


def legs(source: str, length: int) -> tuple[ev.EventPattern, ...]:
    """?x :p ?y, then ?y :q ?z, and perhaps ?x :r ?z."""
    return (on(source, "?x p ?y"), on(source, "?y q ?z"), on(source, "?x r ?z"))[:length]


def occurrences(length: int) -> tuple[ev.EventPattern, ...]:
    return tuple(ev.Occurrence(bgp(triple)) for triple in ("?x p ?y", "?y q ?z", "?x r ?z")[:length])


def over_windows(
    world: Stream, length: int, policy: Selection, window: Window, consumption: Consumption = Consumption.NONE
) -> Reported:
    """RSEP-QL: MATCH over a window, at every content change, what is new."""
    query = WindowQuery(
        Select(NAMES),
        gp.Project(gp.Distinct(gp.MatchOf(in_row(*legs("w", length), follows=policy))), NAMES),
        (WindowDeclaration(iri("w"), iri("s"), window),),
        report=(ContentChange(),),
        operator=StreamOperator.ISTREAM,
        consumption=consumption,
    )
    return {(answer.when, answer.content) for answer in evaluate(query, [world], until=last(world))}  # type: ignore[misc]


def last(world: Stream) -> Instant:
    return max(event.end for event in world.events)


def as_events(world: Stream, length: int, policy: Selection, consumption: Consumption = Consumption.NONE) -> Reported:
    """EP-SPARQL: the same sequence over occurrences; each solution when it first holds."""
    body = ev.Earliest(ev.Keep(in_row(*occurrences(length), follows=policy), NAMES))
    query = EventQuery(Select(NAMES), body, consumption=consumption)
    return {(answer.when.end, answer.content) for answer in evaluate(query, [world])}  # type: ignore[union-attr,misc]


def unrestricted_is_landmark_and_seq(world: Stream, length: int, landmark: Window = LandmarkWindow()) -> None:
    captured = over_windows(world, length, Selection.ANY, landmark)
    assert captured == as_events(world, length, Selection.ANY)


@given(STREAMS, LENGTHS)
@settings(max_examples=60, deadline=None)
def test_unrestricted_is_a_landmark_window_with_seq(world: Stream, length: int) -> None:
    unrestricted_is_landmark_and_seq(world, length)


def test_the_law_for_unrestricted_can_fail() -> None:
    """With a landmark that starts late, answers are missing and found to be."""
    late = LandmarkWindow(Instant.of_seconds(3))
    found_out(partial(unrestricted_is_landmark_and_seq, landmark=late), STREAMS, LENGTHS)


def setting_is_captured(
    world: Stream, length: int, policy: Selection, consumption: Consumption = Consumption.CONSUME
) -> None:
    captured = over_windows(world, length, policy, LandmarkWindow(), consumption)
    assert {solution for _, solution in captured} == {
        solution for _, solution in as_events(world, length, policy, Consumption.CONSUME)
    }


@pytest.mark.parametrize("policy", [Selection.CHRONOLOGICAL, Selection.RECENT])
def test_chronological_and_recent_are_a_landmark_window_with_their_seq_and_consumption(policy: Selection) -> None:
    holds(partial(setting_is_captured, policy=policy), STREAMS, LENGTHS)


def test_the_law_for_chronological_can_fail() -> None:
    """Without consumption, an answer that was given can keep others from being found."""
    found_out(partial(setting_is_captured, policy=Selection.RECENT, consumption=Consumption.NONE), STREAMS, LENGTHS)


@given(STREAMS, st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_the_naive_sequence_is_a_comparison_of_the_last_timestamps_in_a_window(world: Stream, width: int) -> None:
    """C-SPARQL's timestamp function gives the most recent time of a triple pattern in the window."""
    window = TimeWindow(Duration.of_seconds(width), Duration.of_seconds(1), reading=Reading.ALIGNED)
    query = WindowQuery(
        Select(NAMES),
        gp.MatchOf(in_row(*legs("w", 2), follows=Selection.NAIVE)),
        (WindowDeclaration(iri("w"), iri("s"), window),),
        report=(WindowClose(),),
        operator=StreamOperator.RSTREAM,
    )
    found = {(answer.when, answer.content) for answer in evaluate(query, [world], until=last(world))}
    assert found == {
        (Instant.of_seconds(at), solution)
        for at in range(1, int(last(world).seconds) + 1)
        for solution in by_timestamps(world, at, width)
    }


def by_timestamps(world: Stream, at: int, width: int) -> list[Solution]:
    """max timestamp(?x :p ?y) < max timestamp(?y :q ?z) over the window's content, by hand."""
    seen = [event for event in world.events if at - width < event.end.seconds <= Decimal(at)]
    latest = {}
    for event in seen:
        (triple,) = event.graph
        latest[triple.predicate] = (event.end, triple)
    if not {iri("p"), iri("q")} <= latest.keys():
        return []
    (earlier, left), (later, right) = latest[iri("p")], latest[iri("q")]
    if earlier < later and left.object == right.subject:
        return [Solution({"x": left.subject, "y": left.object, "z": right.object})]
    return []


def spaseq_and_rsepql_agree(world: Stream, length: int, policy: Selection) -> None:
    """A sequence over a stream, and MATCH of it over everything so far at each content change."""
    body = ev.Earliest(ev.Keep(in_row(*legs("s", length), follows=policy), NAMES))
    sequence = EventQuery(Select(NAMES), body, streams=(iri("s"),))
    found = {(answer.when.end, answer.content) for answer in evaluate(sequence, [world])}  # type: ignore[union-attr]
    assert found == over_windows(world, length, policy, LandmarkWindow())


SHARED = st.sampled_from((Selection.ANY, Selection.NEXT, Selection.STRICT))


@given(STREAMS, LENGTHS, SHARED)
@settings(max_examples=60, deadline=None)
def test_spaseq_and_rsepql_agree_where_both_can_say_it(world: Stream, length: int, policy: Selection) -> None:
    spaseq_and_rsepql_agree(world, length, policy)


def test_the_agreement_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a sequence over windows saw only the latest events, the one over the stream would tell."""
    monkeypatch.setattr(
        "seqoia.reference.moments.Moment.solve", lambda moment, body: moment.solver.solve(body, moment.sight)[-1:]
    )
    found_out(spaseq_and_rsepql_agree, STREAMS, LENGTHS, SHARED)
