"""The worked examples of the paper, as SEMANTICS 4.2 corrects them, against the reference semantics."""

from __future__ import annotations

import json
import shlex

import pytest

from languages.spaseq.texts import lowered
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
