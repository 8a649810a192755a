"""Why a match is an answer: its events, what they were compared with, and what lay between."""

from __future__ import annotations

import json
import shlex
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import seqoia
from places import PROJECT
from plan.queries import lowered, text
from seqoia import Stream, UnjustifiedError, Why
from surface.happenings import happened


def reason(sequence: str, stream: Stream, number: int = 0, head: str = "?x", **inside: str) -> Why:
    parsed = seqoia.parse(text(sequence, head, **inside), "spaseq")
    answer = seqoia.evaluate(seqoia.lower(parsed), [stream])[number]
    return seqoia.why(parsed, answer, [stream])


def taken(why: Why) -> list[tuple[str, int]]:
    return [(each.label, each.event.arrival) for each in why.course.taken]


def passed(why: Why, gap: int) -> list[str]:
    told = why.as_json()
    found = told["after"] if gap == len(told["events"]) else told["events"][gap]["before"]
    return [each["because"] for each in found["passed"]]


def test_each_event_says_what_it_stood_for_and_what_it_was_compared_with() -> None:
    stream = happened((1, "A", "x", 10), (2, "B", "x", 5))
    why = reason("A ; B", stream, B="?nB :of ?x . FILTER (?vB < ?vA)")
    assert taken(why) == [("A", 0), ("B", 1)]
    assert [each.with_values for each in why.course.taken[1].compared] == ["5 < 10"]
    assert dict(why.runs) == {"matched": 1}


def test_what_was_passed_over_says_why() -> None:
    stream = happened(
        (1, "A", "x", 10), (2, "B", "y", 5), (3, "B", "x", 12), (4, "B", "x", 99), (5, "C", "x", 1), (6, "B", "x", 5)
    )
    why = reason("A ; B", stream, B="?nB :of ?x . FILTER (?vB < ?vA) FILTER (?vB < 50)")
    assert taken(why) == [("A", 0), ("B", 5)]
    assert passed(why, 1) == [
        "as B: ?x is :y, not :x",
        "as B: ?vB < ?vA does not hold (12 < 10)",
        "as B: FILTER ?vB < 50 does not hold (99 < 50)",
        "its graph is no B",
    ]


def test_any_may_pass_over_what_would_do() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2), (3, "B", "x", 3))
    why = reason("A : B", stream, 1, "?x ?vB")
    assert taken(why) == [("A", 0), ("B", 2)]
    assert passed(why, 1) == ["as B: it would do, and any lets a match pass over it"]


def test_an_absence_says_what_was_looked_at() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "y", 2), (3, "C", "x", 3))
    why = reason("A ; B! ; C", stream)
    assert taken(why) == [("A", 0), ("C", 2)]
    assert why.course.gaps[1].absent == ("B",)
    assert passed(why, 1) == ["as B: ?x is :y, not :x"]
    assert "no B, as it has to be" in why.show()


def test_absences_before_and_behind_a_match_are_looked_for_in_its_window() -> None:
    stream = happened((1, "A", "y", 1), (2, "B", "x", 2), (700, "C", "x", 3), (3, "C", "y", 3))
    why = reason("A! ; B ; C!", stream)
    assert (passed(why, 0), passed(why, 1)) == ([], ["as C: ?x is :y, not :x"])
    assert (why.course.gaps[0].absent, why.course.gaps[1].absent) == (("A",), ("C",))


def test_each_iteration_of_a_repetition_is_an_event_of_its_own() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2), (3, "B", "x", 1), (4, "B", "x", 3), (5, "C", "x", 9))
    why = reason("A ; B{2} BY ANY ; C", stream, head="?x ?vB", B="?nB :of ?x . FILTER (?vB > PREV(?vB))")
    assert taken(why) == [("A", 0), ("B", 1), ("B", 3), ("C", 4)]
    assert [[each.with_values for each in one.compared] for one in why.course.taken] == [[], [], ["3 > 2"], []]
    assert passed(why, 2) == ["as B: ?vB > PREV(?vB) does not hold (1 > 2)"]


def test_a_shorter_repetition_passes_over_an_iteration() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2), (3, "B", "x", 3), (4, "C", "x", 9))
    answers = seqoia.evaluate(lowered("A ; B+ ; C", "?x ?vB"), [stream])
    whys = [seqoia.why(text("A ; B+ ; C", "?x ?vB"), answer, [stream]) for answer in answers]
    shortest = min(whys, key=lambda each: len(each.course.taken))
    assert taken(shortest) == [("A", 0), ("B", 1), ("C", 3)]
    assert "as B: it would do once more: that is another match" in passed(shortest, 2)[0]


def test_what_was_left_out_says_what_stood_in_its_way() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "y", 2), (3, "C", "x", 9))
    why = reason("A ; B? ; C", stream)
    assert taken(why) == [("A", 0), ("C", 2)]
    assert passed(why, 1) == ["as B: ?x is :y, not :x"]


def test_events_of_one_instant_stand_for_a_conjunction() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2), (3, "B", "x", 5), (3, "C", "x", 6))
    why = reason("A ; (B & C)", stream)
    assert sorted(taken(why)) == [("A", 0), ("B", 2), ("C", 3)]
    assert "it would do, but at that time not all of B & C came" in passed(why, 1)[0]


def test_several_ways_to_one_answer_are_counted() -> None:
    stream = happened((1, "A", "x", 1), (1, "A", "x", 2), (2, "B", "x", 2))
    assert reason("A ; B", stream).ways == 2


def test_other_keys_cost_nothing_and_strict_contiguity_still_sees_them() -> None:
    stream = happened((1, "A", "x", 1), (2, "A", "y", 1), (3, "B", "y", 2), (4, "B", "x", 2))
    [answer] = seqoia.evaluate(lowered("A , B"), [stream])
    why = seqoia.why(lowered("A , B"), answer, [stream])
    assert taken(why) == [("A", 1), ("B", 2)]


def test_after_match_skip_does_not_hide_the_events_of_a_match() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2), (3, "A", "x", 1), (4, "B", "x", 2))
    query = text("A : B") + "\nAFTER MATCH SKIP PAST LAST EVENT"
    answers = seqoia.evaluate(seqoia.lower(seqoia.parse(query, "spaseq")), [stream])
    assert [taken(seqoia.why(query, answer, stream)) for answer in answers] == [
        [("A", 0), ("B", 1)],
        [("A", 2), ("B", 3)],
    ]


def test_what_is_no_match_is_refused() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2))
    with pytest.raises(UnjustifiedError, match="no match from 1970-01-01T00:00:01Z to 1970-01-01T00:00:09Z; are these"):
        seqoia.why(text("A ; B"), '{"start": 1, "end": 9, "bindings": {}}', stream)
    wrong = '{"start": 1, "end": 2, "bindings": {"x": {"type": "uri", "value": "http://example.org/y"}}}'
    with pytest.raises(UnjustifiedError, match=r"that says so; one of that time says \{\?x ↦ <http://example.org/x>\}"):
        seqoia.why(text("A ; B").replace("?nA :of ?x", "?nA :of ?z"), wrong, stream)


def test_windows_report_and_do_not_match() -> None:
    with pytest.raises(ValueError, match="why is told of matches of event patterns"):
        seqoia.why("SELECT ?x { ?x <http://e/p> 5 }", '{"start": 1, "end": 2, "bindings": {}}', [])


def _given(folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    arguments = shlex.split((folder / "command").read_text(encoding="utf-8"))
    pairs = list(pairwise(arguments))
    streams = [value.rpartition("=") for option, value in pairs if option == "--stream"]
    background = [value.rpartition("=") for option, value in pairs if option == "--background"]
    return (
        {name: str(folder / file) for name, _, file in streams},
        {name: str(folder / file) for name, _, file in background},
    )


@pytest.mark.parametrize("name", sorted(path.parent.name for path in (PROJECT / "examples").glob("*/query.spaseq")))
def test_every_match_of_an_example_has_a_reason(name: str) -> None:
    folder = PROJECT / "examples" / name
    streams, background = _given(folder)
    query = (folder / "query.spaseq").read_text(encoding="utf-8")
    for line in (folder / "expected.jsonl").read_text(encoding="utf-8").splitlines():
        why = seqoia.why(query, line, streams, background)
        told = json.loads(json.dumps(why.as_json()))
        assert (told["start"], told["end"]) == (json.loads(line)["start"], json.loads(line)["end"])
        assert min(each["start"] for each in told["events"]) == told["start"]
        assert max(each["end"] for each in told["events"]) == told["end"]
        ElementTree.fromstring(why.draw().document())


def test_a_query_over_single_triples_names_the_events_alone() -> None:
    folder = PROJECT / "examples" / "epsparql-drop-and-rise"
    streams, background = _given(folder)
    line = (folder / "expected.jsonl").read_text(encoding="utf-8").splitlines()[0]
    why = seqoia.why((folder / "query.epsparql").read_text(encoding="utf-8"), line, streams, background)
    assert len(why.course.taken) == 3
    assert why.course.gaps == ()


def test_a_notebook_shows_the_events_and_escapes_what_they_say() -> None:
    stream = happened((1, "A", "x", 1), (2, "B", "x", 2))
    why = reason("A ; B", stream, B="?nB :of ?x . FILTER (?vB < 5 && STR(?vA) != '<b>')")
    assert "&lt;b&gt;" in why._repr_html_()
    assert "<b>" not in why._repr_html_()
    ElementTree.fromstring(why._repr_svg_())
