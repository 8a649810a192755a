"""Drawings of automata: well-formed, with everything that the plan says and nothing on top of each other."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import seqoia
from plan.queries import lowered, outlined
from seqoia.drawing import draw_automaton, mermaid_of
from seqoia.drawing.ways import START, Kind, ways

SVG = "{http://www.w3.org/2000/svg}"
SEQUENCES = ["A", "A ; B", "A! ; B , C! : D", "A ; B? ; C? : D", "A ; B{2,} BY NEXT ; C!", "A ; (B & C) ; (A | D)"]


def drawn(sequence: str, **inside: str) -> ElementTree.Element:
    return ElementTree.fromstring(draw_automaton(outlined(sequence, "?x", **inside)).document())


def texts(drawing: ElementTree.Element) -> list[str]:
    return [found.text or "" for found in drawing.iter(f"{SVG}text")]


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_a_drawing_is_well_formed_and_names_every_part(sequence: str) -> None:
    drawing = drawn(sequence)
    for step in outlined(sequence).stages:
        assert any(step.takes in said for said in texts(drawing))
    assert any(said.startswith("WITHIN PT10M, sliding · key ?") for said in texts(drawing))


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_steps_stand_beside_each_other(sequence: str) -> None:
    boxes = [(float(box.get("x", 0)), float(box.get("width", 0))) for box in drawn(sequence).iter(f"{SVG}rect")]
    assert len(boxes) == len(outlined(sequence).stages)
    assert all(left + width < right for (left, width), (right, _) in pairwise(boxes))


def test_everything_lies_on_the_paper() -> None:
    for sequence in SEQUENCES:
        drawing = drawn(sequence)
        wide, tall = float(drawing.get("width", 0)), float(drawing.get("height", 0))
        for said in drawing.iter(f"{SVG}text"):
            assert 0 <= float(said.get("x", -1)) <= wide
            assert 10 <= float(said.get("y", -1)) <= tall


def test_absences_are_dashed_and_end_the_run() -> None:
    drawing = drawn("A ; B! ; C")
    dashed = [box for box in drawing.iter(f"{SVG}rect") if box.get("stroke-dasharray")]
    assert len(dashed) == 1
    assert {"no B", "ends the run", "next, no B"} <= set(texts(drawing))


def test_repetitions_loop() -> None:
    assert "{2,} next" in texts(drawn("A ; B{2,} BY NEXT"))


def test_what_the_query_says_is_escaped() -> None:
    drawing = drawn("A ; B", B="?nB :of ?x . FILTER (?vB < ?vA && STR(?vA) != '<&\u0007>')")
    assert "?vB < ?vA" in texts(drawing)
    assert any("<&" in said for said in texts(drawing))


def test_an_interpreted_pattern_is_drawn_and_says_why() -> None:
    assert "interpreted because LONGEST compares whole matches" in texts(drawn("A ; B+ LONGEST"))


def test_ways_lead_past_what_need_not_come() -> None:
    found = {(way.source, way.target, way.kind) for way in ways(outlined("A ; B? ; C! ; D+").stages)}
    assert found == {
        (START, 0, Kind.TAKES),
        (0, 1, Kind.TAKES),
        (0, 3, Kind.TAKES),
        (1, 2, Kind.BREAKS),
        (1, 3, Kind.TAKES),
        (3, 3, Kind.AGAIN),
        (3, 4, Kind.ENDS),
    }


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_mermaid_gets_states_ways_and_notes(sequence: str) -> None:
    outline = outlined(sequence, "?x", B="?nB :of ?x . FILTER (?vB < ?vA)" if "A ;" in sequence else "?nB :of ?x")
    head, *lines = mermaid_of(outline).splitlines()
    assert head == "stateDiagram-v2"
    shapes = (
        r'    state "([^"<>;]|#\d+;)*" as s\d',
        r"    (\[\*\]|s\d) --> (\[\*\]|s\d)( : ([^<>;:\"]|#\d+;)+)?",
        r"    note right of s\d",
        r"        ([^<>;:\"]|#\d+;)+",
        r"    end note|    direction LR|    class(Def absent stroke-dasharray: 5 4| s\d absent)",
    )
    assert [line for line in lines if not any(re.fullmatch(shape, line) for shape in shapes)] == []


def test_a_query_shows_its_automaton_in_a_notebook() -> None:
    query = seqoia.query(lowered("A ; B"))
    assert query._repr_html_().startswith('<div><div style="overflow-x:auto"><svg')
    assert ElementTree.fromstring(query._repr_svg_()).tag == f"{SVG}svg"
