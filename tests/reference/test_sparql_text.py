"""Every operator of the plain algebra has the solutions of the SPARQL that one would write for it by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from algebra_by_hand import bgp, call, dataset, ex, graph, mu, of, slot, triple
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Aggregate, AggregateFunction, Constant, Exists, TripleExpression, Variable
from seqoia.algebra.patterns import Direction
from seqoia.model import BlankNode, Literal, Solution
from seqoia.reference.sparql import solutions, store_of
from seqoia.reference.sparql_text import is_plain
from seqoia.text import QueryError

DATA = dataset(
    (":a", ":p", 1),
    (":a", ":p", 2),
    (":b", ":p", 2),
    (":c", ":p", "text"),
    (":a", ":q", ":b"),
    (":b", ":q", ":c"),
    (":c", ":q", "_:n"),
    ("_:n", ":p", 9),
    ("_:m", ":p", 9),
    (":a", ":says", triple(":b", ":q", ":c")),
    (":b", ":says", triple("_:n", ":p", 9)),
    g1=graph((":a", ":p", 10), (":x", ":p", 20)),
    g2=graph((":a", ":p", 30)),
)
P, Q = bgp(("?s", ":p", "?v")), bgp(("?s", ":q", "?o"))
X, S, V, O = Variable("x"), Variable("s"), Variable("v"), Variable("o")  # noqa: E741 - the variable is called ?o


def path(walked: gp.Path) -> gp.PathPattern:
    return gp.PathPattern(slot("?s"), walked, slot("?o"))


LINK, OTHER = gp.Link(ex("q")), gp.Link(ex("p"))

BY_HAND = {
    "the empty pattern": (bgp(), "{}"),
    "triples": (bgp(("?s", ":p", "?v"), ("?s", ":q", "?o")), "{ ?s :p ?v ; :q ?o }"),
    "a triple term": (
        bgp(("?s", ":says", gp.TripleTerm(*map(slot, ("?x", ":q", "?o"))))),
        "{ ?s :says <<( ?x :q ?o )>> }",
    ),
    "a constant triple term": (bgp(("?s", ":says", triple(":b", ":q", ":c"))), "{ ?s :says <<( :b :q :c )>> }"),
    "a literal as subject": (bgp(("text", ":p", "?v")), "{ ?v :p :never }"),
    "join": (gp.Join((P, Q)), "{ ?s :p ?v . ?s :q ?o }"),
    "left join": (gp.LeftJoin(P, Q), "{ ?s :p ?v OPTIONAL { ?s :q ?o } }"),
    "left join on a condition": (
        gp.LeftJoin(P, Q, call("=", "?v", 2)),
        "{ ?s :p ?v OPTIONAL { ?s :q ?o FILTER(?v = 2) } }",
    ),
    "left join with a filter that sees its own group only": (
        gp.LeftJoin(P, gp.Filter(Q, call("=", "?v", 2))),
        "{ ?s :p ?v OPTIONAL { ?s :never ?o } }",
    ),
    "filter": (gp.Filter(P, call(">", "?v", 1)), "{ ?s :p ?v FILTER(?v > 1) }"),
    "or of three": (
        gp.Filter(P, call("||", *(call("=", "?v", number) for number in (1, 9, 11)))),
        "{ ?s :p ?v FILTER(?v = 1 || ?v = 9 || ?v = 11) }",
    ),
    "in": (gp.Filter(P, call("IN", "?v", 1, 9)), "{ ?s :p ?v FILTER(?v IN (1, 9)) }"),
    "not in": (gp.Filter(P, call("NOT IN", "?v", 1, 9)), "{ ?s :p ?v FILTER(?v NOT IN (1, 9)) }"),
    "negation and sign": (
        gp.Filter(P, call("!", call("<", call("negate", "?v"), -1))),
        "{ ?s :p ?v FILTER(!(-?v < -1)) }",
    ),
    "a function": (gp.Filter(P, call("ISNUMERIC", "?v")), "{ ?s :p ?v FILTER(isNumeric(?v)) }"),
    "filter exists": (gp.Filter(P, Exists(Q)), "{ ?s :p ?v FILTER EXISTS { ?s :q ?o } }"),
    "filter not exists": (gp.Filter(P, Exists(Q, negated=True)), "{ ?s :p ?v FILTER NOT EXISTS { ?s :q ?o } }"),
    "union": (gp.Union((P, Q, P)), "{ { ?s :p ?v } UNION { ?s :q ?o } UNION { ?s :p ?v } }"),
    "minus": (gp.Minus(P, Q), "{ ?s :p ?v MINUS { ?s :q ?o } }"),
    "minus of nothing shared": (gp.Minus(P, bgp(("?z", ":q", "?o"))), "{ ?s :p ?v MINUS { ?z :q ?o } }"),
    "bind": (gp.Extend(P, X, call("+", "?v", 1)), "{ ?s :p ?v BIND(?v + 1 AS ?x) }"),
    "bind a triple": (
        gp.Extend(P, X, TripleExpression(S, Constant(ex("p")), V)),
        "{ ?s :p ?v BIND(TRIPLE(?s, :p, ?v) AS ?x) }",
    ),
    "values": (
        gp.Join((P, gp.Values((S, V), ((ex("a"), None), (ex("b"), of(2)))))),
        "{ ?s :p ?v VALUES (?s ?v) { (:a UNDEF) (:b 2) } }",
    ),
    "values of no variables": (gp.Values((), ((), ())), "{ VALUES () { () () } }"),
    "a named graph": (gp.GraphOf(Constant(ex("g1")), P), "{ GRAPH :g1 { ?s :p ?v } }"),
    "every named graph": (gp.GraphOf(Variable("g"), P), "{ GRAPH ?g { ?s :p ?v } }"),
    "groups": (
        gp.Group(P, ((S, S),), ((X, Aggregate(AggregateFunction.COUNT, V)),)),
        "{ SELECT ?s (COUNT(?v) AS ?x) { ?s :p ?v } GROUP BY ?s }",
    ),
    "groups by a computed key": (
        gp.Group(P, ((X, call("ISNUMERIC", "?v")),), ((O, Aggregate(AggregateFunction.COUNT, None)),)),
        "{ SELECT ?x (COUNT(*) AS ?o) { ?s :p ?v } GROUP BY (isNumeric(?v) AS ?x) }",
    ),
    "one group of all": (
        gp.Group(Q, (), ((X, Aggregate(AggregateFunction.COUNT, S, distinct=True)),)),
        "{ SELECT (COUNT(DISTINCT ?s) AS ?x) { ?s :q ?o } }",
    ),
    "group concat": (
        gp.Group(
            gp.Project(Q, (S,)), (), ((X, Aggregate(AggregateFunction.GROUP_CONCAT, call("STR", "?s"), separator='"')),)
        ),
        "{ SELECT (GROUP_CONCAT(STR(?s); SEPARATOR='\"') AS ?x) { ?s :q ?o } }",
    ),
    "a group of nothing asked": (gp.Group(P, (), ()), "{}"),
    "projection keeps how often": (gp.Project(P, (S,)), "{ SELECT ?s { ?s :p ?v } }"),
    "projection hides": (
        gp.Join((gp.Project(Q, (S,)), bgp((":c", ":q", "?o")))),
        "{ { SELECT ?s { ?s :q ?o } } :c :q ?o }",
    ),
    "projection to nothing": (gp.Project(Q, ()), "{ VALUES () { () () () } }"),
    "distinct": (gp.Distinct(gp.Project(P, (S,))), "{ SELECT DISTINCT ?s { ?s :p ?v } }"),
    "the first by order": (
        gp.Slice(gp.Project(gp.OrderBy(P, ((Direction.DESCENDING, V), (Direction.ASCENDING, S))), (S,)), 1, 2),
        "{ SELECT ?s { ?s :p ?v } ORDER BY DESC(?v) ?s OFFSET 1 LIMIT 2 }",
    ),
    "none at all": (gp.Slice(P, 0, 0), "{ SELECT ?s ?v { ?s :p ?v } LIMIT 0 }"),
    "link": (path(LINK), "{ ?s :q ?o }"),
    "inverse": (path(gp.Inverse(LINK)), "{ ?s ^:q ?o }"),
    "sequence": (path(gp.SequencePath((LINK, OTHER))), "{ ?s :q/:p ?o }"),
    "alternative": (path(gp.AlternativePath((LINK, OTHER))), "{ ?s :q|:p ?o }"),
    "zero or more": (path(gp.ZeroOrMore(LINK)), "{ ?s :q* ?o }"),
    "one or more": (path(gp.OneOrMore(gp.AlternativePath((LINK, gp.Inverse(OTHER))))), "{ ?s (:q|^:p)+ ?o }"),
    "zero or one": (path(gp.ZeroOrOne(LINK)), "{ ?s :q? ?o }"),
    "negated": (path(gp.NegatedSet((ex("p"),), (ex("q"),))), "{ ?s !(:p|^:q) ?o }"),
    "sequence of repetitions": (path(gp.SequencePath((gp.ZeroOrMore(LINK), OTHER))), "{ ?s :q*/:p ?o }"),
}


def by_hand(text: str) -> list[Solution]:
    found = store_of(DATA).query(f"SELECT * {text}", prefixes={"": "http://example.org/"})
    names = [variable.value for variable in found.variables]
    return [Solution((name, row[name]) for name in names if row[name] is not None) for row in found]


@pytest.mark.parametrize("name", BY_HAND)
def test_an_operator_has_the_solutions_of_sparql(name):
    pattern, text = BY_HAND[name]
    assert Counter(solutions(pattern, DATA)) == Counter(by_hand(text))


def test_most_operators_are_tested_on_something():
    empty = [name for name, (pattern, _) in BY_HAND.items() if not solutions(pattern, DATA)]
    assert empty == ["a literal as subject", "none at all"]


def test_a_blank_node_of_the_data_can_be_asked_for():
    assert solutions(bgp(("_:n", ":p", "?v")), DATA) == [mu(v=9)]
    assert solutions(bgp(("?s", ":q", "_:n")), DATA) == [mu(s=":c")]
    assert solutions(bgp(("_:elsewhere", ":p", "?v")), DATA) == []
    assert solutions(bgp(("?s", ":says", triple("_:n", ":p", 9))), DATA) == [mu(s=":b")]
    back = gp.PathPattern(slot("_:n"), gp.OneOrMore(gp.Inverse(LINK)), slot("?o"))
    assert set(solutions(back, DATA)) == {mu(o=":c"), mu(o=":b"), mu(o=":a")}


def test_a_blank_node_in_a_table_stays_itself():
    rows = gp.Values((S, V), ((BlankNode("n"), None), (ex("b"), of(2)), (None, None)))
    assert Counter(solutions(rows, DATA)) == Counter([mu(s="_:n"), mu(s=":b", v=2), mu()])
    assert Counter(solutions(gp.Join((rows, P)), DATA))[mu(s="_:n", v=9)] == 2


def test_what_stands_for_a_blank_node_is_not_seen_outside():
    distinct = gp.Distinct(
        gp.Project(gp.Union((bgp(("?s", ":q", "_:n")), bgp((":b", ":p", 2), ("?s", ":q", "_:n")))), (S,))
    )
    assert solutions(distinct, DATA) == [mu(s=":c")]


def test_hidden_variables_join_and_show():
    through = gp.Join((bgp(("?s", ":q", Variable(".b0"))), bgp((Variable(".b0"), ":p", "?v"))))
    assert Counter(solutions(gp.Project(through, (S, V)), DATA)) == Counter(
        [mu(s=":a", v=2), mu(s=":b", v="text"), mu(s=":c", v=9)]
    )
    assert mu(**{"s": ":a", ".b0": ":b", "v": 2}) in solutions(through, DATA)


def test_an_ordered_pattern_gives_its_solutions_in_order():
    ordered = gp.Project(gp.OrderBy(gp.Filter(P, call("ISNUMERIC", "?v")), ((Direction.DESCENDING, V),)), (V,))
    assert [row["v"] for row in solutions(ordered, DATA)] == [Literal(n) for n in (9, 9, 2, 2, 1)]


def test_a_graph_without_triples_exists():
    data = dataset(empty=graph())
    assert solutions(gp.GraphOf(Variable("g"), bgp()), data) == [mu(g=":empty")]


def test_service_is_refused_with_a_way_out():
    with pytest.raises(QueryError) as refusal:
        solutions(gp.Service(Constant(ex("endpoint")), P), DATA)
    assert str(refusal.value) == (
        "error: no engine here follows SERVICE to <http://example.org/endpoint>\n"
        " --> query:1:1\n"
        "  |\n"
        "1 | SERVICE <http://example.org/endpoint>\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ another endpoint would have to answer this\n"
        "  = help: load what the endpoint says as background and ask for it with GRAPH"
    )


def test_windows_and_ordered_aggregates_are_beyond_sparql():
    assert is_plain(gp.Join((P, Q)))
    assert not is_plain(gp.Join((P, gp.WindowOf(Constant(ex("w")), Q))))
    assert not is_plain(gp.Group(P, (), ((X, Aggregate(AggregateFunction.FIRST, V)),)))


def test_what_exists_is_not_left_to_the_engine():
    assert not is_plain(gp.Filter(P, Exists(Q)))
    assert not is_plain(gp.LeftJoin(P, Q, call("!", Exists(P))))


def test_a_graph_with_a_variable_is_left_to_the_engine_over_basic_patterns_alone():
    assert is_plain(gp.GraphOf(Variable("g"), P))
    assert is_plain(gp.GraphOf(Constant(ex("g")), gp.Minus(P, Q)))
    assert not is_plain(gp.Join((Q, gp.GraphOf(Variable("g"), gp.Minus(P, Q)))))
