"""CSRBench: what C-SPARQL, CQELS and SPARQLstream answered, against what their queries mean.

Each case is a plain query with a window, written here in the engine's own language, and the answers that the engine
gave. What the languages cannot say (when the first window opened, which end belongs to a window) comes from outside.

Answers are compared as P-RSP does (definitions 25 and 26): relation by relation, in order, from where the recording
begins to its end. The engines stamped them with a clock of their own, which ran up to a second early.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyoxigraph
import pytest

from places import shared_data
from seqoia import WindowQuery, choose, evaluate, lower, parse
from seqoia.model import (
    Answer,
    ContentChange,
    Dataset,
    Duration,
    Event,
    Instant,
    Interval,
    Literal,
    NamedNode,
    NonEmptyContent,
    Stream,
    WindowClose,
)

FOLDER = shared_data("csrbench")
CASES: list[dict[str, Any]] = json.loads((FOLDER / "VALIDATED_cases.json").read_text(encoding="utf-8"))
STREAM = NamedNode("http://www.cwi.nl/SRBench/observations")
OFF_BY = Duration.of_seconds(1)
REPORTS = {
    "window-close + non-empty": (WindowClose(), NonEmptyContent()),
    "content-change": (ContentChange(),),
}


@dataclass(frozen=True)
class Relation:
    """What was reported at one instant: a set of rows, and when."""

    rows: frozenset[tuple[tuple[str, object], ...]]
    at: Instant


def in_csparql(case: dict[str, Any]) -> str:
    head, pattern = split(case)
    window = f"RANGE {case['size_ms']}ms STEP {case['slide_ms']}ms"
    return f"REGISTER QUERY q AS {head} FROM STREAM {STREAM} [{window}] WHERE {pattern}"


def in_sparqlstream(case: dict[str, Any]) -> str:
    head, pattern = split(case)
    window = f"FROM NOW - {case['size_ms']} MS TO NOW STEP {case['slide_ms']} MS"
    return f"{head.replace('SELECT', 'SELECT RSTREAM')} FROM NAMED STREAM {STREAM} [{window}] WHERE {pattern}"


def in_cqels(case: dict[str, Any]) -> str:
    head, pattern = split(case)
    window = f"RANGE {case['size_ms']}ms SLIDE {case['slide_ms']}ms"
    return f"{head} WHERE {{ STREAM {STREAM} [{window}] {pattern} }}"


def split(case: dict[str, Any]) -> tuple[str, str]:
    head, _, pattern = case["sparql"].partition("WHERE")
    return head, pattern


IN_ITS_LANGUAGE = {"csparql": in_csparql, "sparqlstream": in_sparqlstream, "cqels": in_cqels}


@pytest.fixture(scope="module")
def observations() -> Stream:
    files = sorted((FOLDER / "data").glob("data_*.ttl"))
    return Stream.of(STREAM, [event(path, arrival) for arrival, path in enumerate(files)])


def event(path: Path, arrival: int) -> Event:
    quads = pyoxigraph.parse(path=str(path), format=pyoxigraph.RdfFormat.TURTLE)
    at = Instant.of_seconds(int(path.stem.removeprefix("data_")))
    return Event(STREAM, Interval.point(at), Dataset.of_quads(quads), arrival)


def relations(answers: Iterable[Answer]) -> list[Relation]:
    """The answers of each instant as one; the answer without anything is the empty one."""
    found: dict[Instant, list[dict[str, object]]] = {}
    for answer in answers:
        assert isinstance(answer.when, Instant)
        rows = found.setdefault(answer.when, [])
        if answer.content != frozenset():
            rows.append({name: plain(term) for name, term in answer.content.items()})
    return [Relation(as_set(rows), at) for at, rows in found.items()]


def recorded(case: dict[str, Any]) -> list[Relation]:
    return [Relation(as_set(each["rows"]), Instant(each["engine_timestamp"] * 1_000)) for each in case["expected"]]


def as_set(rows: Iterable[dict[str, object]]) -> frozenset[tuple[tuple[str, object], ...]]:
    """The engines rounded numbers to six decimals."""
    return frozenset(
        tuple(sorted((name, round(value, 6) if isinstance(value, float) else value) for name, value in row.items()))
        for row in rows
    )


def plain(term: object) -> object:
    assert isinstance(term, NamedNode | Literal)
    return float(Decimal(term.value)) if isinstance(term, Literal) else term.value


def named(case: dict[str, Any]) -> str:
    return f"{case['engine']}-{case['query']}"


def lowered(case: dict[str, Any]) -> WindowQuery:
    query = lower(parse(IN_ITS_LANGUAGE[case["engine"]](case), case["engine"]))
    assert isinstance(query, WindowQuery)
    return query


def meant(case: dict[str, Any], observations: Stream, bound: str = "start") -> list[Relation]:
    """What a case's query reports, with the origin of the recording."""
    query = choose(lowered(case), origin=Instant(case["t0_ms"] * 1_000), bound=bound)
    return relations(evaluate(query, [observations]))


def recorded_in(case: dict[str, Any], whole: Sequence[Relation]) -> list[Relation]:
    """The last relations of the whole, if their rows are those of the recording."""
    theirs = recorded(case)
    end = whole[len(whole) - len(theirs) :]
    return list(end) if [each.rows for each in end] == [each.rows for each in theirs] else []


@pytest.mark.parametrize("case", CASES, ids=named)
def test_the_engines_answers_are_those_that_its_query_means(case: dict[str, Any], observations: Stream) -> None:
    ours = recorded_in(case, meant(case, observations))
    assert ours, "other rows"
    assert all(mine.at - OFF_BY <= its.at <= mine.at for mine, its in zip(ours, recorded(case), strict=True))


def test_most_recordings_are_stamped_to_the_second(observations: Stream) -> None:
    """One engine's clock was a second early in one run; another's stamped the last window of three runs too early."""
    early = {
        named(case): sum(
            its.at < mine.at
            for mine, its in zip(recorded_in(case, meant(case, observations)), recorded(case), strict=True)
        )
        for case in CASES
    }
    assert {name: count for name, count in early.items() if count} == {
        "csparql-2": 33,
        "sparqlstream-1": 1,
        "sparqlstream-5": 1,
        "sparqlstream-6": 1,
    }


def test_windows_that_are_wider_than_a_second_tell_their_bounds_apart(observations: Stream) -> None:
    closing = [case for case in CASES if case["report"] != "content-change" and case["slide_ms"] > 1_000]
    assert len(closing) == 8
    assert [named(case) for case in closing if recorded_in(case, meant(case, observations, bound="end"))] == []


def test_each_language_brings_the_settings_of_the_recordings() -> None:
    for case in CASES:
        profile = lowered(case).profile
        assert profile.report == REPORTS[case["report"]]
        assert profile.operator.value == case["r2s"].upper()
        assert profile.reports_empty_answers == case["empty_relations_reported"]


def test_each_language_is_recognised_by_its_queries() -> None:
    for case in CASES:
        assert parse(IN_ITS_LANGUAGE[case["engine"]](case)).language.name == case["engine"]
