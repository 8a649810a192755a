"""Every query of the five papers, as near to the print as its slips allow, comes back from the printer as it was.

The files of `papers/` are the listings, the examples and what appendices and evaluations say in words. What had to be
mended stands in the READMEs of the rooms. Transcripts and examples say what queries answer; here they are only text.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import seqoia
from places import PROJECT
from transcripts.transcript import transcripts

FOLDER = Path(__file__).parent / "papers"
PRINTED = sorted(FOLDER.glob("*/*"))
EXAMPLES = sorted((PROJECT / "examples").glob("*/query.*"))
TRANSCRIPTS = {each.name: each for each in transcripts()}

NUMBERED = {
    "ep-sparql": [f"listing-{number}" for number in range(1, 7)],
    "rsep-ql": ["example-04", "section-05"],
    "rsp-ql": ["example-02", "example-10"],
    "rsp-ql-star": ["listing-1", "listing-2", *(f"section-5-1-query-{number}" for number in range(1, 7))],
    "spaseq": [
        *(f"query-{number}" for number in range(1, 7)),
        *(f"example-{number:02}" for number in (2, *range(3, 13), 14)),
    ],
}
"""What the papers give a number and either print or describe in full; P-SPA's example 13 is about streams alone."""


def comes_back(text: str, language: str | None, name: str) -> None:
    parsed = seqoia.parse(text, language, name)
    printed = seqoia.format_query(parsed)
    again = seqoia.parse(printed, parsed.language.name, name)
    assert again.tree == parsed.tree
    assert seqoia.lower(again) == seqoia.lower(parsed)
    assert seqoia.format_query(again) == printed


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_query_of_a_paper_comes_back_from_the_printer_with_its_meaning(path: Path) -> None:
    comes_back(path.read_text(encoding="utf-8"), None, path.name)


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_query_of_a_paper_is_known_by_its_text(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".epsparql" and " SEQ" not in text.upper() and "OPTIONALSEQ" not in text.upper():
        pytest.skip("nothing in it is EP-SPARQL's alone")
    assert seqoia.recognise(text).name == path.suffix[1:]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_a_query_of_an_example_comes_back_from_the_printer_with_its_meaning(path: Path) -> None:
    comes_back(path.read_text(encoding="utf-8"), None, path.name)


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_a_query_of_a_transcript_comes_back_from_the_printer_with_its_meaning(name: str) -> None:
    comes_back(TRANSCRIPTS[name].query, TRANSCRIPTS[name].content["language"], name)


def test_no_numbered_query_is_missing() -> None:
    there = Counter(f"{path.parent.name}/{path.stem}" for path in PRINTED)
    wanted = [f"{paper}/{name}" for paper, names in NUMBERED.items() for name in names]
    assert [name for name in wanted if name not in there] == []
