"""`seqoia explain`: levels and drawings."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from cli.commands import Shell
from places import PROJECT

V_SHAPE = PROJECT / "examples" / "v-shape"
STREAM = ("--stream", f"http://example.org/trades={V_SHAPE / 'trades.jsonl'}")
ANSWER = (V_SHAPE / "expected.jsonl").read_text(encoding="utf-8")
QUERY = PROJECT / "examples" / "v-shape" / "query.spaseq"


def test_every_level_is_shown_in_the_order_of_the_river(shell: Shell) -> None:
    told = shell.run("explain", QUERY)
    titles = ["syntax tree\n---", "\nalgebra\n---", "\nplan\n---", "\nunderstood as\n---"]
    assert told.code == 0
    assert sorted(titles, key=told.out.index) == titles


def test_one_level_can_be_asked_for(shell: Shell) -> None:
    assert shell.run("explain", QUERY, "--level", "plan").out.startswith("pattern      A ; B ; C\n")
    told = json.loads(shell.run("explain", QUERY, "--level", "plan", "--json").out)
    assert told["plan"]["key"]["variables"] == ["?company"]


def test_an_unknown_level_is_refused(shell: Shell) -> None:
    ended = shell.run("explain", QUERY, "--level", "algbra")
    assert (ended.code, ended.err) == (2, "error: there is no level 'algbra'; did you mean algebra?\n")


def test_the_automaton_is_drawn(shell: Shell) -> None:
    ElementTree.fromstring(shell.run("explain", QUERY, "--draw", "svg").out)
    assert shell.run("explain", QUERY, "--draw", "mermaid").out.startswith("stateDiagram-v2\n")


def test_an_unknown_drawing_is_refused(shell: Shell) -> None:
    ended = shell.run("explain", QUERY, "--draw", "png")
    assert (ended.code, ended.err) == (2, "error: there is no drawing 'png'; choose one of mermaid, svg\n")


def test_what_has_no_automaton_cannot_be_drawn(shell: Shell) -> None:
    ended = shell.run("explain", PROJECT / "examples" / "rspql-coupons" / "query.rspql", "--draw", "svg")
    assert ended.code == 2
    assert ended.err.startswith("error: there is no automaton to draw: queries that report windows")


def test_a_match_is_explained_from_its_line(shell: Shell) -> None:
    told = shell.run("explain", QUERY, *STREAM, "--why", ANSWER)
    assert (told.code, told.err) == (0, "")
    assert told.out == (PROJECT / "tests" / "cli" / "goldens" / "why-v-shape.txt").read_text(encoding="utf-8")


def test_lines_come_from_the_standard_input(shell: Shell) -> None:
    told = shell.run("explain", QUERY, *STREAM, "--why", "-", "--json", stdin=2 * ANSWER)
    assert [each["pattern"] for each in json.loads(told.out)] == ["A ; B ; C", "A ; B ; C"]
    drawn = ElementTree.fromstring(
        shell.run("explain", QUERY, *STREAM, "--why", "-", "--draw", "svg", stdin=ANSWER).out
    )
    assert "why A ; B ; C matched" in "".join(drawn.itertext())


def test_a_match_is_drawn_as_svg_alone(shell: Shell) -> None:
    ended = shell.run("explain", QUERY, *STREAM, "--why", ANSWER, "--draw", "mermaid")
    assert (ended.code, ended.err) == (2, "error: a match is drawn as svg, not as 'mermaid'\n")


def test_an_answer_that_the_events_do_not_give_is_refused(shell: Shell) -> None:
    ended = shell.run("explain", QUERY, *STREAM, "--why", ANSWER.replace("09:33:30", "09:33:31"))
    assert ended.code == 2
    assert ended.err.startswith("error: the events have no match from 2026-01-30T09:30:10Z to 2026-01-30T09:33:31Z")


def test_events_without_an_answer_are_refused(shell: Shell) -> None:
    ended = shell.run("explain", QUERY, *STREAM)
    assert (ended.code, ended.err.startswith("error: events are looked at with --why")) == (2, True)
