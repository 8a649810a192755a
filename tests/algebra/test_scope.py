"""The scope rule FLATTEN."""

from __future__ import annotations

from algebra_by_hand import bgp, call, ex, slot
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Exists, Variable
from seqoia.algebra.scope import flattened

V_OF, LIMIT_OF = bgp(("?s", ":v", "?v")), bgp(("?s", ":limit", "?limit"))
ABOVE = call(">", "?v", "?limit")
DOUBLE = call("+", "?v", "?v")
W, G = Constant(ex("w")), slot("?g")
D = Variable("d")


def test_a_filter_moves_out_of_windows_graphs_and_groups():
    nested = gp.Join((gp.WindowOf(W, gp.GraphOf(G, gp.Filter(V_OF, ABOVE))), LIMIT_OF))
    assert flattened(nested) == gp.Filter(gp.Join((gp.WindowOf(W, gp.GraphOf(G, V_OF)), LIMIT_OF)), ABOVE)


def test_a_bind_moves_out_below_the_filters_that_ask_for_it():
    asking = call(">", "?d", "?limit")
    nested = gp.Join((gp.WindowOf(W, gp.Filter(gp.Extend(V_OF, D, DOUBLE), asking)), LIMIT_OF))
    outside = gp.Join((gp.WindowOf(W, V_OF), LIMIT_OF))
    assert flattened(nested) == gp.Filter(gp.Extend(outside, D, DOUBLE), asking)


def test_binds_stand_in_the_order_in_which_they_ask_for_each_other():
    later = gp.WindowOf(W, gp.Extend(LIMIT_OF, Variable("e"), call("+", "?d", "?limit")))
    nested = gp.Join((later, gp.Extend(V_OF, D, DOUBLE)))
    outside = gp.Join((gp.WindowOf(W, LIMIT_OF), V_OF))
    assert flattened(nested) == gp.Extend(gp.Extend(outside, D, DOUBLE), Variable("e"), call("+", "?d", "?limit"))


def test_a_bind_stays_where_another_part_knows_its_variable():
    nested = gp.Join((gp.Extend(V_OF, Variable("limit"), DOUBLE), LIMIT_OF))
    assert flattened(nested) == nested


def test_a_filter_in_an_optional_becomes_its_condition():
    nested = gp.LeftJoin(V_OF, gp.WindowOf(W, gp.Filter(LIMIT_OF, ABOVE)))
    assert flattened(nested) == gp.LeftJoin(V_OF, gp.WindowOf(W, LIMIT_OF), ABOVE)


def test_branches_and_subqueries_keep_their_scope():
    inner = gp.Filter(V_OF, ABOVE)
    subquery = gp.Join((gp.Project(inner, (D,)), LIMIT_OF))
    assert flattened(subquery) == subquery
    assert flattened(gp.Union((gp.WindowOf(W, inner), LIMIT_OF))) == gp.Union(
        (gp.Filter(gp.WindowOf(W, V_OF), ABOVE), LIMIT_OF)
    )


def test_a_filter_that_asks_whether_something_exists_stays_in_its_window():
    nested = gp.Join((gp.WindowOf(W, gp.Filter(V_OF, Exists(LIMIT_OF))), LIMIT_OF))
    assert flattened(nested) == nested


def test_nothing_to_move_is_nothing_done():
    pattern = gp.Filter(gp.Join((gp.WindowOf(W, V_OF), LIMIT_OF)), ABOVE)
    assert flattened(pattern) == pattern
