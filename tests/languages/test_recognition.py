"""A query's text tells its language."""

from __future__ import annotations

import time

import pytest

from seqoia.languages.registry import LANGUAGES, recognise

QUERIES = {
    "spaseq": "SELECT ?x WITHIN 5 SECONDS FROM STREAM S1 <http://e/s> WHERE { SEQ (A, B) DEFINE GPM A ON S1 { } }",
    "rsepql": "SELECT * FROM NAMED :S WIN [LND 9] AS :w EVENT ON :w { ?x :p ?y } AS E WHERE { MATCH { E } }",
    "sparqlstream": "SELECT * FROM NAMED STREAM <http://e/s> [FROM NOW - 10 S TO NOW] WHERE { ?s ?p ?o }",
    "csparql": "REGISTER QUERY q AS SELECT * FROM STREAM <http://e/s> [RANGE 10s STEP 1s] WHERE { ?s ?p ?o }",
    "cqels": "SELECT * WHERE { STREAM <http://e/s> [NOW] { ?s ?p ?o } }",
    "epsparql": "SELECT * WHERE { { ?s ?p ?o } SEQ { ?o ?p ?s } }",
    "rspql": "SELECT * FROM NAMED WINDOW :w ON :s [RANGE PT5S STEP PT5S] WHERE { WINDOW :w { ?s ?p ?o } }",
    "sparql": "SELECT * WHERE { ?s ?p ?o }",
}


@pytest.mark.parametrize("name", LANGUAGES)
def test_each_language_is_recognised_by_its_words(name: str) -> None:
    assert recognise(QUERIES[name]).name == name
    assert recognise(QUERIES[name].lower()).name == name


@pytest.mark.parametrize("name", LANGUAGES)
def test_each_language_is_recognised_by_the_suffix_of_its_file(name: str) -> None:
    assert recognise("", f"folder/query{LANGUAGES[name].suffix}").name == name


def test_a_sequence_in_brackets_is_no_sequence_of_spaseq() -> None:
    assert recognise("SELECT * FROM NAMED :S WIN [LND 9] AS :w { MATCH { E SEQ ( LAST F ) } }").name == "rsepql"


def test_a_stream_operator_without_windows_is_rspqls() -> None:
    assert recognise("CONSTRUCT DSTREAM { ?o :left ?s } WHERE { ?o :owns ?s }").name == "rspql"


def test_a_named_stream_before_the_pattern_is_no_pattern_over_a_stream() -> None:
    assert recognise("SELECT * FROM NAMED STREAM :s [RANGE 10s STEP 1s] { GRAPH :s { ?s ?p ?o } }").name == "csparql"


@pytest.mark.parametrize(
    "text",
    [
        "# } SEQ { is what EP-SPARQL says\nSELECT * { ?s ?p 'DEFINE GPM' }",
        'SELECT * { ?s ?p """ "STREAM <http://e/s> [NOW] " """ }',
        "SELECT * { <http://e/#SEQ(> ?p '\\' MATCH {' }",
        "SELECT ?seq { ?seq ?match ?window }",
    ],
)
def test_comments_texts_and_iris_tell_nothing(text: str) -> None:
    assert recognise(text).name == "sparql"


def test_a_megabyte_is_told_apart_at_once() -> None:
    started = time.perf_counter()
    for text in (
        "'" * 1_000_000,
        "<" * 1_000_000,
        "STREAM " * 150_000,
        '"""' + "\\" * 1_000_001,
        "}SEQ" + " " * 999_999,
    ):
        recognise(text)
    assert time.perf_counter() - started < 10
