"""Rewriting as a whole: rules in their order, everywhere, until nothing is left to do."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import seqoia.rewrite
from algebra_by_hand import bgp, call, ex
from seqoia.algebra.events import BasicEvent
from seqoia.algebra.expressions import Constant, Exists, Variable
from seqoia.algebra.patterns import Extend, Filter, GraphPattern, Join, MatchOf, Project, Union, WindowOf
from seqoia.algebra.query import EventQuery, Select, WindowQuery
from seqoia.model import ScopeRule
from seqoia.rewrite import EQUIVALENCES, RULES, Applied, rewrite

A = bgp(("?x", ":a", "?y"))
B = bgp(("?x", ":b", "?z"))
ON_Y = call(">", "?y", 1)
ON_N = call(">", "?n", 1)
N = Variable("n")
W = Constant(ex("w"))


def of(body: GraphPattern, **rest) -> WindowQuery:
    return WindowQuery(Select((Variable("x"),)), body, **rest)


def test_rules_work_together_until_nothing_is_left_to_do() -> None:
    before = of(Filter(Extend(Join((Join((B, WindowOf(W, A))), A)), N, call("+", "?z", 1)), call("&&", ON_N, ON_Y)))
    summed = Extend(B, N, call("+", "?z", 1))
    told: list[Applied] = []
    after = rewrite(before, told.append)
    assert after != before
    assert rewrite(after) is after
    assert [step.rule for step in told][:2] == ["flatten_joins", "split_conjunctions"]
    assert {"push_binds_into_joins", "push_filters_into_joins"} <= {step.rule for step in told}
    assert after.body == Join((WindowOf(W, A), Filter(A, ON_Y), Filter(summed, ON_N)))


def test_the_observer_hears_what_each_step_changed() -> None:
    told: list[Applied] = []
    body = Filter(Union((A, B)), ON_Y)
    rewrite(of(Project(body, (Variable("x"),))), told.append)
    assert told == [Applied("push_filters_into_unions", body, Union((Filter(A, ON_Y), Filter(B, ON_Y))))]


def test_patterns_inside_expressions_and_events_are_rewritten() -> None:
    nested, flat = Union((Union((A, A)), B)), Union((A, A, B))
    assert rewrite(of(Filter(A, Exists(nested)))).body == Filter(A, Exists(flat))
    event = BasicEvent(ex("s"), nested)
    assert rewrite(of(MatchOf(event))).body == MatchOf(BasicEvent(ex("s"), flat))
    assert rewrite(EventQuery(Select(()), event)).body == BasicEvent(ex("s"), flat)


def test_a_query_with_nothing_to_rewrite_stays_the_same_object() -> None:
    query = of(Join((A, B)))
    assert rewrite(query) is query


def test_no_rules_change_nothing() -> None:
    query = of(Filter(Union((A, B)), ON_Y))
    assert rewrite(query, rules=()) is query


def test_a_scope_rule_is_carried_out_before_the_rules() -> None:
    inner = WindowOf(W, Join((Filter(A, call(">", "?z", 1)), B)))
    flat = rewrite(of(inner, scope=ScopeRule.FLATTEN))
    assert flat.scope is ScopeRule.BOTTOM_UP
    assert flat.body == WindowOf(W, Join((A, Filter(B, call(">", "?z", 1)))))
    assert rewrite(of(inner)).body == WindowOf(W, Join((B, Filter(A, call(">", "?z", 1)))))


def test_a_rule_that_loses_a_variable_is_refused() -> None:
    def lose_a_part(pattern: GraphPattern) -> GraphPattern:
        return pattern.parts[0] if isinstance(pattern, Join) else pattern

    with pytest.raises(AssertionError, match=r"lose_a_part changed the variables: \['x', 'y', 'z'\], \['x', 'y'\]"):
        rewrite(of(Join((A, B))), rules=(lose_a_part,))


@pytest.mark.parametrize("rule", EQUIVALENCES.values(), ids=lambda rule: rule.__name__)
def test_a_rule_stands_in_the_file_of_its_name_with_a_picture(rule) -> None:
    assert Path(inspect.getfile(rule)).stem == rule.__name__
    assert "→" in (inspect.getdoc(rule) or "")


def test_every_equivalence_is_in_the_page_on_rewriting() -> None:
    page = Path(seqoia.rewrite.__file__).parents[3] / "docs" / "semantics" / "rewriting.md"
    text = page.read_text(encoding="utf-8")
    assert [name for name, rule in EQUIVALENCES.items() if f"{name} | `{rule.__name__}`" not in text] == []
    assert set(RULES) <= set(EQUIVALENCES.values())
