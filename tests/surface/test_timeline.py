"""Matches on a timeline, from whatever holds them."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any
from xml.etree import ElementTree

import pytest

import seqoia
from plan.queries import lowered, text
from seqoia import BlankNode, Instant, Literal, NamedNode, Triple
from seqoia.explanation.told import alike, told
from seqoia.formats import Notation
from surface.happenings import happened

SVG = "{http://www.w3.org/2000/svg}"
STREAM = happened((1, "A", "x", 1), (2, "B", "x", 2), (3, "A", "y", 3), (5, "B", "y", 4))
LINE = '{"start": 1, "end": 2.5, "bindings": {"x": {"type": "literal", "value": "<x>&y"}}}'


def drawn(matches: object, limit: int = 20) -> ElementTree.Element:
    drawing = seqoia.timeline(matches, limit)._repr_svg_()
    assert drawing is not None
    return ElementTree.fromstring(drawing)


def texts(matches: object, limit: int = 20) -> list[str]:
    return [found.text or "" for found in drawn(matches, limit).iter(f"{SVG}text")]


@dataclass(frozen=True)
class SparkRow:
    """As a row of a Spark DataFrame: it can be made a dictionary, but is none."""

    members: Mapping[str, Any]

    def asDict(self) -> Mapping[str, Any]:  # noqa: N802 - as Spark calls it
        return self.members


@dataclass
class SparkFrame:
    """As a DataFrame of Spark: it orders, cuts and collects."""

    rows: list[SparkRow]
    isStreaming: bool = False  # noqa: N815 - as Spark calls it
    cut: int | None = None

    def orderBy(self, *names: str) -> SparkFrame:  # noqa: N802 - as Spark calls it
        ordered = sorted(self.rows, key=lambda row: [row.members[name] for name in names])
        return SparkFrame(ordered, self.isStreaming)

    def limit(self, count: int) -> SparkFrame:
        return SparkFrame(self.rows[:count], self.isStreaming)

    def collect(self) -> list[SparkRow]:
        return self.rows


def row(second: int, name: str) -> SparkRow:
    begun = datetime(2026, 1, 30, 9, 30, tzinfo=timezone.utc) + timedelta(seconds=second)
    term = SparkRow({"type": "uri", "value": f"http://example.org/{name}", "datatype": None, "lang": None})
    return SparkRow({"start": begun, "end": begun + timedelta(seconds=3), "x": term, "y": None})


def test_answers_of_evaluate_are_drawn_one_a_row() -> None:
    answers = seqoia.evaluate(lowered("A ; B"), [STREAM])
    assert [said for said in texts(answers) if said.startswith("?x")] == ["?x x", "?x y"]


def test_rows_of_spark_are_drawn_the_first_ones_in_time() -> None:
    frame = SparkFrame([row(50, "later"), row(10, "second"), row(0, "first")])
    assert [said for said in texts(frame, 2) if said.startswith("?x")] == ["?x first", "?x second"]
    assert "the first 2 matches" in texts(frame, 2)
    assert "2026-01-30, UTC" in texts(frame, 2)


def test_a_stream_that_goes_on_is_refused() -> None:
    with pytest.raises(ValueError, match="a stream goes on"):
        seqoia.timeline(SparkFrame([], isStreaming=True))


def test_lines_are_drawn_and_what_they_say_is_escaped() -> None:
    assert "?x <x>&y" in texts(LINE)
    assert "<x>" not in seqoia.timeline(LINE)._repr_html_()


def test_no_matches_are_drawn_as_such() -> None:
    assert texts([]) == ["0 matches", "no matches"]


def test_reasons_show_the_events() -> None:
    answers = seqoia.evaluate(lowered("A ; B"), [STREAM])
    whys = [seqoia.why(text("A ; B"), answer, [STREAM]) for answer in answers]
    assert [said for said in texts(whys) if said in {"A", "B"}] == ["A", "B", "A", "B"]
    assert len(list(drawn(whys[0]).iter(f"{SVG}rect"))) == 2


def test_events_that_stand_close_share_one_label() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2), (1000, "C", "x", 3))
    query = text("A ; B ; C").replace("PT10M", "PT1H")
    [answer] = seqoia.evaluate(seqoia.lower(seqoia.parse(query, "spaseq")), [stream])
    why = seqoia.why(query, answer, [stream])
    assert [said for said in texts([why]) if said in {"A", "B", "C"}] == ["A", "C"]


def test_what_is_no_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="int holds no answers"):
        seqoia.timeline(3)
    with pytest.raises(ValueError, match="int is no answer"):
        seqoia.timeline([3])
    with pytest.raises(ValueError, match='the answer has no "end"'):
        told({"start": 1})
    with pytest.raises(ValueError, match="the answer is not JSON: expecting value at column 1"):
        told("start")
    with pytest.raises(ValueError, match="an answer is a JSON object"):
        told("[]")
    with pytest.raises(ValueError, match="the bindings of an answer are an object"):
        told({"start": 1, "end": 2, "bindings": []})
    with pytest.raises(ValueError, match='a term of the answer has no "value"'):
        told({"start": 1, "end": 2, "bindings": {"x": {"type": "uri"}}})


def test_answers_are_read_however_they_come() -> None:
    assert told(LINE).interval.end == Instant.of_seconds("2.5")
    assert told(LINE).notation is Notation.SECONDS
    assert told({"at": 3, "boolean": True}).terms == {}
    assert told({"start": 1, "end": 2, "graph": "<a> <b> <c> .\n"}).graph == "<a> <b> <c> .\n"
    matched = namedtuple("matched", ["start", "end", "n"])
    assert told(matched(1.5, 2.5, 7)).terms == {"n": Literal("7")}


@pytest.mark.parametrize(
    ("value", "term"),
    [
        ({"type": "uri", "value": "http://e/x"}, NamedNode("http://e/x")),
        ({"type": "bnode", "value": "b0"}, BlankNode("b0")),
        ({"type": "literal", "value": "a", "xml:lang": "en"}, Literal("a", language="en")),
        ({"type": "literal", "value": "a", "datatype": None, "lang": "en"}, Literal("a", language="en")),
        ({"type": "literal", "value": "1", "datatype": "http://e/d"}, Literal("1", datatype=NamedNode("http://e/d"))),
        (
            {
                "type": "triple",
                "value": {role: {"type": "uri", "value": "http://e/x"} for role in ("subject", "predicate", "object")},
            },
            Triple(*[NamedNode("http://e/x")] * 3),
        ),
    ],
)
def test_terms_are_read_as_answers_write_them(value: dict[str, Any], term: object) -> None:
    assert told({"start": 1, "end": 2, "x": value}).terms == {"x": term}


def test_blank_nodes_of_two_answers_are_alike() -> None:
    node = NamedNode("http://e/x")
    assert alike(BlankNode("a"), BlankNode("b"))
    assert alike(Triple(BlankNode("a"), node, node), Triple(BlankNode("b"), node, node))
    assert not alike(BlankNode("a"), node)
