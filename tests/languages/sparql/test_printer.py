"""Printed queries are laid out in one way, and say what the text said."""

from __future__ import annotations

from textwrap import dedent

import pytest

from seqoia.languages.sparql import parse, print_query
from seqoia.text import Source

FORMATTED = {
    "a query of every clause": (
        """
        prefix : <http://e/> select distinct ?s (count(?o) as ?n) from <g> from named <h> where { ?s a :T;:p ?o,?q.
        filter(?o>3) optional{?s :q [:r 1;:s (1 2)]} } group by ?s having(count(?o)>1) order by desc(?n) ?s
        offset 2 limit 10 values ?s {:a :b}
        """,
        """\
        PREFIX : <http://e/>

        SELECT DISTINCT ?s (COUNT(?o) AS ?n)
        FROM <g>
        FROM NAMED <h>
        WHERE {
          ?s a :T ;
            :p ?o, ?q .
          FILTER (?o > 3)
          OPTIONAL {
            ?s :q [ :r 1 ; :s (1 2) ] .
          }
        }
        GROUP BY ?s
        HAVING (COUNT(?o) > 1)
        ORDER BY DESC(?n) ?s
        LIMIT 10
        OFFSET 2
        VALUES ?s { :a :b }
        """,
    ),
    "groups in groups": (
        "ask{{?a ?b ?c}union{?d ?e ?f}minus{}graph ?g{{select*{?x ?y ?z}}}}",
        """\
        ASK
        WHERE {
          {
            ?a ?b ?c .
          } UNION {
            ?d ?e ?f .
          }
          MINUS {}
          GRAPH ?g {
            {
              SELECT *
              WHERE {
                ?x ?y ?z .
              }
            }
          }
        }
        """,
    ),
    "tables": (
        "ask{values(?a ?b){(1 undef)(<<(<s> a 'x'@en--ltr)>> true)}}",
        """\
        ASK
        WHERE {
          VALUES (?a ?b) {
            (1 UNDEF)
            (<<( <s> a 'x'@en--ltr )>> true)
          }
        }
        """,
    ),
    "reified triples and annotations": (
        "construct{?s ?p ?o~?r{|?a ?b|}}where{<<?s ?p ?o~?r>>?a ?b}",
        """\
        CONSTRUCT {
          ?s ?p ?o ~ ?r {| ?a ?b |} .
        }
        WHERE {
          << ?s ?p ?o ~ ?r >> ?a ?b .
        }
        """,
    ),
    "exists": (
        "ask{filter not exists{?s ?p ?o}}",
        """\
        ASK
        WHERE {
          FILTER NOT EXISTS {
            ?s ?p ?o .
          }
        }
        """,
    ),
    "comments": (
        """\
        # what it is for
        ASK { # the group
          # the first
          ?s ?p 1 ; # the one
             # and the other
             ?q 2 .
          ?x ?y "# no comment" . # the last
        } # the end""",
        """\
        # what it is for
        ASK
        WHERE {
          # the group
          # the first
          ?s ?p 1 ;
            # the one
            # and the other
            ?q 2 .
          ?x ?y "# no comment" .
          # the last
        }
        # the end
        """,
    ),
}

EXPRESSIONS = (
    "(?a || ?b) && !(?c && ?d)",
    "?a || (?b || ?c)",
    "(?a = ?b) = ?c",
    "(?a + ?b) * -(?c - ?d)",
    "?a - (?b - ?c) - ?d",
    "?a - 1 * ?b",
    "?a + -1",
    "- 1 * -1",
    "!!?a",
    "?a NOT IN (1, 2) && ?b IN ()",
    'GROUP_CONCAT(DISTINCT ?a; SEPARATOR = ", ")',
    "<f>(DISTINCT ?a, 2)",
    "sameTerm(<a>, <<( ?s <p> 'o'@en )>>)",
    '"\\\\\\"\\n\\t\'" = \'"\'',
    '"""a "quoted\\" ""word\nand more\\"\\""""',
)
PATHS = ("(<a>|<b>)/^<c>*", "(<a>/<b>)+|!(<c>|^a)", "^(^<a>)", "(<a>?)?", "!^<a>", "!()", "a|(<b>|<c>)")


@pytest.mark.parametrize("name", FORMATTED)
def test_a_query_is_laid_out_in_one_way(name: str) -> None:
    written, expected = FORMATTED[name]
    text = print_query(parse(Source("query.rq", dedent(written))))
    assert text == dedent(expected)
    assert print_query(parse(Source("again.rq", text))) == text


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_brackets_are_printed_where_they_matter(expression: str) -> None:
    query = parse(Source("query.rq", f"SELECT ({expression} AS ?x) {{}}"))
    assert parse(Source("printed.rq", print_query(query))) == query


@pytest.mark.parametrize("expression", [text for text in EXPRESSIONS if '"""' not in text])
def test_a_canonical_expression_is_printed_as_it_is(expression: str) -> None:
    assert f"({expression} AS ?x)" in print_query(parse(Source("query.rq", f"SELECT ({expression} AS ?x) {{}}")))


@pytest.mark.parametrize("path", PATHS)
def test_a_path_keeps_its_brackets(path: str) -> None:
    assert f"?s {path} ?o ." in print_query(parse(Source("query.rq", f"ASK {{ ?s {path} ?o }}")))


@pytest.mark.parametrize("name", [":a.b", r":a\.", r":\-a-b", ":a%20b", r":a\%2g", ":0:x", ":日本", r":\~\!\$", "é:"])
def test_a_local_name_keeps_the_escapes_that_it_needs(name: str) -> None:
    text = f"PREFIX : <x>\nPREFIX é: <y>\n\nASK\nWHERE {{\n  ?s ?p {name} .\n}}\n"
    assert print_query(parse(Source("query.rq", text))) == text


def test_names_of_functions_are_printed_as_the_specification_spells_them() -> None:
    text = print_query(parse(Source("query.rq", "ASK { FILTER ISIRI(?x) FILTER(sTrLen(?x) > 0 && haslang(?x)) }")))
    assert "FILTER isIRI(?x)" in text
    assert "FILTER (STRLEN(?x) > 0 && hasLANG(?x))" in text
