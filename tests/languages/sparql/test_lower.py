"""Each construct of SPARQL in the algebra."""

from __future__ import annotations

import pytest

from algebra_by_hand import bgp, call, ex, slot, typed
from seqoia.algebra import WindowQuery
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Aggregate, AggregateFunction, Call, Constant, Exists, IriCall, Variable
from seqoia.languages.sparql import lower, parse
from seqoia.model import Literal, NamedNode, Triple
from seqoia.model.term import RDF, XSD
from seqoia.text import Source

PROLOGUE = "PREFIX : <http://example.org/>\nPREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n"
P = bgp(("?x", ":p", "?y"))
Q = bgp(("?y", ":q", "?z"))
X, Y, Z = Variable("x"), Variable("y"), Variable("z")
ONE = Constant(typed("1", "integer"))


def query(text: str) -> WindowQuery:
    return lower(parse(Source("q", PROLOGUE + text)))


def pattern(text: str) -> gp.GraphPattern:
    return query(f"ASK {{ {text} }}").body


def expression(text: str) -> object:
    extended = pattern(f"BIND({text} AS ?it)")
    assert isinstance(extended, gp.Extend)
    return extended.expression


def rdf(name: str) -> NamedNode:
    return NamedNode(RDF + name)


def test_triples_are_a_basic_graph_pattern() -> None:
    assert pattern("?x :p ?y . ?y :q ?z") == bgp(("?x", ":p", "?y"), ("?y", ":q", "?z"))


def test_an_empty_group_has_the_empty_solution() -> None:
    assert pattern("") == gp.UNIT


def test_joins_are_flat_and_units_vanish() -> None:
    assert pattern("{} ?x :p ?y { { GRAPH :g { ?y :q ?z } } GRAPH :h {} }") == gp.Join(
        (P, gp.GraphOf(slot(":g"), Q), gp.GraphOf(slot(":h"), gp.UNIT))
    )


def test_unions_are_flat() -> None:
    r = bgp(("?x", ":r", "?x"))
    assert pattern("{ ?x :p ?y } UNION { { ?y :q ?z } UNION { ?x :r ?x } }") == gp.Union((P, Q, r))


def test_filters_stand_at_the_end_of_their_group() -> None:
    assert pattern("FILTER(?y > 1) ?x :p ?y FILTER(?x != ?y)") == gp.Filter(
        P, call("&&", call(">", Y, ONE), call("!=", X, Y))
    )


def test_a_filter_of_an_optional_part_is_its_condition() -> None:
    assert pattern("?x :p ?y OPTIONAL { ?y :q ?z FILTER(?z > ?x) }") == gp.LeftJoin(P, Q, call(">", Z, X))


def test_a_filter_deeper_in_an_optional_part_stays_there() -> None:
    lowered = pattern("?x :p ?y OPTIONAL { { ?y :q ?z FILTER(?z > 1) } }")
    assert lowered == gp.LeftJoin(P, gp.Filter(Q, call(">", Z, ONE)))


def test_minus_takes_from_what_stands_before() -> None:
    assert pattern("?x :p ?y MINUS { ?y :q ?z }") == gp.Minus(P, Q)


def test_bind_extends_what_stands_before() -> None:
    assert pattern("?x :p ?y BIND(?y + 1 AS ?w) ?y :q ?z") == gp.Join(
        (gp.Extend(P, Variable("w"), call("+", Y, ONE)), Q)
    )


def test_values_are_a_table() -> None:
    assert pattern("VALUES (?x ?y) { (:a UNDEF) (1 'b'@en) }") == gp.Values(
        (X, Y), ((ex("a"), None), (typed("1", "integer"), Literal("b", language="en")))
    )


def test_service_stays_service() -> None:
    assert pattern("SERVICE SILENT :s { ?x :p ?y }") == gp.Service(slot(":s"), P, silent=True)


def test_a_selection_inside_shows_its_columns_alone() -> None:
    inner = gp.Slice(gp.Distinct(gp.Project(P, (X,))), 0, 2)
    assert pattern("?y :q ?z { SELECT DISTINCT ?x { ?x :p ?y } LIMIT 2 }") == gp.Join((Q, inner))


@pytest.mark.parametrize(
    ("written", "path"),
    [
        (":p/:q", gp.SequencePath((gp.Link(ex("p")), gp.Link(ex("q"))))),
        (":p|^:q", gp.AlternativePath((gp.Link(ex("p")), gp.Inverse(gp.Link(ex("q")))))),
        (":p*", gp.ZeroOrMore(gp.Link(ex("p")))),
        (":p+", gp.OneOrMore(gp.Link(ex("p")))),
        (":p?", gp.ZeroOrOne(gp.Link(ex("p")))),
        ("!(:p|^:q|a)", gp.NegatedSet((ex("p"), rdf("type")), (ex("q"),))),
    ],
)
def test_paths_stay_paths(written: str, path: gp.Path) -> None:
    assert pattern(f"?x {written} ?y") == gp.PathPattern(X, path, Y)


def test_a_path_of_one_step_is_a_triple_pattern() -> None:
    assert pattern("?x (:p) ?y") == P
    assert pattern("?y ^:p ?x") == P


def test_blank_nodes_are_hidden_variables() -> None:
    a, first, second = Variable("._a"), Variable(".b0"), Variable(".b1")
    assert pattern("_:a :p [] . [ :q _:a ] :r ?y") == bgp((a, ":p", first), (second, ":q", a), (second, ":r", "?y"))


def test_a_collection_is_spelt_out() -> None:
    first, second = Variable(".b0"), Variable(".b1")
    assert pattern("?x :p (?y 1)") == bgp(
        (first, rdf("first"), "?y"),
        (first, rdf("rest"), second),
        (second, rdf("first"), ONE),
        (second, rdf("rest"), rdf("nil")),
        ("?x", ":p", first),
    )


def test_a_reified_triple_has_a_reifier() -> None:
    term = gp.TripleTerm(X, slot(":p"), Y)
    assert pattern("<< ?x :p ?y ~ ?r >> :q ?z") == bgp(("?r", rdf("reifies"), term), ("?r", ":q", "?z"))


def test_annotations_say_something_of_a_reifier() -> None:
    term = gp.TripleTerm(X, slot(":p"), Y)
    fresh = Variable(".b0")
    assert pattern("?x :p ?y ~ ?r {| :q 1 |} {| :q 2 |}") == bgp(
        ("?x", ":p", "?y"),
        ("?r", rdf("reifies"), term),
        ("?r", ":q", ONE),
        (fresh, rdf("reifies"), term),
        (fresh, ":q", typed("2", "integer")),
    )


def test_a_triple_term_without_variables_is_a_term() -> None:
    triple = Triple(ex("a"), ex("p"), typed("1", "integer"))
    assert pattern("?x :p <<( :a :p 1 )>>") == bgp(("?x", ":p", triple))
    assert expression("<<( :a :p 1 )>>") == Constant(triple)


@pytest.mark.parametrize(
    ("written", "lowered"),
    [
        ("1 + 2 - 3", call("-", call("+", ONE, typed("2", "integer")), typed("3", "integer"))),
        ("1 = 2 || 1 < 2 || true", call("||", call("=", 1, 2), call("<", 1, 2), True)),
        ("!true", call("!", True)),
        ("-(1)", call("negate", ONE)),
        ("+(1)", call("+", typed("0", "integer"), ONE)),
        ("1 NOT IN (1, 2)", call("NOT IN", 1, 1, 2)),
        ("isURI(:a)", call("ISIRI", ":a")),
        ("sameTerm(:a, :a)", call("SAMETERM", ":a", ":a")),
        ("xsd:integer('1')", IriCall(NamedNode(XSD + "integer"), (Constant(Literal("1")),))),
        ("NOT EXISTS { ?x :p ?y }", Exists(P, negated=True)),
    ],
)
def test_operators_and_functions_are_calls(written: str, lowered: object) -> None:
    assert expression(written) == lowered


@pytest.mark.parametrize(
    ("written", "lexical", "datatype"),
    [("01", "01", "integer"), ("1.50", "1.50", "decimal"), ("1E0", "1E0", "double"), ("true", "true", "boolean")],
)
def test_literals_keep_their_spelling(written: str, lexical: str, datatype: str) -> None:
    assert expression(written) == Constant(typed(lexical, datatype))


def test_groups_have_hidden_aggregates() -> None:
    total, count = Variable(".agg1"), Variable(".agg0")
    summed = Aggregate(AggregateFunction.SUM, Y)
    counted = Aggregate(AggregateFunction.COUNT, None)
    grouped = gp.Filter(gp.Group(P, ((X, X),), ((count, counted), (total, summed))), call(">", count, ONE))
    extended = gp.Extend(grouped, Variable("s"), call("+", total, ONE))
    assert query("SELECT ?x (SUM(?y) + 1 AS ?s) { ?x :p ?y } GROUP BY ?x HAVING (COUNT(*) > 1)").body == gp.Project(
        extended, (X, Variable("s"))
    )


def test_having_without_groups_keeps_solutions() -> None:
    body = query("SELECT ?x { ?x :p ?y } HAVING (?y > 1)").body
    assert body == gp.Project(gp.Filter(P, call(">", Y, ONE)), (X,))


def test_an_aggregate_that_is_asked_for_twice_is_gathered_once() -> None:
    body = query("SELECT (MAX(?y) AS ?a) (MAX(?y) AS ?b) { ?x :p ?y }").body
    assert isinstance(body, gp.Project)
    group = body.pattern.pattern.pattern  # under the two extensions
    assert group == gp.Group(P, (), ((Variable(".agg0"), Aggregate(AggregateFunction.MAX, Y)),))


def test_an_unnamed_key_is_hidden() -> None:
    body = query("SELECT (COUNT(*) AS ?n) { ?x :p ?y } GROUP BY (?y + 1)").body
    assert isinstance(body, gp.Project)
    assert body.pattern.pattern.keys == ((Variable(".key0"), call("+", Y, ONE)),)


def test_modifiers_follow_the_specification() -> None:
    body = query("SELECT REDUCED ?x { ?x :p ?y } ORDER BY DESC(?y) ?x LIMIT 5 OFFSET 2").body
    ordered = gp.OrderBy(P, ((gp.Direction.DESCENDING, Y), (gp.Direction.ASCENDING, X)))
    assert body == gp.Slice(gp.Reduced(gp.Project(ordered, (X,))), 2, 5)


def test_select_everything_shows_what_is_visible_as_it_appears() -> None:
    selected = query("SELECT * { ?z :q [] . { SELECT ?x { ?x :p ?hidden } } ?y :r ?z FILTER(?unseen) }")
    assert selected.form == q.Select((Z, X, Y))


def test_values_after_the_query_join_its_pattern() -> None:
    table = gp.Values((X,), ((ex("a"),),))
    assert query("SELECT ?x { ?x :p ?y } VALUES ?x { :a }").body == gp.Project(gp.Join((P, table)), (X,))


def test_a_template_has_blank_nodes_of_its_own() -> None:
    constructed = query("CONSTRUCT { _:a :p ?x } WHERE { _:a :p ?x }")
    assert constructed.form == q.Construct(bgp((Variable(".new_a"), ":p", "?x")).triples)
    assert constructed.body == bgp((Variable("._a"), ":p", "?x"))


def test_construct_where_is_its_own_template() -> None:
    assert query("CONSTRUCT WHERE { ?x :p ?y }") == WindowQuery(q.Construct(P.triples), P)


def test_describe_names_resources() -> None:
    assert query("DESCRIBE :a") == WindowQuery(q.Describe((slot(":a"),)), gp.UNIT)
    assert query("DESCRIBE * { ?x :p ?y }").form == q.Describe((X, Y))


def test_the_background_is_what_from_names() -> None:
    assert query("ASK FROM :a FROM NAMED :b {}").background == q.DatasetClause((ex("a"),), (ex("b"),))
    assert query("ASK {}").background is None


@pytest.mark.parametrize(
    ("reference", "meant"),
    [
        ("g", "http://a/b/c/g"),
        ("../g", "http://a/b/g"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("", "http://a/b/c/d;p?q"),
        ("./", "http://a/b/c/"),
        ("../../../g", "http://a/g"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("urn:x", "urn:x"),
    ],
)
def test_relative_iris_are_seen_from_the_base(reference: str, meant: str) -> None:
    text = f"BASE <http://a/b/c/d;p?q> ASK {{ ?x <{reference}> ?y }}"
    assert lower(parse(Source("q", text))).body == bgp(("?x", NamedNode(meant), "?y"))


def test_a_base_may_be_relative_to_the_one_before() -> None:
    text = "BASE <http://a/b/> BASE <c/> PREFIX p: <d#> ASK { ?x p:e ?y }"
    assert lower(parse(Source("q", text))).body == bgp(("?x", NamedNode("http://a/b/c/d#e"), "?y"))


def test_a_constant_reference_in_iri_is_seen_from_the_base() -> None:
    text = "BASE <http://a/> ASK { BIND(IRI('b') AS ?x) }"
    body = lower(parse(Source("q", text))).body
    assert body == gp.Extend(gp.UNIT, X, Call("IRI", (Constant(Literal("http://a/b")),)))
