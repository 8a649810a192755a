"""`seqoia evaluate`: what it prints, what it warns of, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import Shell
from places import PROJECT

QUERY = PROJECT / "examples" / "v-shape" / "query.spaseq"
TRADES = PROJECT / "examples" / "v-shape" / "trades.jsonl"
STREAM = "http://example.org/trades"
ALERTS = """
PREFIX : <http://example.org/>
CONSTRUCT { ?company :fellTo ?low }
WITHIN 30 MINUTES
FROM STREAM S1 <http://example.org/trades>
WHERE {
  SEQ (A ; B)
  DEFINE GPM A ON S1 { ?before :company ?company ; :price ?high . }
  DEFINE GPM B ON S1 { ?fall :company ?company ; :price ?low . FILTER (?low < ?high) }
}
"""
READS_ALERTS = """
PREFIX : <http://example.org/>
SELECT ?company ?low
WITHIN 30 MINUTES
FROM STREAM S1 <http://example.org/alerts>
WHERE { SEQ (A) DEFINE GPM A ON S1 { ?company :fellTo ?low } }
"""


def events(*times: object) -> str:
    graph = (
        "<http://example.org/t> <http://example.org/company> <http://example.org/a> ; <http://example.org/price> 5 ."
    )
    return "".join(json.dumps({"time": time, "graph": graph}) + "\n" for time in times)


def test_an_answer_is_a_line(shell: Shell) -> None:
    ended = shell.run("evaluate", QUERY, "--stream", f"{STREAM}={TRADES}")
    assert (ended.code, ended.err) == (0, "")
    [answer] = map(json.loads, ended.out.splitlines())
    assert list(answer) == ["start", "end", "bindings"]
    assert list(answer["bindings"]) == ["company", "high", "low", "back"]


def test_no_answer_prints_nothing_and_is_no_error(shell: Shell) -> None:
    until = shell.run("evaluate", QUERY, "--stream", f"{STREAM}={TRADES}", "--until", "2026-01-30T09:33:29Z")
    assert (until.code, until.out, until.err) == (0, "", "")
    assert shell.run("evaluate", QUERY, "--stream", f"{STREAM}=-").code == 0


def test_events_are_read_from_the_standard_input(shell: Shell) -> None:
    from_file = shell.run("evaluate", QUERY, "--stream", f"{STREAM}={TRADES}")
    from_stdin = shell.run("evaluate", QUERY, "--stream", f"{STREAM}=-", stdin=TRADES.read_text(encoding="utf-8"))
    assert from_stdin.out == from_file.out != ""


def test_the_answers_of_a_query_are_the_events_of_the_next(shell: Shell, tmp_path: Path) -> None:
    derived = tmp_path / "alerts.jsonl"
    derived.write_text(shell.run("evaluate", "-", "--stream", f"{STREAM}={TRADES}", stdin=ALERTS).out)
    ended = shell.run("evaluate", "-", "--stream", f"http://example.org/alerts={derived}", stdin=READS_ALERTS)
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [(answer["end"], answer["bindings"]["low"]["value"]) for answer in answers] == [
        ("2026-01-30T09:31:00Z", "90"),
        ("2026-01-30T09:34:00Z", "41"),
    ]


def test_times_are_written_as_the_events_write_them(shell: Shell, tmp_path: Path) -> None:
    query = ALERTS.replace("FILTER (?low < ?high)", "")
    numbers = shell.run("evaluate", "-", "--stream", f"{STREAM}={written(tmp_path, events(1, 2.5))}", stdin=query)
    assert [json.loads(line)["end"] for line in numbers.out.splitlines()] == [2.5]
    mixed = written(tmp_path, events(1, "1970-01-01T00:00:02.5Z"))
    dates = shell.run("evaluate", "-", "--stream", f"{STREAM}={mixed}", stdin=query)
    assert [json.loads(line)["end"] for line in dates.out.splitlines()] == ["1970-01-01T00:00:02.5Z"]


def test_the_trace_is_json_lines_on_the_standard_error(shell: Shell) -> None:
    ended = shell.run("evaluate", QUERY, "--stream", f"{STREAM}={TRADES}", "--trace")
    told = [json.loads(line) for line in ended.err.splitlines()]
    assert {"RunStarted", "RunAdvanced", "RunEnded"} <= {step["event"] for step in told}
    assert [step["why"] for step in told if step["event"] == "RunEnded"].count("matched") == 1


def test_named_graphs_with_another_time_predicate_are_events(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "trades.trig"
    lines = (json.loads(line) for line in TRADES.read_text(encoding="utf-8").splitlines())
    head = "PREFIX : <http://example.org/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
    file.write_text(
        head
        + "".join(
            f':g{place} :seen "{line["time"]}"^^xsd:dateTime . :g{place} {{ {line["graph"].split("> ", 1)[1]} }}\n'
            for place, line in enumerate(lines)
        )
    )
    predicate = ("--time-predicate", "http://example.org/seen")
    from_graphs = shell.run("evaluate", QUERY, "--stream", f"{STREAM}={file}", *predicate)
    assert from_graphs.out == shell.run("evaluate", QUERY, "--stream", f"{STREAM}={TRADES}").out


def test_a_stream_that_is_not_given_is_an_error_with_the_one_that_was_meant(shell: Shell) -> None:
    ended = shell.run("evaluate", QUERY, "--stream", f"http://example.org/trade={TRADES}")
    assert (ended.code, ended.out) == (2, "")
    assert f"the query reads the stream <{STREAM}>, which is not given; did you mean" in ended.err
    assert f"add --stream {STREAM}=FILE" in shell.run("evaluate", QUERY).err


def test_a_stream_that_is_not_read_is_a_warning(shell: Shell) -> None:
    ended = shell.run("evaluate", QUERY, "--stream", f"{STREAM}={TRADES}", "--stream", f"http://e/other={TRADES}")
    assert (ended.code, ended.err) == (0, "warning: the query does not read the stream <http://e/other>\n")
    assert ended.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--stream", "trades.jsonl"), "error: 'trades.jsonl' is not IRI=FILE"),
        (("--stream", f"{STREAM}=nothing.jsonl"), "error: nothing.jsonl: there is no such file"),
        (("--stream", f"{STREAM}={TRADES}", "--until", "soon"), "error: not a number of seconds: 'soon'"),
        (("--stream", f"{STREAM}={TRADES}", "--policy", "resent"), "did you mean recent?"),
        (("--stream", f"{STREAM}={TRADES}", "--entailment", "RDFs"), "did you mean rdfs?"),
        (("--stream", f"{STREAM}={TRADES}", "--profile", "cqels"), "this query answers with matches"),
        (("--stream", f"{STREAM}={TRADES}", "--background", "shops.csv"), "background knowledge is read from .ttl"),
        (("--stream", f"{STREAM}={TRADES}", "--stream", f"{STREAM}={TRADES}"), f"the stream <{STREAM}> is given twice"),
        (("--stream", f"{STREAM}=-", "--background", "-"), "the standard input can be read once"),
    ],
)
def test_a_wrong_command_line_gets_one_message(shell: Shell, arguments: tuple[str, ...], message: str) -> None:
    ended = shell.run("evaluate", QUERY, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert "Traceback" not in ended.err


def test_an_event_that_does_not_parse_is_named_with_its_line(shell: Shell, tmp_path: Path) -> None:
    file = written(tmp_path, events(1) + '{"time": 2, "graph": "nonsense"}\n')
    ended = shell.run("evaluate", QUERY, "--stream", f"{STREAM}={file}")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f'error: {file}:2: "graph" is not TriG: ')


def test_a_query_that_reads_no_stream_is_told_what_to_do(shell: Shell) -> None:
    ended = shell.run("evaluate", "-", "--stream", f"{STREAM}={TRADES}", stdin="SELECT * { ?s ?p ?o }")
    assert (ended.code, ended.out) == (2, "")
    assert "declare a window" in ended.err
    assert "--language epsparql" in ended.err


def written(folder: Path, text: str) -> str:
    (folder / "events.jsonl").write_text(text, encoding="utf-8")
    return str(folder / "events.jsonl")
