"""A wrong query gets one message: what is wrong, exactly where, what was expected, what would mend it."""

from __future__ import annotations

import pytest

from seqoia.languages.epsparql import lower, parse
from seqoia.languages.epsparql import warnings as warnings_about
from seqoia.text import Diagnostic, QueryError, Source

BRACES = "it stands between two groups in braces"
NO_EVENT = "nothing in this group happens in the stream"
MOVE = "move it to a group with a triple of the stream"

CASES = {
    "SELECT * { {?a ?b ?c} OPTIONAL SEQ {?c ?d ?e} }": (
        (23, "`OPTIONAL SEQ` is no operator", "", "did you mean OPTIONALSEQ?")
    ),
    "SELECT * { {?a ?b ?c} EQUALS OPTIONAL {?c ?d ?e} }": (
        (23, "`EQUALS OPTIONAL` is no operator", "", "did you mean EQUALSOPTIONAL?")
    ),
    "SELECT * { ?a ?b ?c SEQ {?c ?d ?e} }": (
        (21, "`SEQ` cannot stand here", BRACES, "put what comes before and after in braces: { … } SEQ { … }")
    ),
    'SELECT * { {?é ?b "ü"} SEQUALS {?c ?d ?e} }': ((24, "`SEQUALS` cannot stand here", None, "did you mean EQUALS?")),
    "SELECT * { {?é ?b 'ü'} FILTER(getDURATIO() < 3) }": (
        (31, "there is no function getDURATIO", "expected the name of a function", "did you mean getDURATION?")
    ),
    "SELECT * { ?a ?b ?c FILTER(getDURATION(?a) < 3) }": ((28, "getDURATION takes no argument", "1 given", "")),
    "SELECT ?a ?b + 1 { ?a ?c ?b }": (
        (11, "this expression has no name", "expected AS and a variable after it", "write expression AS ?variable")
    ),
    "SELECT * POLICY RECENTLY { ?a ?b ?c }": (
        (17, "`RECENTLY` cannot stand here", "expected the name of a policy", "did you mean RECENT?")
    ),
    "SELECT * { GRAPH <http://e/g> {?a ?b ?c} FILTER(getDURATION() < 3) }": (
        (49, "there is no interval here for getDURATION()", NO_EVENT, MOVE)
    ),
    "ASK { VALUES ?x { 1 } BIND(getENDTIME() AS ?y) }": (
        (28, "there is no interval here for getENDTIME()", NO_EVENT, MOVE)
    ),
    "ASK { GRAPH <http://e/g> { {?a ?b ?c} SEQ {?a ?b ?d} } }": (
        (28, "SEQ has no meaning inside GRAPH", "a named graph holds at all times", "")
    ),
    "CONSTRUCT { } WHERE { ?a ?b ?c } ASK { ?a ?b ?c }": (
        (11, "this rule creates nothing", "a rule adds the triples of its template to the stream", "")
    ),
    "CONSTRUCT { ?a ?b ?colour } WHERE { ?a ?b ?color } ASK { ?a ?b ?c }": (
        (
            19,
            "?colour is never bound, so this rule creates nothing",
            "a variable of the rule's WHERE",
            "did you mean ?color?",
        )
    ),
    "CONSTRUCT { ?a ?b ?c } WHERE { ?a ?b ?c } LIMIT 4 ASK { ?a ?b ?c }": (
        (43, "a rule derives from all its solutions", "ORDER BY, LIMIT and OFFSET stand in the last query", "")
    ),
    "CONSTRUCT { ?a ?b ?c } FROM <http://e/> WHERE { ?a ?b ?c } ASK { ?a ?b ?c }": (
        (
            24,
            "a rule reads what the query reads",
            "dataset clauses stand in the last query",
            "move it to the query at the end",
        )
    ),
    "SELECT * { ?a ?b ?c } ASK { ?a ?b ?c }": (
        (
            1,
            "only a CONSTRUCT can stand before another query",
            "a text has rules, and one query at its end",
            "keep one query, or put each in a text of its own",
        )
    ),
    "ASK POLICY RECENT POLICY RECENT { ?a ?b ?c }": (
        (19, "POLICY is said twice", "one of them holds for the whole text", "")
    ),
    "ASK { ?a ?b ?c OPTIONAL { ?a ?b ?d FILTER EXISTS { ?a ?b ?e } } }": (
        (
            43,
            "EXISTS cannot stand in this condition",
            "it asks about one solution",
            "put the group of OPTIONAL in a second pair of braces",
        )
    ),
    "SELECT DISTINCT ?a { ?a ?b ?c } ORDER BY ?c": (
        (
            42,
            "distinct answers cannot be ordered by what they do not show",
            "one answer may stand for several values of it",
            "select what you order by, or leave out DISTINCT",
        )
    ),
}


def refused(text: str) -> Diagnostic:
    with pytest.raises(QueryError) as error:
        lower(parse(Source("query.epsparql", text)))
    return error.value.diagnostic


@pytest.mark.parametrize("text", CASES)
def test_a_wrong_query_is_told_what_and_where(text: str) -> None:
    column, message, note, help = CASES[text]
    said = refused(text)
    assert (said.column, said.message, said.help) == (column, message, help)
    assert note is None or said.note == note


def test_sequentional_is_refused_with_the_reason() -> None:
    said = refused("SELECT ?x { {?x <http://e/a> ?x} SEQUENTIONAL {?y <http://e/b> ?y} }")
    assert (said.column, said.message) == (34, "`SEQUENTIONAL` is no operator")
    assert "taken back" in said.help
    assert "OPTIONALSEQ" in said.help


def test_a_service_is_refused() -> None:
    said = refused("SELECT * { ?a ?b ?c SERVICE <http://e/s> { ?a ?b ?c } }")
    assert (said.column, said.message) == (21, "SERVICE cannot be asked about a stream")


def test_exists_cannot_be_asked_without_end() -> None:
    said = refused(f"ASK {{ ?a ?b ?c {'FILTER EXISTS { ?a ?b ?d } ' * 5}}}")
    assert said.message == "too many EXISTS for one text"
    assert said.column == 16 + 4 * 27 + 7


def test_a_filter_that_never_sees_its_variable_is_warned_of() -> None:
    document = parse(Source("query.epsparql", "SELECT * { {?x ?p 1 FILTER(?y > 1)} SEQ {?y ?p 2} }"))
    [warning] = warnings_about(document)
    assert (warning.column, warning.message) == (28, "?y never has a value here")
