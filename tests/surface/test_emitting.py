"""Answers and steps as JSON, with what the query says of their order."""

from __future__ import annotations

import json

from seqoia import Answer, Instant, Interval, Literal, NamedNode, Notation, Solution, emit, lower, parse, trace_as_json
from seqoia.model import Evidence
from seqoia.reference.trace import Ending, RunEnded, RunStarted

ANSWERS = [Answer(Instant(0), Solution({"a": Literal(text), "z": Literal("")})) for text in "cab"]


def values(query: str) -> list[str]:
    lines = emit(lower(parse(query)), ANSWERS)
    return [json.loads(line)["bindings"]["a"]["value"] for line in lines]


def test_order_by_keeps_the_order_of_the_evaluator() -> None:
    assert values("SELECT ?z ?a { ?z ?p ?a } ORDER BY ?p LIMIT 7") == ["c", "a", "b"]
    assert values("SELECT ?z ?a { ?z ?p ?a }") == ["a", "b", "c"]


def test_variables_stand_in_the_order_of_the_query() -> None:
    lines = emit(lower(parse("SELECT ?z ?a { ?z ?p ?a }")), ANSWERS)
    assert list(json.loads(next(lines))["bindings"]) == ["z", "a"]


def test_steps_are_told_with_times_as_the_events_have_them() -> None:
    evidence = Evidence(0, NamedNode("http://e/s"), 4)
    started = RunStarted(1, Interval(Instant(0), Instant(500_000)), Solution({"x": Literal(5)}), (evidence,))
    assert trace_as_json(started, Notation.SECONDS) == {
        "event": "RunStarted",
        "run": 1,
        "interval": [0, 0.5],
        "solution": {"x": '"5"^^<http://www.w3.org/2001/XMLSchema#integer>'},
        "evidence": [{"place": 0, "stream": "http://e/s", "arrival": 4}],
    }
    assert trace_as_json(started, Notation.DATETIME)["interval"][0] == "1970-01-01T00:00:00Z"
    assert trace_as_json(RunEnded(1, Ending.MATCHED), Notation.SECONDS)["why"] == "matched"
