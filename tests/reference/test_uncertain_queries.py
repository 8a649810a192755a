"""Queries with uncertainty functions over streams: how often a function is computed, and that answers stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

import pytest

from algebra_by_hand import bgp, call, ex, graph, lasting, of, seconds, stream
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, IriCall, Variable
from seqoia.algebra.query import Select, WindowDeclaration, WindowQuery
from seqoia.model import EVERY_OPTIMISATION, Literal, Optimisation, ScopeRule, TimeWindow
from seqoia.model.binding import Solution
from seqoia.reference import evaluate
from seqoia.reference.trace import Evaluated, FunctionCalled, TraceEvent
from seqoia.reference.uncertainty import ADD, DISTRIBUTION, GREATER_THAN

LAZY, CACHE = Optimisation.LAZY_VARIABLES, Optimisation.CACHE


def measured(name: str, value: float, spread: str = "N(0, 1)") -> frozenset:
    return graph((name, ":value", value), (name, ":error", Literal(spread, datatype=DISTRIBUTION)))


READINGS = stream(
    "readings",
    (1, measured(":a", 1.0)),
    (2, measured(":b", 1.0)),
    (3, measured(":c", 9.0)),
    (4, graph((":a", ":hot", True))),
    (6, measured(":a", 1.0)),
    (7, measured(":d", 1.0, "N(0; 1)")),
)
WINDOW = WindowDeclaration(ex("w"), READINGS.name, TimeWindow(lasting(5), lasting(5), seconds(0)))
VALUES = bgp(("?s", ":value", "?v"), ("?s", ":error", "?e"))
SUM = IriCall(ADD, (Variable("e"), Variable("v")))
CHANCE = IriCall(GREATER_THAN, (Variable("d"), Constant(of(1.0))))
JUDGED = gp.Extend(gp.Extend(VALUES, Variable("d"), SUM), Variable("p"), CHANCE)


def asking(body: gp.GraphPattern, *names: str, scope: ScopeRule | None = None) -> WindowQuery:
    variables = tuple(map(Variable, names))
    return WindowQuery(Select(variables), gp.Project(body, variables), (WINDOW,), scope=scope)


def answered(query: WindowQuery, optimisations: Collection[Optimisation]) -> tuple[list, list[list[str]]]:
    """The answers, and for each evaluation what was called, in the order of the calls."""
    events: list[TraceEvent] = []
    answers = evaluate(query, [READINGS], tracer=events.append, optimisations=frozenset(optimisations))
    calls: list[list[str]] = [[]]
    for event in events:
        if isinstance(event, Evaluated):
            calls.append([])
        elif isinstance(event, FunctionCalled):
            calls[-1].append(f"{event.function.value.rpartition('#')[2]} {event.how.value}")
    return [(answer.when.seconds, answer.content) for answer in answers], calls[:-1]


def counted(calls: list[list[str]]) -> list[Counter[str]]:
    return [Counter(each) for each in calls]


@pytest.mark.parametrize("names", [("s",), ("s", "d"), ("s", "p")])
def test_optimisations_change_no_answer(names: tuple[str, ...]) -> None:
    query = asking(gp.Join((gp.WindowOf(Constant(ex("w")), JUDGED), gp.Values((), ((),)))), *names)
    plain, _ = answered(query, ())
    assert len(plain) == 5
    for optimisations in ((LAZY,), (CACHE,), EVERY_OPTIMISATION):
        assert answered(query, optimisations)[0] == plain


def test_the_cache_lives_for_one_evaluation() -> None:
    query = asking(gp.WindowOf(Constant(ex("w")), JUDGED), "s", "p")
    _, without = answered(query, ())
    _, within = answered(query, (CACHE,))
    assert counted(without) == [
        Counter({"add computed": 3, "greaterThan computed": 3}),
        Counter({"add computed": 2, "greaterThan computed": 1}),
    ]
    assert counted(within) == [
        Counter({"add computed": 2, "add cached": 1, "greaterThan computed": 2, "greaterThan cached": 1}),
        Counter({"add computed": 2, "greaterThan computed": 1}),
    ]


def test_a_lazy_value_is_computed_for_what_the_join_has_left() -> None:
    hot = gp.WindowOf(Constant(ex("w")), bgp(("?s", ":hot", "?h")))
    query = asking(gp.Join((gp.WindowOf(Constant(ex("w")), JUDGED), hot)), "s", "p")
    eager, every = answered(query, ())
    lazy, few = answered(query, (LAZY,))
    assert lazy == eager == [(5, Solution({"s": of(":a"), "p": of(0.5)}))]
    assert [len(each) for each in every] == [6, 3]
    assert few == [["add computed", "greaterThan computed"], []]


def test_a_lazy_value_that_is_not_shown_is_never_computed() -> None:
    query = asking(gp.WindowOf(Constant(ex("w")), JUDGED), "s")
    assert answered(query, EVERY_OPTIMISATION)[1] == [[], []]


def test_laziness_minds_the_scope_rule() -> None:
    likely = gp.Filter(VALUES, call(">", Variable("p"), of(0.9)))
    body = gp.WindowOf(Constant(ex("w")), gp.Join((JUDGED, likely)))
    seen = asking(body, "s", scope=ScopeRule.FLATTEN)
    unseen = asking(body, "s", scope=ScopeRule.BOTTOM_UP)
    for optimisations in ((), EVERY_OPTIMISATION):
        assert answered(seen, optimisations)[0] == [(5, Solution({"s": of(":c")}))]
        assert answered(unseen, optimisations)[0] == []


def test_an_ill_formed_distribution_leaves_its_value_unbound() -> None:
    query = asking(gp.WindowOf(Constant(ex("w")), JUDGED), "s", "d")
    later = [content for at, content in answered(query, EVERY_OPTIMISATION)[0] if at == 10]
    assert Solution({"s": of(":d")}) in later
