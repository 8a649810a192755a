"""Streams that go on: files that appear are read once, and what is told does not depend on how they were cut."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

from places import PROJECT
from spark.commands import run

STREAM = "http://example.org/trades"
QUERY = PROJECT / "examples" / "v-shape" / "query.spaseq"
TRADES = (PROJECT / "examples" / "v-shape" / "trades.jsonl").read_text(encoding="utf-8").splitlines()
EXPECTED = (PROJECT / "examples" / "v-shape" / "expected.jsonl").read_text(encoding="utf-8")


def arrive(folder: Path, *files: list[str]) -> None:
    """Files appear as a whole."""
    folder.mkdir(exist_ok=True)
    there = len(list(folder.glob("*.jsonl")))
    for number, lines in enumerate(files, start=there):
        draft = folder / f"_{number}"
        draft.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        draft.rename(folder / f"{number:03d}.jsonl")


def follow(folder: Path, *options: object, capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    given = [str(QUERY), "--stream", f"{STREAM}={folder}", "--follow", "--until-idle", *map(str, options)]
    return run(given, capsys)


def test_files_that_are_there_are_read_and_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrive(tmp_path / "in", TRADES[:3], TRADES[3:])
    assert follow(tmp_path / "in", capsys=capsys) == (0, EXPECTED, "")


def test_a_query_is_taken_up_where_it_was_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, checkpoint = tmp_path / "out.jsonl", tmp_path / "checkpoint"
    for part in (TRADES[:2], TRADES[2:5], TRADES[5:]):
        arrive(tmp_path / "in", part)
        options = ("--checkpoint", checkpoint, "--out", f"jsonl={out}")
        assert follow(tmp_path / "in", *options, capsys=capsys) == (0, "", "")
    assert out.read_text(encoding="utf-8") == EXPECTED


def test_late_events_are_counted_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checkpoint, late = tmp_path / "checkpoint", tmp_path / "late.jsonl"
    arrive(tmp_path / "in", TRADES[1:])
    follow(tmp_path / "in", "--checkpoint", checkpoint, capsys=capsys)
    arrive(tmp_path / "in", TRADES[:1])
    code, _, told = follow(tmp_path / "in", "--checkpoint", checkpoint, "--late", late, capsys=capsys)
    assert code == 0
    assert told.startswith("warning: 1 events came too late and were left out;")
    [kept] = map(json.loads, late.read_text(encoding="utf-8").splitlines())
    assert (kept["stream"], kept["start"]) == (STREAM, json.loads(TRADES[0])["time"])


def test_what_is_no_event_is_counted_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rejected = tmp_path / "rejected.jsonl"
    arrive(tmp_path / "in", [*TRADES[:2], "{no event", *TRADES[2:]])
    code, answers, told = follow(tmp_path / "in", "--rejected", rejected, capsys=capsys)
    assert (code, answers) == (0, EXPECTED)
    assert told.startswith("warning: 1 pieces of input are no events and were skipped;")
    [kept] = map(json.loads, rejected.read_text(encoding="utf-8").splitlines())
    assert kept["position"] == f"{tmp_path / 'in' / '000.jsonl'}:3"
    assert kept["content"] == "{no event"


def test_what_is_no_event_stops_the_query_if_that_is_wanted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrive(tmp_path / "in", ["{no event"])
    code, answers, told = follow(tmp_path / "in", "--malformed", "fail", capsys=capsys)
    assert (code, answers) == (2, "")
    assert told.startswith(f"error: {tmp_path / 'in' / '000.jsonl'}:1: is not JSON")


def test_an_order_of_all_answers_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    query = tmp_path / "query.spaseq"
    query.write_text(QUERY.read_text(encoding="utf-8") + "\nORDER BY ?high\n", encoding="utf-8")
    arrive(tmp_path / "in", TRADES)
    code, _, told = run(shlex.split(f"{query} --stream {STREAM}={tmp_path / 'in'} --follow --until-idle"), capsys)
    assert code == 2
    assert "ORDER BY, LIMIT and OFFSET need all answers, and a stream goes on; leave them out" in told


def test_the_checkpoint_of_another_query_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrive(tmp_path / "in", TRADES[:2])
    follow(tmp_path / "in", "--checkpoint", tmp_path / "checkpoint", capsys=capsys)
    other = tmp_path / "other.spaseq"
    other.write_text(QUERY.read_text(encoding="utf-8").replace("30 MINUTES", "31 MINUTES"), encoding="utf-8")
    places = f"--stream {STREAM}={tmp_path / 'in'} --checkpoint {tmp_path / 'checkpoint'}"
    code, _, told = run(shlex.split(f"{other} {places} --follow --until-idle"), capsys)
    assert code == 2
    assert "is the checkpoint of another query; give this one a folder of its own" in told


def test_too_many_waiting_runs_stop_the_query(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trade = '{"time": %d, "graph": "PREFIX : <http://example.org/> [] :company :acme ; :price %d ."}'
    arrive(tmp_path / "in", [trade % (number, 100 - number) for number in range(20)])
    code, _, told = follow(tmp_path / "in", "--state-limit", 5, capsys=capsys)
    assert code == 2
    assert told.startswith(f"error: the query over <{STREAM}>, keyed by ?company, cannot go on: more than 5 runs wait")
