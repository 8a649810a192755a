"""Expressions and aggregates over rows of solutions."""

from __future__ import annotations

import pytest

from algebra_by_hand import bgp, call, dataset, ex, mu, of, slot, triple, typed
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Aggregate, AggregateFunction, Exists, IriCall, TripleExpression, Variable
from seqoia.model import BlankNode, Literal
from seqoia.reference.aggregates import LIST_DATATYPE, aggregate
from seqoia.reference.expressions import satisfied, values


def test_values_come_row_by_row():
    rows = [mu(x=1), mu(x=2), mu(x=1)]
    assert values(call("+", "?x", 1), rows) == [Literal(2), Literal(3), Literal(2)]


def test_an_error_and_an_unbound_variable_have_no_value():
    rows = [mu(x="text"), mu(), mu(x=1)]
    assert values(call("+", "?x", 1), rows) == [None, None, Literal(2)]


def test_blank_nodes_and_triple_terms_stay_themselves():
    said = triple(":a", ":p", "_:b")
    rows = [mu(x="_:b", t=said)]
    assert values(call("COALESCE", "?x"), rows) == [BlankNode("b")]
    assert values(call("OBJECT", "?t"), rows) == [BlankNode("b")]
    assert values(TripleExpression(slot(":a"), slot(":p"), Variable("x")), rows) == [said]
    assert satisfied(call("=", "?x", "_:b"), rows) == [True]
    assert satisfied(call("=", "?x", "_:c"), rows) == [False]


def test_hidden_variables_and_visible_ones_of_like_names_are_told_apart():
    rows = [mu(**{".x": 1, "x": 2, "h_x": 3})]
    assert values(call("CONCAT", *(call("STR", Variable(name)) for name in (".x", "x", "h_x"))), rows) == [
        Literal("123")
    ]


def test_a_condition_that_is_an_error_is_not_satisfied():
    rows = [mu(x=1), mu(x=0), mu(), mu(x="")]
    assert satisfied(call("COALESCE", "?x"), rows) == [True, False, False, False]
    assert satisfied(call("!", call("BOUND", "?x")), rows) == [False, False, True, False]


def test_functions_are_called_by_their_iri():
    def double(term):
        return Literal(2 * int(term.value)) if term.datatype.value.endswith("integer") else None

    rows = [mu(x=4), mu(x="four")]
    assert values(IriCall(ex("double"), (Variable("x"),)), rows, {ex("double"): double}) == [Literal(8), None]


def test_exists_asks_the_dataset_under_each_row():
    data = dataset((":a", ":p", 1), (":b", ":p", 5))
    above = gp.Filter(bgp(("?s", ":p", "?v")), call(">", "?v", "?limit"))
    rows = [mu(s=":a", limit=3), mu(s=":b", limit=3), mu(s=":c", limit=0)]
    assert satisfied(Exists(above), rows, dataset=data) == [False, True, False]
    assert satisfied(Exists(above, negated=True), rows, dataset=data) == [True, False, True]
    either = call("||", Exists(above), call("=", "?s", ":c"))
    assert satisfied(either, rows, dataset=data) == [False, True, True]


def test_exists_with_a_blank_node_asks_for_that_blank_node():
    data = dataset(("_:b1", ":p", 1), ("_:b2", ":q", 1))
    rows = [mu(s="_:b1"), mu(s="_:b2")]
    assert satisfied(Exists(bgp(("?s", ":p", "?v"))), rows, dataset=data) == [True, False]


def test_an_exists_inside_an_exists_sees_the_row_around_both():
    data = dataset((":a", ":p", ":b"), (":b", ":q", 7))
    inner = Exists(gp.Filter(bgp(("?o", ":q", "?n")), call("=", "?n", "?wanted")))
    outer = Exists(gp.Filter(bgp(("?s", ":p", "?o")), inner))
    assert satisfied(outer, [mu(s=":a", wanted=7), mu(s=":a", wanted=8)], dataset=data) == [True, False]


ROWS = [mu(x=3), mu(x=1), mu(x=3), mu(x=2)]


@pytest.mark.parametrize(
    ("function", "distinct", "expected"),
    [
        (AggregateFunction.COUNT, False, Literal(4)),
        (AggregateFunction.COUNT, True, Literal(3)),
        (AggregateFunction.SUM, False, Literal(9)),
        (AggregateFunction.AVG, True, typed("2", "decimal")),
        (AggregateFunction.MIN, False, Literal(1)),
        (AggregateFunction.MAX, False, Literal(3)),
        (AggregateFunction.FIRST, False, Literal(3)),
        (AggregateFunction.LAST, False, Literal(2)),
        (AggregateFunction.LIST, False, Literal("[3, 1, 3, 2]", datatype=LIST_DATATYPE)),
        (AggregateFunction.LIST, True, Literal("[3, 1, 2]", datatype=LIST_DATATYPE)),
    ],
)
def test_aggregates_gather_the_values_of_a_group(function, distinct, expected):
    assert aggregate(Aggregate(function, Variable("x"), distinct), ROWS) == expected


def test_count_of_solutions_counts_rows_and_distinct_rows():
    assert aggregate(Aggregate(AggregateFunction.COUNT, None), ROWS) == Literal(4)
    assert aggregate(Aggregate(AggregateFunction.COUNT, None, distinct=True), ROWS) == Literal(3)


def test_group_concat_keeps_the_order_of_the_rows():
    rows = [mu(x=text) for text in ("c", "a", "b")]
    assert aggregate(Aggregate(AggregateFunction.GROUP_CONCAT, Variable("x"), separator="|"), rows) == Literal("c|a|b")


def test_an_empty_group_has_a_count_and_no_first():
    assert aggregate(Aggregate(AggregateFunction.COUNT, Variable("x")), []) == Literal(0)
    assert aggregate(Aggregate(AggregateFunction.SUM, Variable("x")), []) == Literal(0)
    assert aggregate(Aggregate(AggregateFunction.FIRST, Variable("x")), []) is None
    assert aggregate(Aggregate(AggregateFunction.LIST, Variable("x")), []) == Literal("[]", datatype=LIST_DATATYPE)


def test_an_error_spoils_a_sum_and_is_left_out_of_a_count():
    rows = [mu(x=1), mu(), mu(x=2)]
    assert aggregate(Aggregate(AggregateFunction.SUM, Variable("x")), rows) is None
    assert aggregate(Aggregate(AggregateFunction.COUNT, Variable("x")), rows) == Literal(2)


def test_a_list_holds_terms_of_every_kind():
    rows = [mu(x=":a"), mu(x="t"), mu(x=True), mu(x=typed("2.5", "decimal"))]
    listed = aggregate(Aggregate(AggregateFunction.LIST, Variable("x")), rows)
    assert listed.value == '[<http://example.org/a>, "t", true, "2.5"^^<http://www.w3.org/2001/XMLSchema#decimal>]'


def test_an_aggregate_may_ask_for_an_expression_with_exists():
    data = dataset((":a", ":p", 1))
    known = call("IF", Exists(bgp(("?s", ":p", "?v"))), 1, 0)
    rows = [mu(s=":a"), mu(s=":b"), mu(s=":a")]
    assert aggregate(Aggregate(AggregateFunction.SUM, known), rows, dataset=data) == of(2)
