"""A wrong query gets one message: what is wrong, exactly where, what was expected, what would mend it."""

from __future__ import annotations

import pytest

from seqoia.languages.sparql import parse
from seqoia.text import Diagnostic, QueryError, Source


def refused(text: str) -> Diagnostic:
    with pytest.raises(QueryError) as error:
        parse(Source("query.rq", text))
    return error.value.diagnostic


ELEMENTS = "FILTER, BIND, OPTIONAL or another graph pattern"
START = "expected ASK, BASE, CONSTRUCT, DESCRIBE, PREFIX, SELECT or VERSION"

CASES = {
    "nothing": ("", 1, 1, "the query ends too early", START, ""),
    "misspelt form": ("SELCT ?x {}", 1, 1, "`SELCT` cannot stand here", START, "did you mean SELECT?"),
    "misspelt filter": (
        "SELECT * {\n  ?s ?p ?o\n  FLITER(?o > 3)\n}",
        3,
        3,
        "`FLITER` cannot stand here",
        f"expected {ELEMENTS}, an annotation, `,`, `.`, `;` or `}}`",
        "did you mean FILTER?",
    ),
    "misspelt after a list that could go on": (
        "SELECT * {} ORDER BY ?x LIMTI 5",
        1,
        25,
        "`LIMTI` cannot stand here",
        "neither a keyword nor a function",
        "did you mean LIMIT?",
    ),
    "misspelt function": (
        "SELECT * { FILTER(STRLENN(?x) > 3) }",
        1,
        19,
        "there is no function STRLENN",
        "expected the name of a function",
        "did you mean STRLEN?",
    ),
    "misspelt exists": (
        "SELECT * { FILTER(EXIST { ?s ?p ?o }) }",
        1,
        19,
        "`EXIST` cannot stand here",
        "neither a keyword nor a function",
        "did you mean EXISTS?",
    ),
    "function without arguments": ("ASK { FILTER(STR > 3) }", 1, 14, "STR needs its arguments", "", "write STR(…)"),
    "wrong number of arguments": ("ASK { FILTER(REGEX(?x)) }", 1, 14, "REGEX takes 2 or 3 arguments", "1 given", ""),
    "unclosed group": (
        "ASK {\n  OPTIONAL {\n    ?s ?p ?o",
        2,
        12,
        "this `{` is never closed",
        "expected `}` before the end",
        "",
    ),
    "brackets that cross": (
        "ASK {\n  FILTER(?x > 3\n}",
        2,
        9,
        "this `(` is never closed",
        "expected `)` before the `}` at line 3, column 1",
        "",
    ),
    "bracket too many": (
        "ASK { } }",
        1,
        9,
        "this `}` closes nothing",
        "expected the end of the query, GROUP, HAVING, LIMIT, OFFSET, ORDER or VALUES",
        "",
    ),
    "unclosed text": ('ASK { ?s ?p "é }', 1, 13, "this text is never closed", "expected a closing quote", ""),
    "unclosed long text": (
        'ASK {\n ?s ?p """a\n "b" }',
        2,
        8,
        "this text is never closed",
        "expected a closing quote",
        "",
    ),
    "unknown escape": (
        r'ASK { ?s ?p "日本\q" }',
        1,
        16,
        r"`\q` is no escape",
        r"expected \n, \t, \", \\, \u and four digits",
        "",
    ),
    "surrogate": (
        r'ASK { ?s ?p "ü\uD83C" }',
        1,
        15,
        r"\uD83C is no character",
        "expected a Unicode code point that is not a surrogate",
        r"write the character itself, or its code point with \U and eight digits",
    ),
    "space in an IRI": (
        "ASK { ?s <http://é b> ?o }",
        1,
        19,
        "an IRI cannot contain a space",
        "",
        "write %20 for it",
    ),
    "unclosed IRI": ("ASK { ?s <http://a\n?o }", 1, 10, "this IRI is never closed", "expected `>` at its end", ""),
    "prefix without colon": (
        "PREFIX foaf <http://x> ASK {}",
        1,
        8,
        "`foaf` cannot stand here",
        "expected a prefix with its colon",
        "write the prefix with its colon: foaf:",
    ),
    "well-known prefix": (
        "ASK { ?é foaf:name ?o }",
        1,
        10,
        "the prefix foaf: is not declared",
        "expected a declared prefix",
        "add at the top: PREFIX foaf: <http://xmlns.com/foaf/0.1/>",
    ),
    "misspelt prefix": (
        "PREFIX trade: <t#>\nASK { ?s trad:price ?o }",
        2,
        10,
        "the prefix trad: is not declared",
        "expected a declared prefix",
        "did you mean trade:?",
    ),
    "unknown prefix": (
        "ASK { ?s zzz:price ?o }",
        1,
        10,
        "the prefix zzz: is not declared",
        "expected a declared prefix",
        "add at the top: PREFIX zzz: <…>",
    ),
    "missing object": ("ASK { ?s ?p }", 1, 13, "`}` cannot stand here", "expected an object", ""),
    "missing dot": (
        "ASK { ?s ?p ?o ?x ?y ?z }",
        1,
        16,
        "`?x` cannot stand here",
        f"expected {ELEMENTS}, an annotation, `,`, `.`, `;` or `}}`",
        "a `.` stands between triple patterns",
    ),
    "commas in a projection": (
        "SELECT ?x, ?y {}",
        1,
        10,
        "`,` cannot stand here",
        "expected a group in `{` `}`, a variable or `(expression AS ?variable)`, FROM or WHERE",
        "variables stand side by side, without commas",
    ),
    "unnamed projection": (
        "SELECT COUNT(*) {}",
        1,
        8,
        "`COUNT` cannot stand here",
        "expected a variable or `(expression AS ?variable)`, DISTINCT, REDUCED or `*`",
        "name what is computed: (COUNT(…) AS ?name)",
    ),
    "bare condition": (
        "ASK { FILTER ?x > 3 }",
        1,
        14,
        "`?x` cannot stand here",
        "expected a condition in brackets or a function call",
        "put the condition in brackets",
    ),
    "double equals": (
        "ASK { FILTER(?x == 3) }",
        1,
        18,
        "`=` cannot stand here",
        "expected an expression",
        "values are compared with a single `=`",
    ),
    "and in words": (
        "ASK { FILTER(?x AND ?y) }",
        1,
        17,
        "`AND` cannot stand here",
        "expected an operator or `)`",
        "write `&&`",
    ),
    "curly quotes": (
        "ASK { ?é ?ü “abc” }",
        1,
        13,
        "`“` cannot stand here",
        "expected an object",
        "write straight quotes: \" or '",
    ),
    "escape in a name": (
        "PREFIX : <x> ASK { ?s :p\\u0041 ?o }",
        1,
        25,
        "`\\` cannot stand here",
        "expected an object or an operator",
        "escapes of code points stand in IRIs and texts only; write the character itself",
    ),
    "direction": (
        "ASK { ?s ?p 'x'@en--up }",
        1,
        16,
        "'up' is no base direction",
        "expected the direction ltr or rtl",
        "write @en--ltr or @en--rtl",
    ),
    "row of another width": (
        "SELECT * { VALUES (?a ?b) { (1 2) (3) } }",
        1,
        35,
        "this row does not fit the variables",
        "expected 2 values, 1 given",
        "UNDEF stands for no value",
    ),
    "column twice": (
        "SELECT * { VALUES (?a ?a) { (1 2) } }",
        1,
        23,
        "?a heads two columns",
        "expected another variable",
        "",
    ),
    "variable bound twice": (
        "SELECT * { ?s ?p ?o BIND (1 AS ?o) }",
        1,
        32,
        "?o cannot be assigned again",
        "it is bound earlier in this group",
        "choose another name",
    ),
    "variable projected twice": (
        "SELECT ?o (1 AS ?o) { }",
        1,
        17,
        "?o cannot be assigned again",
        "it already has a value here",
        "choose another name",
    ),
    "variable outside of its group": (
        "SELECT ?o (COUNT(?p) AS ?n) { ?s ?p ?o } GROUP BY ?s",
        1,
        8,
        "?o has no single value in a group",
        "expected a variable of GROUP BY, or an aggregate",
        "add ?o to GROUP BY, or write SAMPLE(?o)",
    ),
    "everything of a group": (
        "SELECT * { ?s ?p ?o } GROUP BY ?s",
        1,
        1,
        "SELECT * cannot be used with groups",
        "expected a list of variables and expressions",
        "name the grouped variables",
    ),
    "aggregate in a filter": (
        "ASK { FILTER (SUM(?x) > 3) }",
        1,
        15,
        "SUM cannot stand inside FILTER",
        "aggregates sum up whole groups",
        "",
    ),
    "aggregate in an aggregate": (
        "SELECT (SUM(AVG(?x)) AS ?y) {}",
        1,
        13,
        "AVG cannot stand inside SUM",
        "aggregates sum up whole groups",
        "",
    ),
    "blank node in two patterns": (
        "ASK { _:a ?p 1 OPTIONAL { _:a ?q 2 } }",
        1,
        27,
        "_:a is used in two graph patterns",
        "a blank node belongs to one pattern",
        "use a variable, such as ?a, to join the patterns",
    ),
    "annotated path": (
        "PREFIX : <x> ASK { ?s :p/:q ?o {| :r 1 |} }",
        1,
        32,
        "a property path cannot be annotated",
        "only a triple with a single predicate has a reifier",
        "",
    ),
    "path in a template": (
        "PREFIX : <x> CONSTRUCT { ?s :p/:q ?o } { ?s ?p ?o }",
        1,
        29,
        "a property path cannot stand in a CONSTRUCT template",
        "expected a predicate or a variable",
        "",
    ),
    "blank node as a value": (
        "ASK { BIND (<<( ?s ?p [] )>> AS ?t) }",
        1,
        23,
        "a blank node has no value here",
        "expected an IRI, a literal or a triple term",
        "",
    ),
    "star of a sum": (
        "SELECT (SUM(*) AS ?x) {}",
        1,
        13,
        "`*` cannot be the argument of SUM",
        "only COUNT counts all",
        "",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_message_says_what_is_wrong_where_and_what_would_mend_it(name: str) -> None:
    text, line, column, message, note, help = CASES[name]
    diagnostic = refused(text)
    said = (diagnostic.message, diagnostic.line, diagnostic.column, diagnostic.note, diagnostic.help)
    assert said == (message, line, column, note, help)


def test_the_message_stands_under_the_place() -> None:
    diagnostic = refused('SELECT * {\n  ?日本 ex:größe "x" .\n}')
    assert diagnostic.render().splitlines() == [
        "error: the prefix ex: is not declared",
        " --> query.rq:2:7",
        "  |",
        '2 |   ?日本 ex:größe "x" .',
        "  |         ^^^ expected a declared prefix",
        "  = help: add at the top: PREFIX ex: <…>",
    ]


def test_columns_after_escapes_are_those_of_the_text() -> None:
    diagnostic = refused(r'ASK { ?s ?p "A\u0041\U0001F47E" ; : 1 }')
    assert (diagnostic.message, diagnostic.column) == ("the prefix : is not declared", 35)


def test_a_list_of_expectations_is_cut_where_it_tires() -> None:
    assert refused("ASK { ?s ?p ?o } GROUP BY ?x ]").note.count(",") < 9
