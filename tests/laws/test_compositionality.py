"""What a CONSTRUCT query answers is a stream that another query reads: written down and read again, it is worth what
the first query's pattern would be worth in the second one (P-SPA, section 4, principle 5; P-EP, section 4.2, on rules;
P-RSP on query forms)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import strategies as st

from laws.counterexample import found_out, holds
from laws.written_sequences import PROLOGUE, SIGNS, Row, Then, as_spaseq, policies, single_steps, steps, worlds
from reference.events.worlds import iri, stream
from seqoia import emit, evaluate, lower, parse, read_stream
from seqoia.model import Duration, Event, Instant, Interval, Solution, Stream
from seqoia.model.answer import Answer

Handing = Callable[[Stream], Stream]
"""What happens to a stream between the query that writes it and the query that reads it."""

SECOND = Duration.of_seconds(1)
UNTIL = Instant.of_seconds(20)


def handed_over(written: Stream) -> Stream:
    return written


def each_event(change: Callable[[Event], Event]) -> Handing:
    return lambda written: Stream.of(written.name, map(change, written.events))


at_its_end = each_event(lambda event: replace(event, interval=Interval.point(event.end)))
at_its_start = each_event(lambda event: replace(event, interval=Interval.point(event.start)))
too_late = each_event(lambda event: replace(event, interval=Interval.point(event.end + SECOND)))


def answered(text: str, language: str, streams: Sequence[Stream]) -> list[Answer]:
    return evaluate(lower(parse(text, language)), streams, until=UNTIL)


def written_and_read(text: str, language: str, streams: Sequence[Stream]) -> Stream:
    """The answers of a CONSTRUCT query, as a file of answers and as the stream that this file is."""
    query = lower(parse(text, language))
    lines = emit(query, evaluate(query, streams, until=UNTIL))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "answers.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return read_stream(iri("derived"), str(file)).stream


def as_set(answers: list[Answer]) -> set[tuple[Instant | Interval, Solution]]:
    return {(answer.when, answer.content) for answer in answers}  # type: ignore[misc]


# SPAseq: a pair in brackets is an event of a stream of pairs.


@st.composite
def rows_with_a_pair(draw: st.DrawFn) -> tuple[Row, Then]:
    """Three events of which two, the first or the last ones, are a pair; and the pair."""
    first, second, third = (draw(single_steps(place)) for place in range(3))
    if draw(st.booleans()):
        pair = Then(first, draw(policies), second)
        return Then(pair, draw(policies), third), pair
    pair = Then(second, draw(policies), third)
    return Then(first, draw(policies), pair), pair


def a_pair_is_an_event(rows: tuple[Row, Then], world: tuple[Stream, ...], handing: Handing = handed_over) -> None:
    row, pair = rows
    assert isinstance(row, Then)
    left, right = steps(pair)
    told = f"?e{left.name[1:]} :before ?e{right.name[1:]} . " + " ".join(
        f"?e{step.name[1:]} :company {step.company} ; :value ?v{step.name[1:]} ." for step in (left, right)
    )
    derived = handing(written_and_read(as_spaseq(pair).replace("SELECT *", f"CONSTRUCT {{ {told} }}"), "spaseq", world))
    (other,) = (step for step in steps(row) if step not in (left, right))
    order = ("D", other.name) if row.left is pair else (other.name, "D")
    reading = (
        f"{PROLOGUE}SELECT * FROM STREAM s :s FROM STREAM t :t FROM STREAM d :derived "
        f"WHERE {{ SEQ ({order[0]} {SIGNS[row.policy]} {order[1]}) "
        f"DEFINE GPM D ON d {{ {told} }} DEFINE GPM {other.name} ON {other.source} {{ {other.graph} }} }}"
    )
    found = as_set(answered(reading, "spaseq", (*world, derived)))
    assert found == as_set(answered(as_spaseq(row), "spaseq", world))


def test_a_pair_in_a_sequence_is_an_event_of_the_stream_of_pairs() -> None:
    """Under every policy: what would lie between the pair and its neighbour, on whichever stream, is made of events."""
    holds(a_pair_is_an_event, rows_with_a_pair(), worlds(), tries=100)


@pytest.mark.parametrize("handing", [at_its_end, at_its_start, too_late], ids=["end", "start", "late"])
def test_a_stream_of_pairs_that_loses_their_times_is_found_out(handing: Handing) -> None:
    found_out(lambda row, world: a_pair_is_an_event(row, world, handing), rows_with_a_pair(), worlds())


# EP-SPARQL: a rule is a query whose answers stand in the stream.

EP_EVENTS = st.lists(
    st.tuples(
        st.tuples(st.integers(1, 6), st.sampled_from([0, 0, 0, 1])).map(lambda drawn: (drawn[0], sum(drawn))),
        st.builds(":{} :{} :{}".format, st.sampled_from("xy"), st.sampled_from("ab"), st.sampled_from("xyz")),
    ),
    min_size=4,
    max_size=8,
)
SOURCES = EP_EVENTS.map(lambda events: stream("s", *events))
MADE_OF = st.sampled_from(
    [
        "{ ?x :a ?y } SEQ { ?y :b ?z }",
        "{ ?x :a ?y } SEQ { ?x :a ?z }",
        "{ ?x :a ?y } EQUALS { ?x :b ?z }",
        "{ ?x :a ?y } SEQ { ?y :b ?z } FILTER (getDURATION() > 'PT2S'^^xsd:duration)",
        "?x :a ?y . ?x :b ?z",
        "{ { ?x :a ?z } UNION { ?x :b ?z } }",
    ]
)
READ_BY = st.sampled_from(
    [
        "{ ?x :made ?z } SEQ { ?x :b ?u }",
        "{ ?u :a ?w } SEQ { ?x :made ?z }",
        "{ ?x :made ?z } OPTIONALSEQ { ?x :a ?u }",
        "{ ?x :made ?z } EQUALSOPTIONAL { ?x :a ?u }",
        "?x :made ?z . ?x :b ?u",
        "?x :made ?z FILTER (getDURATION() < 'PT3S'^^xsd:duration)",
        "{ ?x :made ?z } SEQ { ?u :made ?w }",
    ]
)
TYPED = f"{PROLOGUE}PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"


def a_rule_is_a_query_before(maker: str, reader: str, world: Stream, handing: Handing = handed_over) -> None:
    construct = f"CONSTRUCT {{ ?x :made ?z }} WHERE {{ {maker} }}"
    derived = handing(written_and_read(f"{TYPED}{construct}", "epsparql", [world]))
    select = f"SELECT * WHERE {{ {reader} }}"
    found = as_set(answered(f"{TYPED}{select}", "epsparql", [world, derived]))
    assert found == as_set(answered(f"{TYPED}RULE maker {construct} {select}", "epsparql", [world]))


def test_a_rule_is_a_construct_query_whose_answers_are_read_along() -> None:
    holds(a_rule_is_a_query_before, MADE_OF, READ_BY, SOURCES, tries=150)


@pytest.mark.parametrize("handing", [at_its_end, at_its_start, too_late], ids=["end", "start", "late"])
def test_derived_triples_that_lose_their_times_are_found_out(handing: Handing) -> None:
    found_out(
        lambda maker, reader, world: a_rule_is_a_query_before(maker, reader, world, handing), MADE_OF, READ_BY, SOURCES
    )


# RSP-QL: what a window's content is made into, a window of one slide over the answers holds at the same instant.

LINKS = st.lists(
    st.tuples(st.integers(1, 9), st.builds(":{} :p :{}".format, st.sampled_from("abc"), st.sampled_from("abc"))),
    min_size=3,
    max_size=8,
).map(lambda events: stream("s", *events))
SLIDES = st.tuples(st.integers(1, 3), st.integers(1, 3), st.integers(0, 2))
"""A slide, of how many slides a window is wide, and where both queries' windows start."""
STEPS = st.sampled_from(["?{0} :p ?{1}", "?{1} :p ?{0}", "?{0} :p ?by{0} . ?by{0} :p ?{1}"])
"""From one variable to another: forth, back, and over a third one."""


def a_window_reads_what_a_window_made(
    step: str, shape: tuple[int, int, int], world: Stream, handing: Handing = handed_over
) -> None:
    slide, times, origin = shape
    wide = f"FROM NAMED WINDOW :w ON :s [RANGE {slide * times} STEP {slide} START AT {origin}]"
    narrow = f"FROM NAMED WINDOW :w ON :derived [RANGE {slide} STEP {slide} START AT {origin}]"
    closing = "REPORT ON WINDOW CLOSE OF :w"

    def asking(form: str, window: str, pattern: str) -> str:
        return f"{PROLOGUE}{form} {window} {closing} WHERE {{ WINDOW :w {{ {pattern} }} }}"

    select = "SELECT RSTREAM DISTINCT ?x ?y ?z"
    made = written_and_read(asking("CONSTRUCT RSTREAM { ?x :q ?y }", wide, step.format("x", "y")), "rspql", [world])
    found = answered(asking(select, narrow, "?x :q ?y . ?y :q ?z"), "rspql", [handing(made)])
    direct = answered(asking(select, wide, f"{step.format('x', 'y')} . {step.format('y', 'z')}"), "rspql", [world])
    assert as_set(found) == as_set(direct)


def test_a_window_over_answers_holds_what_the_query_before_has_made() -> None:
    holds(a_window_reads_what_a_window_made, STEPS, SLIDES, LINKS, tries=100)


def test_answers_that_come_late_are_found_out() -> None:
    found_out(
        lambda step, shape, world: a_window_reads_what_a_window_made(step, shape, world, too_late),
        STEPS,
        SLIDES,
        LINKS,
    )
