"""`seqoia explain`: levels and drawings."""

from __future__ import annotations

import json
from xml.etree import ElementTree

from cli.commands import Shell
from places import PROJECT

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
