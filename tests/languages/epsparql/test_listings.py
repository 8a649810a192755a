"""The queries of the paper, restated where they were lost: each means the algebra on file, and again when printed."""

from __future__ import annotations

import pytest

from places import PROJECT
from seqoia.algebra import show
from seqoia.languages.epsparql import lower, parse, print_query
from seqoia.text import Source

EXAMPLES = {path.parent.name: path for path in sorted((PROJECT / "examples").glob("*/query.epsparql"))}
GOLDENS = PROJECT / "tests" / "languages" / "epsparql" / "goldens"


def source(name: str) -> Source:
    return Source(name, EXAMPLES[name].read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_listing_means_what_is_on_file(name: str) -> None:
    golden = (GOLDENS / f"{name}.txt").read_text(encoding="utf-8")
    assert show(lower(parse(source(name)))) + "\n" == golden


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_listing_is_laid_out_the_one_way(name: str) -> None:
    document = parse(source(name))
    assert print_query(document) == source(name).text
    assert parse(Source("printed", print_query(document))) == document


def test_the_paper_writes_select_expressions_without_brackets() -> None:
    bare = "SELECT ?sum / ?count AS ?average ?n { ?p <http://e/sum> ?sum ; <http://e/count> ?count ; <http://e/n> ?n }"
    bracketed = bare.replace("?sum / ?count AS ?average", "(?sum / ?count AS ?average)", 1)
    assert parse(Source("bare", bare)) == parse(Source("bracketed", bracketed))


def test_the_query_that_sequentional_turns_round_is_monotone_and_has_a_meaning() -> None:
    text = "SELECT ?x { {?y <http://e/b> ?y} OPTIONALSEQ {?x <http://e/a> ?x} }"
    assert "OptionalSequence" in show(lower(parse(Source("turned", text))))


def test_union_binds_tighter_than_the_operators_of_time() -> None:
    flat = "SELECT * { {?a ?b 1} SEQ {?a ?b 2} UNION {?a ?b 3} EQUALSOPTIONAL {?a ?b 4} }"
    braced = "SELECT * { {{?a ?b 1} SEQ {{?a ?b 2} UNION {?a ?b 3}}} EQUALSOPTIONAL {?a ?b 4} }"
    assert lower(parse(Source("flat", flat))) == lower(parse(Source("braced", braced)))
