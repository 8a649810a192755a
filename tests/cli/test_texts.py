"""Queries are read from files and from the standard input; a wrong one gets one message and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.commands import Shell
from seqoia.languages.registry import LANGUAGES

QUERY = "SELECT ?name { ?s <http://e/name> ?name }"


def test_a_query_is_read_from_the_standard_input(shell: Shell) -> None:
    ended = shell.run("parse", "-", stdin=QUERY)
    assert (ended.code, ended.err) == (0, "")
    assert "Variable name  1:8" in ended.out


def test_parse_prints_json_with_spans(shell: Shell) -> None:
    shown = json.loads(shell.run("parse", "--json", "-", stdin=QUERY).out)
    assert shown["language"] == "sparql"
    assert shown["tree"]["node"] == "Query"
    assert shown["tree"]["span"] == [0, len(QUERY)]


def test_a_wrong_query_gets_its_line_and_a_caret(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "wrong.rq"
    file.write_text("SELECT ?été {\n  ?été é:p 1 }", encoding="utf-8")
    ended = shell.run("parse", file)
    assert (ended.code, ended.out) == (2, "")
    assert f"--> {file}:2:8" in ended.err
    assert "2 |   ?été é:p 1 }\n  |        ^" in ended.err


@pytest.mark.parametrize("command", ["parse", "lower", "explain", "fmt", "evaluate"])
def test_a_wrong_query_ends_every_command_with_2(shell: Shell, command: str) -> None:
    ended = shell.run(command, "-", stdin="SELEKT ?x { ?s ?p ?x }")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("error: ")
    assert "<stdin>:1:1" in ended.err


def test_files_that_cannot_be_read_are_named(shell: Shell, tmp_path: Path) -> None:
    latin = tmp_path / "latin.rq"
    latin.write_bytes(b"SELECT *\n{ ?s ?p '\xe9' }")
    for file, reason in ((latin, ":2: is not UTF-8"), (tmp_path, ": is a folder"), (tmp_path / "x", ": there is no")):
        ended = shell.run("parse", file)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.startswith(f"error: {file}{reason}")


def test_a_misspelt_language_is_told_what_it_was_meant_to_be(shell: Shell) -> None:
    ended = shell.run("parse", "-", "--language", "spareql", stdin=QUERY)
    assert (ended.code, ended.err) == (2, "error: there is no language 'spareql'; did you mean sparql?\n")
    assert ", ".join(LANGUAGES) in shell.run("parse", "-", "--language", "zzz", stdin=QUERY).err


@pytest.mark.parametrize("arguments", [(), ("fmt",), ("nothing",), ("parse", "-", "--nothing")])
def test_a_wrong_command_line_ends_with_2_and_no_traceback(shell: Shell, arguments: tuple[str, ...]) -> None:
    ended = shell.run(*arguments)
    assert ended.code == 2
    assert "Usage" in ended.err + ended.out
    assert "Traceback" not in ended.err


def test_a_byte_order_mark_is_no_part_of_a_query(shell: Shell) -> None:
    assert shell.run("parse", "-", stdin="\ufeff" + QUERY).code == 0


def test_the_version_is_printed(shell: Shell) -> None:
    assert shell.run("--version").out == "0.1.0\n"
