"""The worked examples of the paper, as SEMANTICS 4.2 corrects them, against the reference semantics."""

from __future__ import annotations

import json
import shlex

import pytest

from languages.spaseq.texts import asking, lowered
from languages.spaseq.worlds import answered
from places import PROJECT
from seqoia.cli import main

Row = tuple[int, str]

H1, H2 = ":H1 :Pw1 :L1", ":H2 :Pw2 :L1"

TABLES: dict[str, list[Row]] = {
    "spaseq-gpm": [(10, ":H1 :Pw1 :L1"), (15, ":H2 :Pw2 :L2")],
    "spaseq-conjunction": [(10, f"{H1} :W1 :Vl1")],
    "spaseq-disjunction": [(10, H1), (10, "- - :L1 :W1 :Vl1"), (20, "- - :L1 :W2 :Vl2"), (25, ":H2 :Pw2 :L2")],
    "spaseq-skip-till-any": [
        (20, f"{H1} :W1 :Vl1"),
        (25, f"{H1} :W2 :Vl2"),
        (20, f"{H2} :W1 :Vl1"),
        (25, f"{H2} :W2 :Vl2"),
    ],
    "spaseq-skip-till-next": [(20, f"{H1} :W1 :Vl1"), (20, f"{H2} :W1 :Vl1")],
    "spaseq-strict-contiguity": [(20, f"{H2} :W1 :Vl1")],
    "spaseq-kleene-plus": [(15, f"{H1} :W1 :Vl1"), (20, f"{H1} :W2 :Vl2")],
    "spaseq-background": [(10, ":H1 :Pw1 :L1 :john :paris")],
    "spaseq-window": [(15, ":H1 :Pw1 :Vl1")],
}
"""By example: the time and the terms of each row, `-` where nothing is bound."""


@pytest.mark.parametrize("name", TABLES)
def test_an_example_of_the_paper_has_the_paper_s_answers(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = PROJECT / "examples" / name
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit):
        main(shlex.split((folder / "command").read_text(encoding="utf-8"))[1:])
    columns = lowered((folder / "query.spaseq").read_text(encoding="utf-8")).form.variables
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    rows = [(answer["end"], [spelled(answer["bindings"].get(column.name)) for column in columns]) for answer in answers]
    expected = [(time, (row.split() + ["-"] * len(columns))[: len(columns)]) for time, row in TABLES[name]]
    assert sorted(rows) == sorted(expected)


def spelled(term: dict[str, str] | None) -> str:
    return "-" if term is None else term["value"].replace("http://example/", ":")


WORDS: dict[str, tuple[str, dict[str, str], str, list[str]]] = {
    "a stateful filter is part of what fits": ("A ; B", {"B": "FILTER(?y > ?x)"}, "1:a5 2:b3 3:b7", ["1-3 x=5 y=7"]),
    "an option does not hide what any can do without": (
        "A : B? : C",
        {},
        "1:a1 2:b2 3:c3",
        ["1-3 x=1 y=2 z=3", "1-3 x=1 z=3"],
    ),
    "an option is taken where next finds one": ("A ; B? ; C", {}, "1:a1 2:b2 3:c3", ["1-3 x=1 y=2 z=3"]),
    "an option may be missing": ("A ; B? ; C", {}, "1:a1 2:d2 3:c3", ["1-3 x=1 z=3"]),
    "an option at the start is taken": ("A? ; B", {}, "1:a1 2:b2 3:b3", ["1-2 x=1 y=2", "3-3 y=3"]),
    "an option at the start is taken where nothing lies between": ("A? , B", {}, "1:a1 2:b2", ["1-2 x=1 y=2"]),
    "an option at the start hides nothing from any": ("A? : B", {}, "1:a1 2:b2", ["1-2 x=1 y=2", "2-2 y=2"]),
    "an option at the start hides what stands with it to its end": (
        "A? ; B ; C",
        {"C": "FILTER(!BOUND(?x) || ?z > ?x)"},
        "1:a5 2:b2 3:c3",
        ["2-3 y=2 z=3"],
    ),
    "options at the start are taken as far as they go": (
        "A? ; B? ; C",
        {},
        "1:a1 2:b2 3:c3 11:a2 12:c4",
        ["1-3 x=1 y=2 z=3", "11-12 x=2 z=4"],
    ),
    "an option before a sequence in brackets is taken": ("A? ; (B : C)", {}, "1:a1 2:b2 3:c3", ["1-3 x=1 y=2 z=3"]),
    "an option in brackets comes after what stands before them": (
        "A ; (B? ; C)",
        {},
        "1:b1 2:a2 3:c3 4:b4 5:c5",
        ["2-3 x=2 z=3"],
    ),
    "an option that does not fit what follows hides nothing": (
        "A ; B? : B",
        {},
        "1:a1 2:b1 3:b2",
        ["1-2 x=1 y=1", "1-3 x=1 y=2"],
    ),
    "what must not occur did": ("A ; B! ; C", {}, "1:a1 2:b2 3:c3 4:a4 5:c5", ["4-5 x=4 z=5"]),
    "what must not occur is judged with its filter": (
        "A ; B! ; C",
        {"B": "FILTER(?y > ?x)"},
        "1:a5 2:b2 3:c3",
        ["1-3 x=5 z=3"],
    ),
    "nothing came before": ("B! ; A", {}, "1:a1 2:b2 3:a3", ["1-1 x=1"]),
    "nothing came after": ("A ; B!", {}, "1:a1 2:b2 3:a3", ["3-3 x=3"]),
    "iterations compare with the one before": (
        "A, D+",
        {"D": "FILTER(?w > PREV(?w))"},
        "1:a1 2:d1 3:d3 4:d2",
        ["1-2 w=1 x=1", "1-3 w=3 x=1"],
    ),
    "iterations inside a sequence follow strictly": ("A ; D+", {}, "1:a1 2:d1 3:c2 4:d3", ["1-2 w=1 x=1"]),
    "iterations that stand alone follow next": ("D+", {}, "1:d1 2:c2 3:d3", ["1-1 w=1", "3-3 w=3", "1-3 w=3"]),
    "a choice of the longest": ("A ; D+ LONGEST", {}, "1:a1 2:d1 3:d3", ["1-3 w=3 x=1"]),
    "a later event asks for the sum": (
        "A ; D{2} ; C",
        {"C": "FILTER(?z > SUM(?w))"},
        "1:a1 2:d1 3:d2 4:c3 5:c4",
        ["1-5 w=2 x=1 z=4"],
    ),
    "any number includes none": ("A, D*, C", {}, "1:a1 2:c2 3:a3 4:d4 5:c5", ["1-2 x=1 z=2", "3-5 w=4 x=3 z=5"]),
    "events at one time ask for each other": (
        "B & C",
        {"C": "FILTER(?z > ?y)"},
        "1:b2 1:c3 2:b3 2:c2",
        ["1-1 y=2 z=3"],
    ),
    "a computed variable sees earlier events": (
        "A ; B",
        {"B": "BIND(?y - ?x AS ?rise) FILTER(?rise > 1)"},
        "1:a1 2:b2 3:b4",
        ["1-3 rise=3 x=1 y=4"],
    ),
}


@pytest.mark.parametrize("case", WORDS)
def test_a_sequence_matches_what_it_says(case: str) -> None:
    sequence, filters, word, expected = WORDS[case]
    assert sorted(answered(asking(sequence, **filters), word)) == sorted(expected)


SELECTED = {
    "a count of iterations": ("SELECT (COUNT(D) AS ?n)", "A ; D+ LONGEST", "", "1:a1 2:d4 3:d6", ["1-3 n=2"]),
    "a mean": ("SELECT (AVG(?w) AS ?mean)", "A ; D+ LONGEST", "", "1:a1 2:d4 3:d6", ["1-3 mean=5"]),
    "each answer once": ("SELECT DISTINCT ?x", "A : B", "", "1:a1 2:b2 3:b3", ["1-2 x=1"]),
    "an order and a limit": ("SELECT ?y", "A : B", "ORDER BY DESC(?y) LIMIT 1", "1:a1 2:b2 3:b3", ["1-3 y=3"]),
    "no overlap": ("SELECT ?x", "A ; B", "AFTER MATCH SKIP PAST LAST EVENT", "1:a1 2:a2 3:b3", ["1-3 x=1"]),
    "no overlap of a repetition that stands alone": (
        "SELECT ?w",
        "D+",
        "AFTER MATCH SKIP PAST LAST EVENT",
        "1:d1 2:d2 3:d3",
        ["1-1 w=1", "2-2 w=2", "3-3 w=3"],
    ),
    "no overlap of repetitions that are summed up": (
        "SELECT ?w (SUM(?w) AS ?sum)",
        "D{2}",
        "AFTER MATCH SKIP PAST LAST EVENT",
        "1:d1 2:d2 3:d3 4:d4",
        ["1-2 sum=3 w=2", "3-4 sum=7 w=4"],
    ),
    "no overlap of the longest repetitions": (
        "SELECT ?w",
        "D+ LONGEST",
        "AFTER MATCH SKIP PAST LAST EVENT",
        "1:d1 2:d2 3:d3",
        ["1-3 w=3"],
    ),
    "one match a start": ("SELECT ?x ?y", "A : B", "LIMIT 1 PER START", "1:a1 2:b2 3:b3", ["1-2 x=1 y=2"]),
}


@pytest.mark.parametrize("case", SELECTED)
def test_matches_are_counted_and_told_as_asked(case: str) -> None:
    select, sequence, after, word, expected = SELECTED[case]
    assert answered(asking(sequence, select, after=after), word) == expected


def test_a_sliding_window_starts_with_each_match() -> None:
    assert answered(asking("A : B", "SELECT ?x ?y", "WITHIN 2 SLIDING"), "1:a1 3:b3 4:b4") == ["1-3 x=1 y=3"]
    assert answered(asking("A : B", "SELECT ?x ?y", "WITHIN 2"), "1:a1 3:b3 4:b4") == []


def test_an_option_at_the_start_is_taken_where_a_sliding_window_still_holds_it() -> None:
    assert answered(asking("A? ; B", clauses="WITHIN 2 SLIDING"), "1:a1 3:b3") == ["1-3 x=1 y=3"]
    assert answered(asking("A? ; B", clauses="WITHIN 2 SLIDING"), "1:a1 4:b4") == ["4-4 y=4"]
    assert answered(asking("A? ; B ; C", clauses="WITHIN 2 SLIDING"), "1:a1 2:b2 4:c4") == ["2-4 y=2 z=4"]


def test_two_hundred_iterations_have_an_end() -> None:
    word = " ".join(["0:a0", *(f"{time}:d{time}" for time in range(1, 200))])
    assert len(answered(asking("A , D+"), word)) == 199
    assert answered(asking("A ; D+ BY NEXT LONGEST"), word) == ["0-199 w=199 x=0"]
