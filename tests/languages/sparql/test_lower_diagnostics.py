"""What lowering says to a query's author: the text, and the column it points at."""

from __future__ import annotations

import pytest

from seqoia.languages.sparql import lower, parse, warnings
from seqoia.text import QueryError, Severity, Source

PREFIXES = (
    "PREFIX : <http://e/> PREFIX rspu: <http://w3id.org/rsp/rspu#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>"
)


def warned(query: str) -> list[tuple[str, str, str]]:
    """Message, text under the caret and help of each warning."""
    source = Source("q", f"{PREFIXES}\n{query}")
    said = warnings(parse(source))
    assert all(each.severity is Severity.WARNING for each in said)
    return [(each.message, source.text[each.span.start : each.span.end], each.help) for each in said]


def refused(query: str) -> tuple[str, int, str]:
    with pytest.raises(QueryError) as raised:
        lower(parse(Source("q", query)))
    diagnostic = raised.value.diagnostic
    return diagnostic.message, diagnostic.column, diagnostic.help


def outcome(query: str) -> str:
    try:
        lower(parse(Source("q", query)))
    except QueryError as error:
        return error.diagnostic.message
    return "lowered"


def test_a_good_query_hears_nothing() -> None:
    assert (
        warned("SELECT ?x (rspu:add(?x, 1) AS ?y) { ?x :p ?z FILTER(xsd:integer(?z) > 1 && EXISTS { ?x :q ?z }) }")
        == []
    )


def test_a_filter_that_cannot_see_its_variable() -> None:
    message, place, help_ = warned("ASK { ?é :p ?y { ?y :q ?z FILTER(?é > 1) } }")[0]
    assert (message, place) == ("?é never has a value here", "?é")
    assert "flatten" in help_


def test_a_bind_before_its_variable_is_bound() -> None:
    assert [message for message, _, _ in warned("ASK { BIND(?y AS ?x) ?z :p ?y }")] == ["?y never has a value here"]


def test_a_filter_of_an_optional_part_sees_what_stands_before() -> None:
    assert warned("ASK { ?x :p ?y OPTIONAL { ?y :q ?z FILTER(?z > ?x) } }") == []


def test_a_filter_inside_exists_sees_the_solution_around() -> None:
    assert warned("ASK { ?x :p ?y FILTER NOT EXISTS { ?y :q ?z FILTER(?z > ?x) } }") == []


def test_a_misspelt_variable_is_recognised() -> None:
    assert warned("SELECT ?temperature ?tempreature { ?x :p ?temperature }") == [
        ("nothing binds ?tempreature", "?tempreature", "did you mean ?temperature?")
    ]


def test_a_template_with_a_variable_that_nothing_binds() -> None:
    assert warned("CONSTRUCT { ?x :p ?nothing } { ?x :p ?y }") == [("nothing binds ?nothing", "?nothing", "")]


def test_an_unknown_function_is_named() -> None:
    assert warned("ASK { ?x :p ?y FILTER(rspu:greatrThan(?y, 1) > 0.5) }") == [
        (
            "the function <http://w3id.org/rsp/rspu#greatrThan> is not known here",
            "rspu:greatrThan",
            "did you mean <http://w3id.org/rsp/rspu#greaterThan>?",
        )
    ]


def test_a_known_function_has_its_number_of_arguments() -> None:
    text = "PREFIX rspu: <http://w3id.org/rsp/rspu#> ASK { ?x ?p ?y FILTER(rspu:between(?y, 1) > 0.5) }"
    assert refused(text) == ("<http://w3id.org/rsp/rspu#between> takes 3 arguments", 64, "")


def test_a_relative_iri_needs_a_base() -> None:
    assert refused("ASK { ?x <p> ?y }") == (
        "<p> is relative, and there is no base",
        10,
        "add at the top: BASE <http://…/>",
    )


def test_a_language_tag_has_a_form() -> None:
    assert refused("ASK { ?x ?p 'é'@abcdefghijk }")[:2] == ("@abcdefghijk is no language tag", 16)


def test_what_nests_too_deep_is_refused() -> None:
    binds = " ".join(f"BIND({number} AS ?v{number})" for number in range(300))
    assert refused(f"ASK {{ {binds} }}")[0] == "the query has more than 200 operators, one inside the other"


@pytest.mark.parametrize(
    "text",
    [
        "ASK { " + "?x ?p ?y . " * 101 + "}",
        "ASK { " + "{ ?x ?p ?y } ?y ?q ?z . { ?z ?r ?x FILTER(?x = 1) } " * 34 + "}",
        "ASK { ?x " + "/".join(["<http://e/p>"] * 101) + " ?y }",
        "ASK { ?x " + "/".join(["(<http://e/p>|^<http://e/q>)"] * 101) + " ?y }",
    ],
    ids=["triples", "groups", "path", "path of choices"],
)
def test_what_joins_too_much_is_refused(text: str) -> None:
    assert refused(text)[0] == "the query joins more than 100 patterns in one group"


@pytest.mark.parametrize(
    "text",
    [
        "ASK { FILTER(" + " || ".join(["?x"] * 1001) + ") }",
        "ASK { FILTER(" + " && ".join(["?x"] * 1001) + ") }",
        "ASK { " + " UNION ".join(["{ ?x ?p ?y }"] * 1001) + " }",
        "SELECT * { { SELECT " + " ".join(f"(COUNT(?x) AS ?c{n})" for n in range(1001)) + " { ?x ?p ?y } } }",
    ],
    ids=["disjunction", "conjunction", "union", "aggregates"],
)
def test_what_has_too_many_parts_is_refused(text: str) -> None:
    assert outcome(text) in {
        "the query has more than 1,000 parts of one kind side by side",
        "the query has more than 200 operators, one inside the other",
    }


def test_long_lists_and_tables_are_no_chains() -> None:
    listed = "<http://e/a>, " * 5_000 + "<http://e/a>"
    assert outcome(f"ASK {{ ?x ?p ?y FILTER(?x IN ({listed})) }}") == "lowered"
    assert outcome("ASK { VALUES ?x { " + "<http://e/a> " * 5_000 + "} }") == "lowered"


def test_what_the_parser_lets_through_is_never_too_deep_for_the_lowering() -> None:
    for text in (
        "ASK " + "{" * 99 + "}" * 99,
        "ASK { " + "OPTIONAL { ?x ?p ?y " * 98 + "}" * 99,
        "ASK { FILTER(" + "EXISTS { FILTER(" * 48 + "true" + ")}" * 48 + ") }",
        "ASK { ?x ?p " + "(" * 97 + "1" + ")" * 97 + " }",
        "ASK { FILTER(" + " + ".join("1" * 50_000) + ") }",
        "ASK { " + "OPTIONAL {} " * 20_000 + "}",
    ):
        assert outcome(text) in {
            "lowered",
            "the query has more than 200 operators, one inside the other",
            "the query joins more than 100 patterns in one group",
        }
