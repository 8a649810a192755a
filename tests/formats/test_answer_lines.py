"""Answers as JSON Lines."""

from __future__ import annotations

import json
from decimal import Decimal

from pyoxigraph import BaseDirection

from seqoia.formats import Notation, answer_lines, graph_text
from seqoia.model import Answer, BlankNode, Instant, Interval, Literal, NamedNode, Solution, Triple

A, P = NamedNode("http://e/a"), NamedNode("http://e/p")


def at(seconds: int | str) -> Instant:
    return Instant.of_seconds(seconds)


def lines(*answers: Answer, notation: Notation = Notation.SECONDS) -> list[str]:
    return list(answer_lines(answers, notation))


def test_a_match_has_start_and_end() -> None:
    answer = Answer(Interval(at(1), at("2.5")), Solution({"x": A}))
    assert lines(answer) == ['{"start": 1, "end": 2.5, "bindings": {"x": {"type": "uri", "value": "http://e/a"}}}']


def test_a_report_has_its_instant() -> None:
    assert lines(Answer(at(10), Solution())) == ['{"at": 10, "bindings": {}}']
    assert lines(Answer(at(10), content=True)) == ['{"at": 10, "boolean": true}']


def test_times_are_written_as_the_events_write_them() -> None:
    answer = Answer(at("-0.000001"), content=False)
    assert lines(answer) == ['{"at": -0.000001, "boolean": false}']
    assert lines(answer, notation=Notation.DATETIME) == ['{"at": "1969-12-31T23:59:59.999999Z", "boolean": false}']


def test_numbers_of_seconds_are_exact() -> None:
    late = Instant(253402300799_999999)
    assert json.loads(lines(Answer(late, content=True))[0], parse_float=Decimal)["at"] == late.seconds


def test_terms_are_as_in_sparql_results() -> None:
    terms = {
        "text": Literal("é\n"),
        "tagged": Literal("e", language="en"),
        "directed": Literal("e", language="en", direction=BaseDirection.LTR),
        "number": Literal(5),
        "node": BlankNode("whatever"),
        "triple": Triple(A, P, BlankNode("whatever")),
    }
    [line] = lines(Answer(at(0), Solution(terms)))
    assert json.loads(line)["bindings"] == {
        "text": {"type": "literal", "value": "é\n"},
        "tagged": {"type": "literal", "value": "e", "xml:lang": "en"},
        "directed": {"type": "literal", "value": "e", "xml:lang": "en", "its:dir": "ltr"},
        "number": {"type": "literal", "value": "5", "datatype": "http://www.w3.org/2001/XMLSchema#integer"},
        "node": {"type": "bnode", "value": "b0"},
        "triple": {
            "type": "triple",
            "value": {
                "subject": {"type": "uri", "value": "http://e/a"},
                "predicate": {"type": "uri", "value": "http://e/p"},
                "object": {"type": "bnode", "value": "b0"},
            },
        },
    }
    assert "é" in line


def test_the_order_is_by_end_then_start_then_content() -> None:
    answers = [
        Answer(Interval(at(start), at(end)), Solution({"x": Literal(text)}))
        for start, end, text in ((3, 9, "a"), (1, 9, "b"), (1, 9, "a"), (5, 6, "z"))
    ]
    expected = list(answer_lines(reversed(answers)))
    assert list(answer_lines(answers)) == expected
    assert [json.loads(line)["start"] for line in expected] == [5, 1, 1, 3]
    assert [json.loads(line)["bindings"]["x"]["value"] for line in expected] == ["z", "a", "b", "a"]


def test_ordered_answers_stay_as_they_come() -> None:
    answers = [Answer(at(1), Solution({"x": Literal(text)})) for text in "cab"]
    shown = answer_lines(answers, ordered=True)
    assert [json.loads(line)["bindings"]["x"]["value"] for line in shown] == ["c", "a", "b"]


def test_variables_are_shown_in_the_order_of_the_query_and_hidden_ones_never() -> None:
    solution = Solution({".count": A, "a": A, "z": A})
    [by_name] = answer_lines([Answer(at(0), solution)])
    [by_query] = answer_lines([Answer(at(0), solution)], variables=["z", ".count", "a", "unbound"])
    assert list(json.loads(by_name)["bindings"]) == ["a", "z"]
    assert list(json.loads(by_query)["bindings"]) == ["z", "a"]


def test_labels_of_blank_nodes_do_not_matter() -> None:
    def answers(first: str, second: str) -> list[Answer]:
        return [
            Answer(at(1), Solution({"x": BlankNode(first), "y": Literal("1")})),
            Answer(at(1), Solution({"x": BlankNode(second), "y": Literal("2")})),
            Answer(at(2), frozenset({Triple(BlankNode(first), P, A), Triple(BlankNode(second), P, BlankNode(first))})),
        ]

    shown = lines(*answers("m", "n"))
    assert shown == lines(*answers("z", "c"))
    assert [json.loads(line)["bindings"]["x"]["value"] for line in shown[:2]] == ["b0", "b1"]


def test_a_graph_is_sorted_ntriples() -> None:
    graph = frozenset({Triple(A, P, Literal('"\n')), Triple(A, P, A), Triple(A, P, Literal(1))})
    written = graph_text(graph).splitlines()
    assert written == sorted(written)
    assert r'<http://e/a> <http://e/p> "\"\n" .' in written
    assert lines(Answer(at(0), frozenset())) == ['{"at": 0, "graph": ""}']
