"""What the streaming operators owe to each other (P-RSP, definitions 20 to 22)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algebra_by_hand import graph, mu, stream
from laws.counterexample import found_out
from seqoia import WindowQuery, evaluate, lower, parse
from seqoia.model import Instant, Solution, Stream, StreamOperator
from seqoia.reference.results import streamed
from seqoia.reference.trace import Evaluated, TraceEvent

Bag = Counter[Solution]
Operator = Callable[[Sequence[Sequence[Solution]], int], list[Solution]]
"""From the solutions of all evaluations and the number of one of them to what is streamed then."""

QUERY = """
PREFIX : <http://example.org/>
SELECT ?place FROM STREAM :s [NOW - 4 S TO NOW STEP 2 S] WHERE { ?someone :at ?place }
"""

sightings = st.lists(
    st.tuples(st.integers(0, 12), st.sampled_from([":a", ":b", ":c"]), st.sampled_from([":x", ":y"])), max_size=8
)
"""Several may be at one place, so that solutions come more than once; places empty and fill again."""


def seen(events: list[tuple[int, str, str]]) -> Stream:
    return stream("s", *((at, graph((who, ":at", place))) for at, who, place in events))


def answers(operator: StreamOperator, events: Stream) -> tuple[list[Instant], list[list[Solution]]]:
    """ET, and what is streamed at each of its instants."""
    query = lower(parse(QUERY, "sparqlstream"))
    assert isinstance(query, WindowQuery)
    instants: list[Instant] = []

    def listen(event: TraceEvent) -> None:
        if isinstance(event, Evaluated):
            instants.append(event.at)

    found = evaluate(replace(query, operator=operator), [events], tracer=listen)
    return instants, [[each.content for each in found if each.when == at] for at in instants]


def rstream_is_istream_and_what_stayed(events: list[tuple[int, str, str]]) -> None:
    """And what stayed, with what dstream gives up, was all that held before."""
    (at, everything), (same, new), (_, gone) = (
        answers(operator, seen(events))
        for operator in (StreamOperator.RSTREAM, StreamOperator.ISTREAM, StreamOperator.DSTREAM)
    )
    assert at == same
    before: list[Solution] = []
    for now, came, went in zip(everything, new, gone, strict=True):
        assert Counter(now) == Counter(came) + stayed(now, before)
        assert Counter(before) == Counter(went) + stayed(before, now)
        before = now


@settings(deadline=None, max_examples=60)
@given(sightings)
def test_rstream_is_istream_and_what_stayed(events: list[tuple[int, str, str]]) -> None:
    rstream_is_istream_and_what_stayed(events)


def by_counting(operator: StreamOperator, before: Sequence[Solution], now: Sequence[Solution]) -> list[Solution]:
    """Differences of bags, where definitions 21 and 22 ask whether a solution was there at all."""
    match operator:
        case StreamOperator.ISTREAM:
            return list((Counter(now) - Counter(before)).elements())
        case StreamOperator.DSTREAM:
            return list((Counter(before) - Counter(now)).elements())
        case _:
            return list(now)


def from_the_start(operator: StreamOperator, _: Sequence[Solution], now: Sequence[Solution]) -> list[Solution]:
    """Compares with nothing, as if each evaluation were the first."""
    return streamed(operator, [], now)


@pytest.mark.parametrize("mutant", [by_counting, from_the_start])
def test_operators_that_compare_wrongly_are_found_out(
    mutant: Callable[..., list[Solution]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seqoia.reference.continuous.streamed", mutant)
    found_out(rstream_is_istream_and_what_stayed, sightings)


def stayed(these: Sequence[Solution], others: Sequence[Solution]) -> Bag:
    return Counter(row for row in these if row in set(others))


def as_defined(operator: StreamOperator) -> Operator:
    def apply(contents: Sequence[Sequence[Solution]], place: int) -> list[Solution]:
        return streamed(operator, contents[place - 1] if place else [], contents[place])

    return apply


ISTREAM, DSTREAM = as_defined(StreamOperator.ISTREAM), as_defined(StreamOperator.DSTREAM)
evaluations = st.lists(
    st.lists(st.sampled_from([mu(place=":x"), mu(place=":y"), mu(place=":z")]), max_size=3), max_size=5
)


def hearing_changes_is_enough(
    contents: Sequence[Sequence[Solution]], istream: Operator = ISTREAM, dstream: Operator = DSTREAM
) -> None:
    """Who hears only what comes and what goes knows, at each evaluation, what holds."""
    known: set[Solution] = set()
    for place, now in enumerate(contents):
        known = (known - set(dstream(contents, place))) | set(istream(contents, place))
        assert known == set(now)


@settings(deadline=None)
@given(evaluations)
def test_who_hears_what_comes_and_goes_knows_what_holds(contents: list[list[Solution]]) -> None:
    hearing_changes_is_enough(contents)


def ever_new(contents: Sequence[Sequence[Solution]], place: int) -> list[Solution]:
    """An istream that tells nothing twice, not even what has gone and come back."""
    known = {row for earlier in contents[:place] for row in earlier}
    return [row for row in contents[place] if row not in known]


def since_something_held(contents: Sequence[Sequence[Solution]], place: int) -> list[Solution]:
    """A dstream that compares with the last evaluation that had solutions, and skips this one if it has none."""
    before = next((earlier for earlier in reversed(contents[:place]) if earlier), [])
    return [row for row in before if row not in contents[place]] if contents[place] else []


def test_operators_that_remember_the_wrong_evaluation_are_found_out() -> None:
    found_out(lambda contents: hearing_changes_is_enough(contents, istream=ever_new), evaluations)
    found_out(lambda contents: hearing_changes_is_enough(contents, dstream=since_something_held), evaluations)
