"""Whatever the text, it ends soon: in a tree or in one diagnostic."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seqoia.languages.sparql import parse, print_query
from seqoia.text import QueryError, Source

MANY = 100_000
SOON = 5.0
"""Seconds; about two on a quiet machine."""

DEEP = {
    "brackets": "ASK { FILTER(" + "(" * MANY,
    "closed brackets": "ASK { FILTER(" + "(" * MANY + "1" + ")" * MANY + ") }",
    "groups": "ASK " + "{" * MANY,
    "denials": "ASK { FILTER(" + "!" * MANY,
    "spaced denials": "ASK { FILTER(" + "! " * MANY,
    "denials between comments": "ASK { FILTER(" + "!#\n" * 60_000 + "?x) }",
    "triple terms": "ASK { ?s ?p " + "<<(" * 80_000,
    "blank nodes": "ASK { " + "[ ?p " * 50_000,
    "annotations": "ASK { ?s ?p ?o " + "{| ?p ?o " * 20_000,
    "operators": "ASK { FILTER(" + "(1||2&&3=4+5*!" * 95 + "1" + ")" * 95 + ") }",
    "exists": "ASK {" + "FILTER EXISTS {" * 90 + "}" * 91,
}
LONG = {
    "disjunction": "ASK { FILTER(?a" + "||?a" * MANY + ") }",
    "union": "ASK { {}" + "UNION{}" * MANY + " }",
    "path": "ASK { ?s a" + "/^a" * MANY + " ?o }",
    "comment": "ASK { # " + "x" * 1_000_000,
    "megabyte": "ASK { " + "?s ?p ?o . " * MANY + "}",
}
ODD = {
    "quotes": '"' * 250_000,
    "angles": "ASK { ?s ?p " + "< " * 125_000,
    "backslashes": "ASK { ?s ?p '" + "\\" * 250_000,
    "dots": "ASK { ?s ?p a:" + "." * 250_000,
    "unclosed long texts": "ASK { ?s ?p '''" + "a''" * 80_000,
    "minus": "ASK { FILTER(" + "- " * MANY,
    "a large number": "ASK {} LIMIT " + "1" * 250_000,
    "a long word": "ASK { FILTER(" + "a" * 250_000 + "(",
}
BEARABLE = {
    "sum": "ASK { FILTER(1" + "+1" * 50_000 + ") }",
    "disjunction": "ASK { FILTER(?a" + "||?a" * 20_000 + ") }",
    "union": "ASK { {}" + "UNION{}" * 10_000 + " }",
    "path": "ASK { ?s a" + "/^a" * 20_000 + " ?o }",
    "binds": "ASK {" + "".join(f"BIND(1 AS ?a{number})" for number in range(5_000)) + "}",
    "brackets": "ASK { FILTER(" + "(" * 90 + "1" + ")" * 90 + ") }",
    "subqueries": "SELECT * " + "{SELECT * " * 98 + "{}" + "}" * 98,
    "groups": "ASK " + "{" * 99 + "}" * 99,
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in (DEEP | LONG | ODD).items()])
def test_what_is_too_deep_too_long_or_too_odd_is_refused_soon(text: str) -> None:
    began = time.perf_counter()
    with pytest.raises(QueryError):
        parse(Source("large.rq", text))
    assert time.perf_counter() - began < SOON


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in BEARABLE.items()])
def test_what_is_large_but_bearable_survives_printing(text: str) -> None:
    query = parse(Source("large.rq", text))
    assert parse(Source("printed.rq", print_query(query))) == query


def test_the_message_about_depth_points_at_the_first_level_too_deep() -> None:
    with pytest.raises(QueryError) as refused:
        parse(Source("deep.rq", "ASK " + "{" * 200))
    diagnostic = refused.value.diagnostic
    assert (diagnostic.message, diagnostic.column) == ("the query nests deeper than 100 levels", 105)


HEAP = """
SELECT ASK WHERE { } ( ) [ ] << >> <<( )>> {| |} ?x a :p <i> . ; , | / ^ ! = < > 1 -1 'x' @en ~ * + FILTER BIND AS UNION
NOT EXISTS IN VALUES UNDEF GROUP BY COUNT STR \\ # PREFIX : % é "
"""
WORDS = st.sampled_from([*HEAP.split(), '"""', "\n"])


def refusal_of(text: str) -> str:
    """What is said about a text; nothing if it is a query, which then is the same query when printed."""
    try:
        query = parse(Source("heap.rq", text))
    except QueryError as error:
        return error.diagnostic.render()
    assert parse(Source("printed.rq", print_query(query))) == query
    return ""


@given(st.lists(WORDS, max_size=30))
def test_a_heap_of_words_is_a_query_or_refused(words: list[str]) -> None:
    said = refusal_of(" ".join(words))
    assert said == "" or said.startswith("error: ")


@given(st.text(max_size=40))
def test_noise_is_refused(text: str) -> None:
    assert refusal_of(text + "}}").startswith("error: ")
