"""Small streams with the answers that P-EP's definitions give them, worked out by hand."""

from __future__ import annotations

import pytest

from languages.epsparql.worlds import answers, rows, rows_in_order, stream
from seqoia.model import NamedNode
from seqoia.reference import UnanswerableError

PRICES = """
1 :acme :price 100
2 :acme :price 60
3 :acme :price 63
4 :acme :price 64
"""


def test_a_rise_of_exactly_five_percent_is_not_more_than_five_percent() -> None:
    query = """SELECT ?after { {?c :price ?before} SEQ {?c :price ?low} SEQ {?c :price ?after}
      FILTER(?low < ?before * 0.7 && ?after > ?low * 1.05) }"""
    assert rows(query, PRICES) == ["1-4 after=64"]


def test_the_duration_is_that_of_the_group_in_which_the_filter_stands() -> None:
    inner = """SELECT ?x ?z { { {?c :price ?x} SEQ {?c :price ?y} FILTER(getDURATION() < "PT2S"^^xsd:duration) }
      SEQ {?c :price ?z} }"""
    outer = """SELECT ?x ?z { { {?c :price ?x} SEQ {?c :price ?y} } SEQ {?c :price ?z}
      FILTER(getDURATION() < "PT3S"^^xsd:duration) }"""
    assert rows(inner, PRICES) == ["1-3 x=100 z=63", "1-4 x=100 z=64", "2-4 x=60 z=64"]
    assert rows(outer, PRICES) == ["1-3 x=100 z=63", "2-4 x=60 z=64"]


def test_one_event_that_ends_when_the_next_begins_is_not_before_it() -> None:
    query = "SELECT ?x ?y { {:s :a ?x} SEQ {:s :b ?y} }"
    assert rows(query, "1-3 :s :a 1\n3-4 :s :b 2\n4 :s :b 3") == ["1-4 x=1 y=3"]


def test_equals_needs_both_ends_to_be_the_same() -> None:
    query = "SELECT ?x ?y { {:s :a ?x} EQUALS {:s :b ?y} }"
    assert rows(query, "1-3 :s :a 1\n1-3 :s :b 2\n2-3 :s :b 3\n3 :s :a 4") == ["1-3 x=1 y=2"]


def test_optionalseq_takes_what_came_before_and_waits_for_nothing() -> None:
    query = "SELECT ?agency ?price { {?c :downratedBy ?agency} OPTIONALSEQ {?c :price ?price} }"
    world = "1 :acme :price 5\n2 :acme :downratedBy :fitch\n3 :acme :price 6"
    assert rows(query, world) == ["1-1 price=5", "2-3 agency=fitch price=6"]


def test_a_filter_of_the_optional_group_is_the_condition() -> None:
    query = """SELECT ?before ?price { {?c :price ?before FILTER(?before > ?price)} OPTIONALSEQ {?c :price ?price} }"""
    assert rows(query, PRICES) == [
        "1-1 price=100",
        "1-2 before=100 price=60",
        "1-3 before=100 price=63",
        "1-4 before=100 price=64",
    ]


def test_equalsoptional_and_not_bound_ask_for_an_absence() -> None:
    query = """SELECT ?x ?y { {{?c :price ?x} SEQ {?c :price ?y}} EQUALSOPTIONAL
      {{?c :price ?x} SEQ {?c :bought ?other} SEQ {?c :price ?y}} FILTER(!BOUND(?other)) }"""
    world = "1 :acme :price 1\n2 :acme :price 2\n3 :acme :bought :globex\n4 :acme :price 3"
    assert rows(query, world) == ["1-2 x=1 y=2"]


def test_optional_takes_what_has_ended_by_then() -> None:
    query = "SELECT ?x ?y { ?s :a ?x OPTIONAL {?s :b ?y} }"
    world = "1 :s :a 1\n2 :s :b 2\n2 :s :a 3\n3 :s :a 4"
    assert rows(query, world) == ["1-1 x=1", "2-2 x=3 y=2", "2-3 x=4 y=2"]


def test_an_optional_group_after_nothing_waits_for_nothing() -> None:
    assert rows("SELECT ?y ?x { OPTIONAL {:s :b ?y} :s :a ?x }", "1 :s :b 2\n1 :s :a 3") == ["1-1 x=3"]


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("NOT EXISTS {?s :b ?y}", ["1-1 x=1"]),
        ("NOT EXISTS {?other :b ?y}", ["1-1 x=1"]),
        ("EXISTS {?s :b ?y}", ["2-2 x=3", "3-3 x=4"]),
        ("EXISTS {?other :b ?y}", ["2-2 x=3", "3-3 x=4"]),
        ("EXISTS {?s :b ?y FILTER(?y + 1 < ?x)}", ["3-3 x=4"]),
        ("NOT EXISTS {?s :b ?y FILTER(?y + 1 < ?x)}", ["1-1 x=1", "2-2 x=3"]),
        ("(?x = 1 || EXISTS {?s :b ?y FILTER(?y + 1 < ?x)})", ["1-1 x=1", "3-3 x=4"]),
        ("(!EXISTS {?s :b ?y})", ["1-1 x=1"]),
    ],
)
def test_exists_asks_what_has_occurred_by_the_end(condition: str, expected: list[str]) -> None:
    world = "1 :s :a 1\n2 :s :b 2\n2 :s :a 3\n3 :s :a 4"
    assert rows(f"SELECT ?x {{ ?s :a ?x FILTER {condition} }}", world) == expected


def test_the_truth_of_exists_can_be_bound() -> None:
    query = "SELECT ?x ?seen { ?s :a ?x BIND(EXISTS {?s :b ?y} AS ?seen) }"
    assert rows(query, "1 :s :a 1\n2 :s :b 2\n3 :s :a 3") == ["1-1 seen=false x=1", "3-3 seen=true x=3"]


def test_exists_about_a_named_graph_is_asked_of_the_background() -> None:
    query = "SELECT ?x { ?x :price ?p FILTER EXISTS { GRAPH :companies {?x :in :europe} } }"
    assert rows(query, "1 :acme :price 1\n2 :globex :price 2", ":companies { :globex :in :europe }") == ["2-2 x=globex"]


def test_background_joins_without_an_interval() -> None:
    query = "SELECT ?x ?l { GRAPH :companies {?x rdfs:label ?l} ?x :price ?p }"
    assert rows(query, "1-2 :acme :price 1", ':companies { :acme rdfs:label "Acme" }') == ["1-2 l=Acme x=acme"]


def test_a_blank_node_joins_a_path_and_a_triple() -> None:
    query = "SELECT ?x ?y { ?x :knows+ _:someone . _:someone :likes ?y }"
    world = "1 :a :knows :b\n2 :b :knows :c\n3 :c :likes :tea\n4 :d :likes :rum"
    assert rows(query, world) == ["1-3 x=a y=tea", "2-3 x=b y=tea"]


def test_groups_answer_anew_when_a_member_ends() -> None:
    query = "SELECT ?c (SUM(?p) AS ?sum) { ?c :price ?p } GROUP BY ?c HAVING (COUNT(*) > 1)"
    assert rows(query, "1 :a :price 1\n2 :b :price 2\n3 :a :price 4\n4 :a :price 8") == [
        "1-3 c=a sum=5",
        "1-4 c=a sum=13",
    ]


def test_distinct_answers_come_once_when_they_first_hold() -> None:
    assert rows("SELECT DISTINCT ?c { ?c :price ?p }", "1 :a :price 1\n2 :b :price 2\n3 :a :price 3") == [
        "1-1 c=a",
        "2-2 c=b",
    ]


def test_answers_are_ordered_by_what_is_not_selected() -> None:
    query = "SELECT ?c { ?c :price ?p } ORDER BY DESC(?p) LIMIT 2"
    assert rows_in_order(query, "1 :a :price 1\n2 :b :price 3\n3 :d :price 2") == ["2-2 c=b", "3-3 c=d"]


AB = "1 :s :a 1\n2 :s :a 2\n3 :s :b 3\n4 :s :b 4"


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("UNRESTRICTED", ["2-3 x=2 y=3", "1-3 x=1 y=3", "2-4 x=2 y=4", "1-4 x=1 y=4"]),
        ("CHRONOLOGICAL", ["1-3 x=1 y=3", "2-4 x=2 y=4"]),
        ("RECENT", ["2-3 x=2 y=3", "1-4 x=1 y=4"]),
    ],
)
def test_policies_choose_and_consume_as_etalis_does(policy: str, expected: list[str]) -> None:
    found = rows(f"SELECT ?x ?y POLICY {policy} WHERE {{ {{:s :a ?x}} SEQ {{:s :b ?y}} }}", AB)
    assert sorted(found) == sorted(expected)


def test_a_query_may_name_the_streams_that_it_reads() -> None:
    here, there = stream("1 :s :a 1"), stream("2 :s :a 2", NamedNode("http://example.org/other"))
    assert len(answers("SELECT ?x { :s :a ?x }", here, there)) == 2
    assert len(answers("SELECT ?x FROM STREAM :other { :s :a ?x }", here, there)) == 1


def test_rdfs_says_more() -> None:
    world, ontology = "1 :acme a :Bank", ":Bank rdfs:subClassOf :Company ."
    assert rows("SELECT ?x ENTAILMENT RDFS WHERE { ?x a :Company }", world, ontology) == ["1-1 x=acme"]
    assert rows("SELECT ?x WHERE { ?x a :Company }", world, ontology) == []


def test_a_last_construct_feeds_on_what_it_makes() -> None:
    query = "CONSTRUCT { ?x :before ?z } WHERE { {?x :before ?y} SEQ {?y :before ?z} }"
    world = "1 :a :before :b\n2 :b :before :c\n3 :c :before :d"
    assert rows(query, world) == [
        "1-2 <a> <before> <c>",
        "1-3 <a> <before> <d>",
        "2-3 <b> <before> <d>",
    ]


def test_a_rule_derives_nothing_where_a_variable_is_unbound() -> None:
    query = """CONSTRUCT { ?x :known true ; :as ?y } WHERE { ?x :a ?z OPTIONAL {?x :b ?y} }
      SELECT ?x { ?x :known true }"""
    assert rows(query, "1 :s :a 1\n2 :t :b 2\n3 :t :a 3") == ["2-3 x=t"]


def test_rules_that_count_for_ever_are_named() -> None:
    query = "RULE up CONSTRUCT { :s :n ?m } WHERE { :s :n ?k BIND(?k + 1 AS ?m) } ASK { :s :n 7 }"
    with pytest.raises(UnanswerableError, match="up"):
        rows(query, "1 :s :n 1")


def test_ask_answers_when_it_first_holds() -> None:
    assert rows("ASK { {:s :a ?x} SEQ {:s :b ?y} }", AB) == ["1-3 True"]
