"""Each rule of rewriting: what it does, and what it leaves alone and why."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from algebra_by_hand import bgp, call, ex, of, slot
from seqoia.algebra.expressions import Call, Constant, Exists, Expression, IriCall, Variable
from seqoia.algebra.patterns import (
    UNIT,
    Extend,
    Filter,
    GraphOf,
    GraphPattern,
    Join,
    LeftJoin,
    Slice,
    Union,
    Values,
    WindowOf,
)
from seqoia.model import Literal
from seqoia.rewrite import EQUIVALENCES, Rule
from seqoia.rewrite.distribute_joins_over_unions import distribute_joins_over_unions
from seqoia.rewrite.distribute_optionals_over_unions import distribute_optionals_over_unions
from seqoia.rewrite.flatten_joins import flatten_joins
from seqoia.rewrite.flatten_unions import flatten_unions
from seqoia.rewrite.push_binds_into_graphs import push_binds_into_graphs
from seqoia.rewrite.push_binds_into_joins import push_binds_into_joins
from seqoia.rewrite.push_binds_into_optionals import push_binds_into_optionals
from seqoia.rewrite.push_binds_into_windows import push_binds_into_windows
from seqoia.rewrite.push_filters_into_joins import push_filters_into_joins
from seqoia.rewrite.push_filters_into_optionals import push_filters_into_optionals
from seqoia.rewrite.push_filters_into_unions import push_filters_into_unions
from seqoia.rewrite.push_filters_into_windows import push_filters_into_windows
from seqoia.rewrite.sort_conjunctions import sort_conjunctions
from seqoia.rewrite.sort_disjunctions import sort_disjunctions
from seqoia.rewrite.sort_joins import sort_joins
from seqoia.rewrite.sort_unions import sort_unions
from seqoia.rewrite.split_conjunctions import split_conjunctions
from seqoia.rewrite.split_disjunctions import split_disjunctions

A = bgp(("?x", ":a", "?y"))
B = bgp(("?x", ":b", "?z"))
C = bgp(("?x", ":c", "?w"))
MAYBE = LeftJoin(B, C)
ON_Y = call(">", "?y", 1)
ON_Z = call(">", "?z", 1)
ON_W = call(">", "?w", 1)
ON_G = call("=", "?g", ":g")
UNBOUND_W = call("!", call("BOUND", "?w"))
NEW = Variable("n")
PLUS_Y = call("+", "?y", 1)
PLUS_W = call("+", "?w", 1)
CHANCE = call("<", call("RAND"), 0.5)
KNOWN = Exists(C)
LIKELY = call(">", IriCall(ex("probability"), (slot("?y"),)), 0.9)
WINDOW = Constant(ex("w"))
NAME = Variable("g")


def unless(condition: Expression) -> Expression:
    return Call("COALESCE", (Call("!", (condition,)), Constant(Literal(True))))


CHANGES: list[tuple[Rule, GraphPattern, GraphPattern]] = [
    (flatten_unions, Union((Union((A, B)), C)), Union((A, B, C))),
    (flatten_unions, Union((A, Union((A, B)))), Union((A, A, B))),
    (flatten_joins, Join((Join((A, B)), C)), Join((A, B, C))),
    (flatten_joins, Join((A, Join((B, C)))), Join((A, B, C))),
    (sort_unions, Union((B, A)), Union((A, B))),
    (sort_joins, Join((B, A)), Join((A, B))),
    (
        sort_joins,
        Join((WindowOf(WINDOW, A), MAYBE, GraphOf(NAME, A), B)),
        Join((B, GraphOf(NAME, A), WindowOf(WINDOW, A), MAYBE)),
    ),
    (distribute_joins_over_unions, Join((Union((A, B)), C)), Union((Join((A, C)), Join((B, C))))),
    (distribute_joins_over_unions, Join((C, Union((A, B)), MAYBE)), Union((Join((C, A, MAYBE)), Join((C, B, MAYBE))))),
    (
        distribute_optionals_over_unions,
        LeftJoin(Union((A, B)), C, ON_W),
        Union((LeftJoin(A, C, ON_W), LeftJoin(B, C, ON_W))),
    ),
    (split_conjunctions, Filter(A, call("&&", ON_Y, LIKELY)), Filter(Filter(A, ON_Y), LIKELY)),
    (split_conjunctions, Filter(A, call("&&", CHANCE, CHANCE)), Filter(Filter(A, CHANCE), CHANCE)),
    (
        split_disjunctions,
        Filter(A, call("||", ON_Y, LIKELY)),
        Union((Filter(A, ON_Y), Filter(A, call("&&", unless(ON_Y), LIKELY)))),
    ),
    (
        split_disjunctions,
        Filter(A, call("||", ON_Y, ON_Z, ON_W)),
        Union(
            (
                Filter(A, ON_Y),
                Filter(A, call("&&", unless(ON_Y), ON_Z)),
                Filter(A, call("&&", unless(ON_Y), unless(ON_Z), ON_W)),
            )
        ),
    ),
    (sort_conjunctions, Filter(A, call("&&", KNOWN, LIKELY, ON_Y)), Filter(A, call("&&", ON_Y, LIKELY, KNOWN))),
    (sort_disjunctions, Filter(A, call("||", KNOWN, LIKELY, ON_Y)), Filter(A, call("||", ON_Y, LIKELY, KNOWN))),
    (push_filters_into_unions, Filter(Union((A, B)), ON_Y), Union((Filter(A, ON_Y), Filter(B, ON_Y)))),
    (push_filters_into_joins, Filter(Join((A, B)), ON_Y), Join((Filter(A, ON_Y), B))),
    (push_filters_into_joins, Filter(Join((A, B)), ON_Z), Join((A, Filter(B, ON_Z)))),
    (push_filters_into_joins, Filter(Join((A, MAYBE)), ON_W), Join((A, Filter(MAYBE, ON_W)))),
    (push_filters_into_optionals, Filter(LeftJoin(A, C, ON_W), ON_Y), LeftJoin(Filter(A, ON_Y), C, ON_W)),
    (push_filters_into_windows, Filter(WindowOf(WINDOW, A), ON_Y), WindowOf(WINDOW, Filter(A, ON_Y))),
    (push_filters_into_windows, Filter(WindowOf(NAME, MAYBE), UNBOUND_W), WindowOf(NAME, Filter(MAYBE, UNBOUND_W))),
    (push_binds_into_graphs, Extend(GraphOf(NAME, A), NEW, PLUS_Y), GraphOf(NAME, Extend(A, NEW, PLUS_Y))),
    (push_binds_into_windows, Extend(WindowOf(WINDOW, A), NEW, PLUS_Y), WindowOf(WINDOW, Extend(A, NEW, PLUS_Y))),
    (push_binds_into_joins, Extend(Join((B, A)), NEW, PLUS_Y), Join((B, Extend(A, NEW, PLUS_Y)))),
    (push_binds_into_joins, Extend(Join((A, MAYBE)), NEW, PLUS_W), Join((A, Extend(MAYBE, NEW, PLUS_W)))),
    (push_binds_into_optionals, Extend(LeftJoin(A, C), NEW, PLUS_Y), LeftJoin(Extend(A, NEW, PLUS_Y), C)),
]

LEFT_ALONE: list[tuple[Rule, str, GraphPattern]] = [
    (flatten_unions, "no part is a union", Union((A, Join((A, B))))),
    (flatten_joins, "an optional is no join", Join((MAYBE, A))),
    (sort_unions, "the parts are in order", Union((A, B))),
    (sort_joins, "the parts are in order", Join((A, B))),
    (distribute_joins_over_unions, "there is no union", Join((A, B))),
    (distribute_joins_over_unions, "the other part is drawn anew", Join((Union((A, B)), Filter(C, CHANCE)))),
    (distribute_joins_over_unions, "the other part chooses freely", Join((Union((A, B)), Slice(C, 0, 1)))),
    (distribute_optionals_over_unions, "the union stands on the right", LeftJoin(A, Union((B, C)))),
    (distribute_optionals_over_unions, "the right side is drawn anew", LeftJoin(Union((A, B)), Filter(C, CHANCE))),
    (distribute_optionals_over_unions, "the condition is drawn anew", LeftJoin(Union((A, B)), C, CHANCE)),
    (split_conjunctions, "a disjunction is no conjunction", Filter(A, call("||", ON_Y, ON_Z))),
    (split_disjunctions, "a conjunction is no disjunction", Filter(A, call("&&", ON_Y, ON_Z))),
    (split_disjunctions, "a condition is drawn anew", Filter(A, call("||", ON_Y, CHANCE))),
    (split_disjunctions, "the pattern is drawn anew", Filter(Filter(A, CHANCE), call("||", ON_Y, ON_Z))),
    (sort_conjunctions, "conditions of one effort stay in their order", Filter(A, call("&&", ON_Z, ON_Y))),
    (sort_disjunctions, "conditions of one effort stay in their order", Filter(A, call("||", ON_Z, ON_Y))),
    (push_filters_into_unions, "there is no union", Filter(A, ON_Y)),
    (push_filters_into_joins, "no part has both variables", Filter(Join((A, B)), call("=", "?y", "?z"))),
    (
        push_filters_into_joins,
        "one part may bind what another may not",
        Filter(Join((MAYBE, LeftJoin(A, C))), UNBOUND_W),
    ),
    (
        push_filters_into_joins,
        "EXISTS asks for variables of both",
        Filter(Join((A, B)), Exists(bgp(("?y", ":c", "?z")))),
    ),
    (push_filters_into_joins, "the condition is drawn anew", Filter(Join((A, B)), CHANCE)),
    (push_filters_into_optionals, "the right side binds the variable", Filter(LeftJoin(A, C), ON_W)),
    (
        push_filters_into_optionals,
        "the left side may bind the variable, and the right side too",
        Filter(LeftJoin(MAYBE, C), UNBOUND_W),
    ),
    (push_filters_into_optionals, "the condition is drawn anew", Filter(LeftJoin(A, C), CHANCE)),
    (push_filters_into_windows, "inside, the window's name is not bound", Filter(WindowOf(NAME, A), ON_G)),
    (push_filters_into_windows, "inside, EXISTS asks the window", Filter(WindowOf(WINDOW, A), KNOWN)),
    (push_filters_into_windows, "a graph is no window", Filter(GraphOf(WINDOW, A), ON_Y)),
    (push_binds_into_graphs, "inside, the graph's name is not bound", Extend(GraphOf(NAME, A), NEW, call("STR", "?g"))),
    (push_binds_into_graphs, "inside, EXISTS asks the graph", Extend(GraphOf(NAME, A), NEW, KNOWN)),
    (
        push_binds_into_windows,
        "inside, the window's name is not bound",
        Extend(WindowOf(NAME, A), NEW, call("STR", "?g")),
    ),
    (push_binds_into_windows, "inside, EXISTS asks the window", Extend(WindowOf(WINDOW, A), NEW, KNOWN)),
    (push_binds_into_joins, "no part has both variables", Extend(Join((A, B)), NEW, call("+", "?y", "?z"))),
    (push_binds_into_joins, "the value is new each time", Extend(Join((A, B)), NEW, call("RAND"))),
    (push_binds_into_optionals, "the right side binds the variable", Extend(LeftJoin(A, C), NEW, PLUS_W)),
    (push_binds_into_optionals, "the value is new each time", Extend(LeftJoin(A, C), NEW, call("UUID"))),
    (
        push_binds_into_optionals,
        "the condition would see the new variable",
        Extend(LeftJoin(A, C, call("!", call("BOUND", "?n"))), NEW, PLUS_Y),
    ),
]


def name_of(value: object) -> str | None:
    return value.__name__ if isinstance(value, Callable) else value if isinstance(value, str) else None


@pytest.mark.parametrize(("rule", "before", "after"), CHANGES, ids=name_of)
def test_a_rule_changes_the_pattern(rule: Rule, before: GraphPattern, after: GraphPattern) -> None:
    assert rule(before) == after


@pytest.mark.parametrize(("rule", "why", "pattern"), LEFT_ALONE, ids=name_of)
def test_a_pattern_is_left_alone_because(rule: Rule, why: str, pattern: GraphPattern) -> None:
    assert rule(pattern) is pattern, why


@pytest.mark.parametrize("rule", EQUIVALENCES.values(), ids=name_of)
@pytest.mark.parametrize("pattern", [A, UNIT, Values((NEW,), ((of(1),),))], ids=["triples", "nothing", "values"])
def test_a_rule_has_nothing_to_do_on_a_leaf(rule: Rule, pattern: GraphPattern) -> None:
    assert rule(pattern) is pattern


def test_every_rule_has_changes_and_refusals_here() -> None:
    assert {rule for rule, _, _ in CHANGES} == set(EQUIVALENCES.values())
    assert {rule for rule, _, _ in LEFT_ALONE} == set(EQUIVALENCES.values())
