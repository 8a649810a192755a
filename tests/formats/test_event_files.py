"""Files of events: what is read, and what is said of a file that cannot be."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from seqoia.formats import Notation, UnreadableFileError, read_stream
from seqoia.model import BlankNode, Instant, Literal, NamedNode, Triple
from seqoia.model.term import RDF

S = "http://example.org/s"
EX = "http://example.org/"
PROV = "@prefix prov: <http://www.w3.org/ns/prov#> . @prefix : <http://example.org/> . "


def iri(name: str) -> NamedNode:
    return NamedNode(EX + name)


def write(tmp_path: Path, name: str, content: str | bytes) -> str:
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def refusal(tmp_path: Path, name: str, content: str | bytes) -> str:
    file = write(tmp_path, name, content)
    with pytest.raises(UnreadableFileError) as refused:
        read_stream(S, file)
    assert str(refused.value).startswith(file)
    return str(refused.value).removeprefix(file)


def test_a_line_is_an_event(tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", '{"time": 10, "graph": "<http://example.org/a> <http://example.org/p> 1 ."}\n')
    [event] = read_stream(S, file).stream.events
    assert event.stream == NamedNode(S)
    assert event.start == event.end == Instant.of_seconds(10)
    assert event.graph == {Triple(iri("a"), iri("p"), Literal(1))}


def test_decimals_of_a_second_are_read_exactly(tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", '{"time": 1700000000.123457, "graph": ""}\n{"time": 1e1, "graph": ""}')
    assert [event.end for event in read_stream(S, file).stream.events] == [
        Instant(10_000_000),
        Instant(1_700_000_000_123_457),
    ]


def test_a_datetime_decides_the_notation(tmp_path: Path) -> None:
    numbers = write(tmp_path, "a.jsonl", '{"time": 0, "graph": ""}')
    mixed = write(tmp_path, "b.jsonl", '{"time": 0, "graph": ""}\n{"time": "1970-01-01T00:00:05Z", "graph": ""}')
    assert read_stream(S, numbers).notation is Notation.SECONDS
    assert read_stream(S, mixed).notation is Notation.DATETIME


def test_an_interval_has_start_and_end(tmp_path: Path) -> None:
    file = write(tmp_path, "a.ndjson", '{"start": 3, "end": "1970-01-01T00:00:05Z", "graph": ""}')
    [event] = read_stream(S, file).stream.events
    assert (event.start, event.end) == (Instant.of_seconds(3), Instant.of_seconds(5))


def test_answers_of_one_query_are_events_for_another(tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", '{"at": 4, "graph": "<http://e/a> <http://e/p> <http://e/b> .\\n"}')
    assert [event.end for event in read_stream(S, file).stream.events] == [Instant.of_seconds(4)]


def test_late_lines_keep_their_arrival_number(tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", '{"time": 9, "graph": ""}\n\n{"time": 3, "graph": ""}\n')
    assert [(event.end.seconds, event.arrival) for event in read_stream(S, file).stream.events] == [(3, 1), (9, 0)]


def test_blank_nodes_are_shared_within_a_line_and_not_between_lines(tmp_path: Path) -> None:
    line = '{"time": 1, "graph": "_:x <http://e/p> 1 . <http://e/g> { _:x <http://e/p> 2 }"}\n'
    first, second = read_stream(S, write(tmp_path, "a.jsonl", line * 2)).stream.events
    [outer] = first.graph
    [inner] = first.dataset.named[NamedNode("http://e/g")]
    [other] = second.graph
    assert isinstance(outer.subject, BlankNode)
    assert outer.subject == inner.subject != other.subject


def test_blank_nodes_have_the_same_names_in_every_run_and_others_in_other_streams(tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", '{"time": 1, "graph": "[] <http://e/p> [] ."}')
    graphs = [read_stream(name, file).stream.events[0].graph for name in (S, S, S + "2")]
    assert graphs[0] == graphs[1] != graphs[2]


def test_a_quoted_triple_is_read_as_a_reifier(tmp_path: Path) -> None:
    graph = "PREFIX : <http://example.org/> << :a :p :b >> :saidBy :c ."
    [event] = read_stream(S, write(tmp_path, "a.jsonl", f'{{"time": 1, "graph": "{graph}"}}')).stream.events
    assert {triple.predicate for triple in event.graph} == {NamedNode(RDF + "reifies"), iri("saidBy")}


def test_the_standard_input_is_json_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"time": 2, "graph": ""}\n')))
    assert len(read_stream(S, "-").stream.events) == 1


def test_named_graphs_are_events(tmp_path: Path) -> None:
    text = PROV + ':g1 prov:generatedAtTime 7 . :g1 { :a :p :b } :g2 { :c :p _:x } :g2 prov:generatedAtTime "8.5"^^'
    file = write(tmp_path, "a.trig", text + "<http://www.w3.org/2001/XMLSchema#decimal> .")
    first, second = read_stream(S, file).stream.events
    assert first.graph == {Triple(iri("a"), iri("p"), iri("b"))}
    assert not first.dataset.named
    assert second.end == Instant.of_seconds("8.5")


def test_a_named_graph_may_last(tmp_path: Path) -> None:
    file = write(tmp_path, "a.trig", PROV + ":g prov:startedAtTime 1 ; prov:endedAtTime 4 . :g { :a :p :b }")
    [event] = read_stream(S, file).stream.events
    assert (event.start.seconds, event.end.seconds) == (1, 4)


def test_another_predicate_may_say_the_time(tmp_path: Path) -> None:
    quads = (
        f"<{EX}a> <{EX}p> <{EX}b> <{EX}g> .\n"
        f'<{EX}g> <{EX}seen> "2026-01-31T12:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n'
    )
    read = read_stream(S, write(tmp_path, "a.nq", quads), iri("seen"))
    assert [event.end for event in read.stream.events] == [Instant.parse("2026-01-31T12:00:00Z")]
    assert read.notation is Notation.DATETIME


def test_blank_nodes_are_not_shared_between_named_graphs(tmp_path: Path) -> None:
    graphs = ":g1 prov:generatedAtTime 1 . :g2 prov:generatedAtTime 2 . :g1 { _:x :p 1 } :g2 { _:x :p 1 }"
    first, second = read_stream(S, write(tmp_path, "a.trig", PROV + graphs)).stream.events
    assert first.graph != second.graph


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"time": 1', ":2: is not JSON: expecting ',' delimiter at column 11"),
        ("[1]", ":2: is not a JSON object; each line is one event"),
        ('{"time": 1}', ':2: there is no "graph"; an event is'),
        ('{"graph": ""}', ':2: there is no "time"; an event is'),
        ('{"time": 1, "start": 1, "end": 2, "graph": ""}', ':2: "time" and "start" and "end" both say when'),
        ('{"start": 1, "graph": ""}', ':2: there is "start" but no "end"'),
        ('{"start": 2, "end": 1, "graph": ""}', ":2: ends before it starts: 2 to 1"),
        ('{"time": NaN, "graph": ""}', ":2: NaN is not a JSON number"),
        ('{"time": true, "graph": ""}', ':2: "time": a time is a number of seconds or an xsd:dateTime in quotes'),
        ('{"time": null, "graph": ""}', ':2: "time": a time is a number of seconds or an xsd:dateTime in quotes'),
        ('{"time": "10", "graph": ""}', "(a number of seconds stands without quotes)"),
        ('{"time": "2026-02-30T00:00:00Z", "graph": ""}', ":2: \"time\": not an xsd:dateTime: '2026-02-30T00:00:00Z'"),
        ('{"time": 0.0000001, "graph": ""}', ':2: "time": 1E-7 seconds is finer than a microsecond'),
        ('{"time": 1e999999999, "graph": ""}', "lie outside the years 1 to 9999"),
        ('{"time": 1, "time": 2, "graph": ""}', ':2: "time" stands twice'),
        ('{"time": 1, "graph": 5}', ':2: "graph" is Turtle or TriG text in quotes'),
        ('{"time": 1, "graph": "<a> <b> <c> ."}', ':2: "graph" is not TriG: No scheme found in an absolute IRI'),
        ('{"time": 1, "graph": "\\n :a :b"}', "(line 2, column 2 of the graph)"),
        ('{"time": 1, "graph": "<http://e/a> <http://e/b> \'\\ud800\' ."}', "half of a surrogate pair"),
        ("[" * 200_000, ":2: is JSON that is nested too deeply to be an event"),
    ],
)
def test_a_line_that_is_no_event_is_named(tmp_path: Path, line: str, reason: str) -> None:
    assert reason in refusal(tmp_path, "a.jsonl", '{"time": 1, "graph": ""}\n' + line + "\n")


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    assert refusal(tmp_path, "a.jsonl", b'\n{"time": 1, "graph": "\xff"}') == ":2: is not UTF-8 at byte 23 of the line"


@pytest.mark.parametrize(
    ("graphs", "reason"),
    [
        (":g { :a :p :b }", "does not say its <http://www.w3.org/ns/prov#generatedAtTime>"),
        (":g prov:generatedAtTime 1, 2 . :g { :a :p :b }", "has several times"),
        (":g prov:generatedAtTime :now . :g { :a :p :b }", "a time is an xsd:dateTime or a number of seconds"),
        (":g prov:startedAtTime 2 ; prov:endedAtTime 1 . :g { :a :p :b }", "ends before it starts"),
    ],
)
def test_a_graph_that_is_no_event_is_named(tmp_path: Path, graphs: str, reason: str) -> None:
    told = refusal(tmp_path, "a.trig", PROV + graphs)
    assert told.startswith(": graph <http://example.org/g>: ")
    assert reason in told


def test_rdf_that_does_not_parse_is_named_with_its_line(tmp_path: Path) -> None:
    assert refusal(tmp_path, "a.trig", PROV + "\n:a :b é .").startswith(":2: is not TriG: ")
    assert refusal(tmp_path, "a.nq", "<http://e/a> <http://e/b .\n").startswith(":1: is not N-Quads: ")


def test_triples_without_times_are_no_stream_and_the_message_says_what_to_do(tmp_path: Path) -> None:
    assert "write one event a line as JSON Lines (.jsonl)" in refusal(tmp_path, "a.ttl", "")
    assert "does not say when its triples were" in refusal(tmp_path, "a.nt", "")


def test_unknown_suffixes_name_the_known_ones(tmp_path: Path) -> None:
    assert refusal(tmp_path, "a.csv", "").endswith("events are read from .jsonl, .ndjson, .json, .trig, .nq")


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    for file, reason in ((tmp_path / "none.jsonl", "there is no such file"), (tmp_path, "has the suffix ''")):
        with pytest.raises(UnreadableFileError, match=reason):
            read_stream(S, str(file))
    folder = tmp_path / "folder.jsonl"
    folder.mkdir()
    with pytest.raises(UnreadableFileError, match="is a folder"):
        read_stream(S, str(folder))


def nested(levels: int) -> str:
    return f"<{EX}a> <{EX}p> " + f"<<( <{EX}a> <{EX}p> " * levels + "1" + ")>>" * levels + " ."


@pytest.mark.parametrize("levels", [101, 2_000, 20_000])
def test_triple_terms_that_nest_too_deep_are_refused(tmp_path: Path, levels: int) -> None:
    told = refusal(tmp_path, "e.jsonl", json.dumps({"time": 1, "graph": f"\n{nested(levels)}"}))
    assert told == ':1: "graph" nests deeper than 100 levels (line 2 of the graph)'
    assert refusal(tmp_path, "e.trig", f"\n\n<{EX}g> {{ {nested(levels)} }}") == ":3: nests deeper than 100 levels"


def test_many_triple_terms_beside_each_other_are_read_whatever_stands_in_texts_and_comments(tmp_path: Path) -> None:
    graph = "\n".join([nested(50), nested(100), nested(3) * 200, f"<{EX}a> <{EX}p> '<<(<<(', <{EX}#> . # <<("] * 200)
    file = write(tmp_path, "e.jsonl", json.dumps({"time": 1, "graph": graph}))
    assert len(read_stream(S, file).stream.events) == 1
