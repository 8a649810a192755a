"""The queries of the paper, and its examples in concrete syntax."""

from __future__ import annotations

from pathlib import Path

import pytest

from places import PROJECT
from seqoia.languages.registry import SPASEQ, recognise
from seqoia.languages.spaseq import lower, parse, print_query, warnings
from seqoia.text import Source

QUERIES = sorted((PROJECT / "examples").glob("spaseq-*/query.spaseq"))


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.parent.name)
def test_a_printed_query_is_the_same_query(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    query = parse(Source(path.name, text))
    printed = print_query(query)
    again = parse(Source(path.name, printed))
    assert printed == text
    assert again == query
    assert lower(again) == lower(query)


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.parent.name)
def test_the_queries_of_the_paper_are_known_by_their_text_and_warn_of_nothing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert recognise(text) is SPASEQ
    assert warnings(parse(Source(path.name, text))) == ()


def test_all_queries_and_examples_of_the_paper_are_there() -> None:
    assert len(QUERIES) == 6 + 9


LAID_OUT = """\
# what it is for
PREFIX : <http://e/>

# the head
SELECT ?x
WITHIN PT30M SLIDING
# where it comes from
FROM STREAM S <http://e/s>
WHERE {
  # first one, then others
  SEQ (A ; (B+ BY NEXT LONGEST)?, (A, B){2,3})

  # the one
  DEFINE GPM A ON S {
    ?x :a ?y .
    # enough
    FILTER (?y > 3)
  }

  DEFINE GPM B ON S {
    ?x :b ?z .
  }
  # nothing else
}
AFTER MATCH SKIP TO LAST B
LIMIT 1 PER START
ORDER BY ?x
LIMIT 10
OFFSET 2
# the end
"""


def test_comments_keep_their_places() -> None:
    query = parse(Source("query.spaseq", LAID_OUT))
    assert print_query(query) == LAID_OUT


def test_brackets_stand_only_where_they_are_needed() -> None:
    text = LAID_OUT.replace("SEQ (A ;", "SEQ (((A) & (B)) | (A) ;")
    assert "SEQ (A & B | A ; (B+" in print_query(parse(Source("query.spaseq", text)))
