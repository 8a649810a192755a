"""Uncertainty functions as queries call them, cached and lazy."""

from __future__ import annotations

from collections import Counter

import pytest
from pyoxigraph import QuerySolutions, RdfFormat, Store

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Expression, IriCall, Variable
from seqoia.algebra.patterns import (
    BasicGraphPattern,
    Extend,
    Filter,
    GraphOf,
    GraphPattern,
    Join,
    LeftJoin,
    Minus,
    Project,
    TriplePattern,
    Union,
    WindowOf,
)
from seqoia.algebra.query import Ask, Select, WindowQuery
from seqoia.model import Dataset, Literal, NamedNode, Solution, Term
from seqoia.reference.lazy import lazily
from seqoia.reference.sparql import solutions
from seqoia.reference.trace import FunctionCalled, Resolution, TraceEvent
from seqoia.reference.uncertainty import (
    ADD,
    BETWEEN,
    DISTRIBUTION,
    GREATER_THAN,
    LESS_THAN,
    SUBTRACT,
    functions,
)

CALL = functions()
XSD = "http://www.w3.org/2001/XMLSchema#"


def dist(text: str) -> Literal:
    return Literal(text, datatype=DISTRIBUTION)


def typed(text: str, datatype: str) -> Literal:
    return Literal(text, datatype=NamedNode(XSD + datatype))


def test_add_and_subtract_answer_distributions_that_can_be_added_again() -> None:
    once = CALL[ADD](dist("N(0, 0.01)"), typed("0.197", "decimal"))
    assert once == dist("N(0.197, 0.01)")
    mixed = CALL[ADD](once, dist("U(-1, 1)"))
    assert mixed == dist("SUM(N(0.197, 0.01), U(-1, 1))")
    assert CALL[SUBTRACT](mixed, dist("U(0, 1)")) == dist("SUM(N(0.197, 0.01), U(-1, 0), U(-1, 1))")


def test_comparisons_answer_doubles() -> None:
    assert CALL[GREATER_THAN](dist("U(0, 1)"), typed("0.25", "double")) == Literal(0.75)
    assert CALL[LESS_THAN](dist("U(0, 1)"), dist("U(0, 2)")) == Literal(0.75)
    assert CALL[BETWEEN](dist("U(0, 1)"), Literal(0.25), dist("C(0.5)")) == Literal(0.25)


@pytest.mark.parametrize(
    "literal",
    [typed("2", name) for name in ("integer", "long", "unsignedByte", "nonNegativeInteger", "decimal", "float")]
    + [typed("2.0", "decimal"), typed("2.0E0", "double"), typed(" 2 ", "integer"), typed(".2e1", "float")],
)
def test_every_numeric_datatype_is_a_number(literal: Literal) -> None:
    assert CALL[LESS_THAN](dist("U(0, 4)"), literal) == Literal(0.5)


@pytest.mark.parametrize(
    "arguments",
    [
        (Literal(1), dist("N(0, 1)")),
        (dist("N(0, 1)"), Literal("1")),
        (dist("N(0, 1)"), NamedNode("http://example.org/")),
        (NamedNode("http://example.org/"), Literal(1)),
        (dist("N(0, -1)"), Literal(1)),
        (dist("N(0, 1)"), dist("X(0, 1)")),
        (dist("N(0, 1)"), typed("one", "integer")),
        (dist("N(0, 1)"), typed("1.5", "integer")),
        (dist("N(0, 1)"), typed("1e5", "decimal")),
        (dist("N(0, 1)"), typed("INF", "double")),
        (dist("N(0, 1)"), typed("NaN", "double")),
        (dist("N(0, 1)"), typed("1" * 400, "integer")),
        (Literal("N(0, 1)"), Literal(1)),
        (dist("N(0, 1)"),),
        (dist("N(0, 1)"), Literal(1), Literal(2), Literal(3)),
        (),
    ],
)
@pytest.mark.parametrize("function", CALL)
def test_a_wrong_argument_is_an_error(function: NamedNode, arguments: tuple[Term, ...]) -> None:
    if len(arguments) == 2 and function == BETWEEN:
        arguments = (*arguments, Literal(1))
    assert CALL[function](*arguments) is None


def test_too_many_uniform_terms_are_an_error() -> None:
    many = dist("SUM(" + ", ".join(["U(0, 1)"] * 10) + ")")
    assert CALL[ADD](many, Literal(1)) is not None
    assert CALL[ADD](many, dist("U(0, 1)")) is None
    assert CALL[LESS_THAN](many, dist("U(0, 1)")) is None


def test_extreme_parameters_are_answered_or_an_error_and_never_a_crash() -> None:
    assert CALL[LESS_THAN](dist("SUM(U(-8e307, 8e307), U(0, 1e-300), N(0, 1e-320))"), Literal(1)) in (
        None,
        Literal(0.5),
    )
    assert CALL[ADD](dist("C(1.7e308)"), dist("C(1.7e308)")) is None


def test_the_cache_answers_what_was_asked_before() -> None:
    events: list[TraceEvent] = []
    for _ in range(2):
        call = functions(events.append)
        assert call[ADD](dist("N(0, 1)"), Literal(1)) == call[ADD](dist("N(0, 1)"), Literal(1))
        call[ADD](dist("N(0, 1)"), Literal(2))
        call[ADD](dist("broken"), Literal(2))
        call[ADD](dist("broken"), Literal(2))
    computed, cached = Resolution.COMPUTED, Resolution.CACHED
    assert [event.how for event in events if isinstance(event, FunctionCalled)] == [
        computed,
        cached,
        computed,
        computed,
        cached,
    ] * 2


def test_without_a_cache_everything_is_computed() -> None:
    events: list[TraceEvent] = []
    call = functions(events.append, cached=False)
    assert call[ADD](dist("N(0, 1)"), Literal(1)) == call[ADD](dist("N(0, 1)"), Literal(1))
    assert events == [FunctionCalled(ADD, (str(dist("N(0, 1)")), str(Literal(1))), Resolution.COMPUTED)] * 2


DATA = """
PREFIX : <http://example.org/> PREFIX rspu: <http://w3id.org/rsp/rspu#>
:a :value 0.197 ; :error "N(0, 0.0001)"^^rspu:distribution ; :hot true .
:b :value 0.100 ; :error "N(0, 0.0001)"^^rspu:distribution .
:c :value 0.300 ; :error "N(0, none)"^^rspu:distribution ; :hot true .
:d :value "much" ; :error "N(0, 0.0001)"^^rspu:distribution ; :hot true .
"""


def test_an_ill_formed_literal_fails_the_filter_and_leaves_the_bind_unbound() -> None:
    store = Store()
    store.load(DATA, format=RdfFormat.TURTLE)
    prefixes = "PREFIX : <http://example.org/> PREFIX rspu: <http://w3id.org/rsp/rspu#> "
    body = "{ ?o :value ?v ; :error ?e BIND(rspu:add(?e, ?v) AS ?d) %s }"
    every = store.query(f"{prefixes} SELECT ?o ?d {body % ''}", custom_functions=functions())
    above = body % "FILTER(rspu:greaterThan(?d, 0.19) > 0.5)"
    some = store.query(f"{prefixes} SELECT ?o {above}", custom_functions=functions())
    assert isinstance(every, QuerySolutions)
    assert isinstance(some, QuerySolutions)
    bound = {str(row["o"]): row["d"] is not None for row in every}
    assert bound == {f"<http://example.org/{name}>": name in "ab" for name in "abcd"}
    assert [str(row["o"]) for row in some] == ["<http://example.org/a>"]


def iri(name: str) -> NamedNode:
    return NamedNode("http://example.org/" + name)


def var(name: str) -> Variable:
    return Variable(name)


def triple(subject: str, predicate: str, value: str | Term) -> GraphPattern:
    place = var(value) if isinstance(value, str) else Constant(value)
    return BasicGraphPattern((TriplePattern(var(subject), Constant(iri(predicate)), place),))


def above(name: str, limit: float) -> Expression:
    return IriCall(GREATER_THAN, (var(name), Constant(Literal(limit))))


def asking(body: GraphPattern, *names: str) -> WindowQuery:
    variables = tuple(map(var, names))
    return WindowQuery(Select(variables), Project(body, variables))


def dataset() -> Dataset:
    store = Store()
    store.load(DATA, format=RdfFormat.TURTLE)
    return Dataset.of_quads(store)


def evaluated(query: WindowQuery) -> tuple[Counter[Solution], int]:
    """The answer, and how many times a function was called."""
    events: list[TraceEvent] = []
    return Counter(solutions(query.body, dataset(), functions(events.append))), len(events)


ERRORS = triple("o", "error", "e")
VALUES = triple("o", "value", "v")
HOT = triple("o", "hot", Literal(True))
SUMMED = Extend(Join((VALUES, ERRORS)), var("d"), IriCall(ADD, (var("e"), var("v"))))
JUDGED = Extend(SUMMED, var("p"), above("d", 0.19))


def test_a_value_that_nobody_asks_for_is_never_computed() -> None:
    eager = asking(JUDGED, "o")
    before, calls = evaluated(eager)
    after, lazy_calls = evaluated(lazily(eager))
    assert after == before
    assert calls > 0
    assert lazy_calls == 0
    assert lazily(eager) == asking(Join((VALUES, ERRORS)), "o")


def test_a_value_is_computed_with_what_it_is_computed_from() -> None:
    assert lazily(asking(JUDGED, "o", "p")) == asking(JUDGED, "o", "p")
    assert lazily(asking(JUDGED, "o", "d")) == asking(SUMMED, "o", "d")


def test_a_value_waits_until_a_join_has_taken_solutions_away() -> None:
    eager = asking(Join((JUDGED, HOT)), "o", "p")
    waiting = Join((Join((VALUES, ERRORS)), HOT))
    expected = asking(
        Extend(Extend(waiting, var("d"), SUMMED.expression), var("p"), JUDGED.expression),
        "o",
        "p",
    )
    assert lazily(eager) == expected
    before, calls = evaluated(eager)
    after, lazy_calls = evaluated(lazily(eager))
    assert after == before
    assert lazy_calls <= calls


def test_a_value_waits_beyond_windows_graphs_and_filters_that_do_not_ask_for_it() -> None:
    hot = Call(">", (var("v"), Constant(Literal(0.1))))
    eager = Filter(WindowOf(Constant(iri("w")), GraphOf(var("g"), SUMMED)), hot)
    late = Filter(WindowOf(Constant(iri("w")), GraphOf(var("g"), SUMMED.pattern)), hot)
    assert lazily(asking(eager, "d")) == asking(Extend(late, var("d"), SUMMED.expression), "d")


def test_a_filter_that_asks_gets_its_value() -> None:
    likely = Filter(JUDGED, Call(">", (var("p"), Constant(Literal(0.9)))))
    assert lazily(asking(likely, "o")) == asking(likely, "o")


def test_a_value_that_depends_on_a_waiting_value_waits_as_well() -> None:
    percent = Extend(JUDGED, var("q"), Call("*", (var("p"), Constant(Literal(100)))))
    assert lazily(asking(percent, "o")) == asking(Join((VALUES, ERRORS)), "o")


SAME_D = triple("o", "judged", "d")
SAME_V = triple("o", "value", "v")
MAYBE_V = LeftJoin(triple("o", "error", "e"), triple("o", "measured", "v"))
EARLY = Extend(MAYBE_V, var("d"), IriCall(ADD, (var("e"), var("v"))))


@pytest.mark.parametrize(
    ("why", "body"),
    [
        ("the other part binds the variable as well", Join((SUMMED, SAME_D))),
        ("the optional part binds the variable as well", LeftJoin(SUMMED, SAME_D)),
        ("the excluded part binds the variable as well", Minus(SUMMED, SAME_D)),
        ("the other part would bind what may be unbound", Join((EARLY, SAME_V))),
        ("there may be no optional part", LeftJoin(ERRORS, SUMMED)),
        ("each choice has its own value", Union((SUMMED, ERRORS))),
        ("outside the graph its name is bound", GraphOf(var("v"), Extend(ERRORS, var("d"), SUMMED.expression))),
    ],
)
def test_a_value_is_computed_in_its_place_because(why: str, body: GraphPattern) -> None:
    assert lazily(asking(body, "o", "d")) == asking(body, "o", "d"), why


def test_a_value_that_is_new_each_time_is_computed_in_its_place() -> None:
    chance = Extend(ERRORS, var("d"), IriCall(ADD, (var("e"), Call("RAND"))))
    body = Join((chance, VALUES))
    assert lazily(asking(body, "d")) == asking(body, "d")


def test_a_query_without_uncertain_values_is_left_alone() -> None:
    query = asking(Extend(VALUES, var("d"), Call("*", (var("v"), Constant(Literal(2))))), "o")
    assert lazily(query) is query


def test_a_question_asks_for_no_variable() -> None:
    assert lazily(WindowQuery(Ask(), JUDGED)) == WindowQuery(Ask(), gp.Join((VALUES, ERRORS)))
