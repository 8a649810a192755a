"""Plans as text: what is on file, and JSON that says the same."""

from __future__ import annotations

import json

import pytest

import seqoia
from places import PROJECT
from plan.queries import lowered, outlined, text
from seqoia.explanation.planned import planned, show_planned
from seqoia.plan.show import show_plan

GOLDENS = PROJECT / "tests" / "plan" / "goldens"
EXAMPLES = ["v-shape", "spaseq-smart-grid", "spaseq-card-fraud", "spaseq-traffic"]


def golden(name: str) -> str:
    return (GOLDENS / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_plan_of_an_example_is_as_on_file(name: str) -> None:
    query = (PROJECT / "examples" / name / "query.spaseq").read_text(encoding="utf-8")
    assert seqoia.explain(seqoia.parse(query)).show(["plan"]) + "\n" == golden(name)


@pytest.mark.parametrize(
    ("name", "sequence", "head", "inside"),
    [
        (
            "all-marks",
            "A! ; B ; C! ; D{2,5} BY ANY",
            "?x (SUM(?vD) AS ?sum)",
            {"D": "?nD :of ?x . FILTER (?vD > PREV(?vD) && (?vD > 3 || STRLEN(STR(?vB)) < 2))"},
        ),
        ("no-key", "A , (B | C)", "?vA", dict.fromkeys("ABC", "")),
        ("interpreted", "A ; (B ; C)+ ; D?", "?x", {}),
    ],
)
def test_the_plan_of_a_sequence_is_as_on_file(name: str, sequence: str, head: str, inside: dict[str, str]) -> None:
    parsed = seqoia.parse(text(sequence, head, **inside), "spaseq")
    assert seqoia.explain(parsed).show(["plan"]) + "\n" == golden(name)


def test_every_plan_on_file_is_looked_at() -> None:
    assert {path.stem for path in GOLDENS.iterdir()} == {*EXAMPLES, "all-marks", "no-key", "interpreted"}


def test_a_plan_without_a_window_says_that_it_grows() -> None:
    endless = seqoia.lower(seqoia.parse(text("A ; B").replace("WITHIN PT10M SLIDING", ""), "spaseq"))
    assert "runs wait for ever" in show_planned(planned(endless))


def test_what_becomes_of_matches_is_said() -> None:
    skipping = text("A ; B") + "\nAFTER MATCH SKIP PAST LAST EVENT\nLIMIT 2 PER START\nORDER BY ?x LIMIT 3 OFFSET 1"
    shown = show_planned(planned(seqoia.lower(seqoia.parse(skipping, "spaseq"))))
    assert "matches that start inside one that counts are skipped" in shown
    assert "LIMIT 2 PER START" in shown
    assert "put in order and cut (OFFSET 1 LIMIT 3) in one place" in shown
    assert "LIMIT … PER START counts the matches of an event, whatever they bind" in shown


def test_json_says_what_the_text_says() -> None:
    outline = outlined("A ; B+")
    told = json.loads(json.dumps(outline.as_json()))
    assert told["key"]["variables"] == ["?x"]
    assert [step["written"] for step in told["stages"]] == ["A", "B+"]
    assert told["stages"][1]["repeated"]["follows"] == "strict"
    assert all(each["where"] in show_plan(outline) for each in told["pushed"])


def test_a_query_of_windows_has_no_plan_yet() -> None:
    parsed = seqoia.parse("SELECT ?x { ?x <http://e/p> 5 }")
    shown = seqoia.explain(parsed).show(["plan"])
    assert shown == "none: queries that report windows are evaluated by the reference for now"
    assert seqoia.explain(parsed).as_json()["plan"]["answered_by"] == "reference"


def test_parts_are_named_as_the_query_names_them() -> None:
    assert outlined("A ; (B & C){2,} : D?").pattern == "A ; (B & C){2,} : D?"
    assert [each.stands_for for each in outlined("A ; B").leaves] == [("A",), ("B",)]
    assert lowered("A").streams[0].value in outlined("A").leaves[0].stream
