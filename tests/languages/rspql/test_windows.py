"""Each kind of window, report policy and stream operator as RSP-QL writes it."""

from __future__ import annotations

import pytest

from algebra_by_hand import ex
from seqoia.algebra import WindowQuery
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Constant, Variable
from seqoia.languages import rspql
from seqoia.model import (
    EPOCH,
    Bound,
    ContentChange,
    Counted,
    CountWindow,
    Duration,
    Entailment,
    FixedWindow,
    IdentityWindow,
    Instant,
    LandmarkWindow,
    NestedWindow,
    NonEmptyContent,
    Periodic,
    Reading,
    ScopeRule,
    StreamOperator,
    TimeWindow,
    WindowClose,
)
from seqoia.text import Source

PROLOGUE = "PREFIX : <http://example.org/>\n"


def query(text: str) -> WindowQuery:
    return rspql.lower(rspql.parse(Source("q", PROLOGUE + text)))


def seconds(number: str) -> Duration:
    return Duration.of_seconds(number)


def at(number: str) -> Instant:
    return Instant.of_seconds(number)


FIVE_BY_TWO = TimeWindow(seconds("5"), seconds("2"))


@pytest.mark.parametrize(
    ("written", "window"),
    [
        ("RANGE 5 STEP 2", FIVE_BY_TWO),
        ("RANGE 5", TimeWindow(seconds("5"), seconds("1"))),
        ("RANGE 500ms", TimeWindow(seconds("0.5"), seconds("0.5"))),
        ("RANGE 1.5 STEP .5", TimeWindow(seconds("1.5"), seconds("0.5"))),
        ("range PT1M30S step PT10S", TimeWindow(seconds("90"), seconds("10"))),
        ("RANGE 1h30m STEP 0.5d", TimeWindow(seconds("5400"), seconds("43200"))),
        ('RANGE "PT5S"^^<http://www.w3.org/2001/XMLSchema#duration> STEP "2"', FIVE_BY_TWO),
        ("RANGE 5 STEP 2 START AT 1", TimeWindow(seconds("5"), seconds("2"), at("1"))),
        (
            "RANGE 5 STEP 2 START AT 1970-01-01T01:00:00.5+01:00 READING CLOSED BOUND START",
            TimeWindow(seconds("5"), seconds("2"), at("0.5"), Reading.CLOSED, Bound.START),
        ),
        ("RANGE 5 STEP 2 READING ALIGNED", TimeWindow(seconds("5"), seconds("2"), reading=Reading.ALIGNED)),
        (
            "RANGE 5 STEP 2 START AT 0 READING PRESENT BOUND END",
            TimeWindow(seconds("5"), seconds("2"), EPOCH, Reading.PRESENT, Bound.END),
        ),
        ("LANDMARK 9", LandmarkWindow(at("9"))),
        ("LND -9.5", LandmarkWindow(at("-9.5"))),
        ("LANDMARK", LandmarkWindow()),
        ("FIXED 1 2026-01-31T12:00:00Z", FixedWindow(at("1"), Instant.parse("2026-01-31T12:00:00Z"))),
        ("IDENTITY", IdentityWindow()),
        ("ELEMENTS 3", CountWindow(3)),
        ("TRIPLES 3", CountWindow(3, Counted.TRIPLES)),
        (
            "ELEMENTS 3 OVER RANGE 5 STEP 2 OVER LND 9",
            NestedWindow(CountWindow(3), NestedWindow(FIVE_BY_TWO, LandmarkWindow(at("9")))),
        ),
    ],
)
def test_each_kind_of_window_can_be_written(written: str, window: object) -> None:
    lowered = query(f"ASK FROM NAMED WINDOW :w ON :s [{written}] {{ WINDOW :w {{}} }}")
    assert lowered.windows == (q.WindowDeclaration(ex("w"), ex("s"), window),)


def test_a_window_without_a_name_joins_the_default_graph() -> None:
    lowered = query("ASK FROM WINDOW ON :s [RANGE 5 STEP 2] COUNTING DUPLICATES FROM :g FROM NAMED :h {}")
    assert lowered.windows == (q.WindowDeclaration(None, ex("s"), FIVE_BY_TWO, counts_duplicates=True),)
    assert lowered.background == q.DatasetClause((ex("g"),), (ex("h"),))


@pytest.mark.parametrize(
    ("written", "report"),
    [
        ("CONTENT CHANGE", (ContentChange(),)),
        ("WINDOW CLOSE OF :w AND NON-EMPTY CONTENT", (WindowClose(ex("w")), NonEmptyContent())),
        ("EVERY PT10S", (Periodic(seconds("10")),)),
        (
            "EVERY 10 START AT 3 AND NON-EMPTY CONTENT OF :w",
            (Periodic(seconds("10"), at("3")), NonEmptyContent(ex("w"))),
        ),
    ],
)
def test_each_report_policy_can_be_written(written: str, report: object) -> None:
    lowered = query(f"ASK FROM NAMED WINDOW :w ON :s [IDENTITY] REPORT ON {written} {{ WINDOW :w {{}} }}")
    assert lowered.report == report


def test_computed_every_is_one_more_condition() -> None:
    assert query("REGISTER STREAM :o COMPUTED EVERY 5 AS ASK REPORT ON CONTENT CHANGE {}").report == (
        ContentChange(),
        Periodic(seconds("5")),
    )


def test_what_is_not_said_the_profile_decides() -> None:
    plain = query("SELECT * { ?x ?p ?y }")
    assert (plain.report, plain.operator, plain.scope) == (None, None, None)


@pytest.mark.parametrize(
    ("text", "operator"),
    [
        ("SELECT ISTREAM DISTINCT ?x { ?x ?p ?y }", StreamOperator.ISTREAM),
        ("CONSTRUCT DSTREAM { ?x ?p ?y } WHERE { ?x ?p ?y }", StreamOperator.DSTREAM),
        ("CONSTRUCT RSTREAM WHERE { ?x ?p ?y }", StreamOperator.RSTREAM),
        ("DESCRIBE RSTREAM ?x { ?x ?p ?y }", StreamOperator.RSTREAM),
        ("ASK ISTREAM { ?x ?p ?y }", StreamOperator.ISTREAM),
        ("DSTREAM { ?x ?p ?y }", StreamOperator.DSTREAM),
        ("REGISTER ISTREAM :o AS SELECT ?x { ?x ?p ?y }", StreamOperator.ISTREAM),
        ("REGISTER STREAM :o AS SELECT RSTREAM ?x { ?x ?p ?y }", StreamOperator.RSTREAM),
        ("REGISTER QUERY :o AS SELECT ?x { ?x ?p ?y }", None),
    ],
)
def test_a_stream_operator_stands_in_the_registration_or_the_form(text: str, operator: StreamOperator | None) -> None:
    tree = rspql.parse(Source("q", PROLOGUE + text))
    assert rspql.lower(tree).operator is operator
    assert rspql.parse(Source("printed", rspql.print_query(tree))) == tree


def test_a_registered_query_has_a_name_and_a_kind() -> None:
    assert query("REGISTER QUERY :o AS ASK {}").registration == q.Registration(ex("o"), q.OutputKind.QUERY)
    assert query("REGISTER RSTREAM :o AS ASK {}").registration == q.Registration(ex("o"))


def test_prefixes_may_stand_on_both_sides_of_register() -> None:
    text = "REGISTER STREAM :o AS PREFIX e: <http://e/> ASK { ?x e:p ?y }"
    assert query(text).body.triples[0].predicate == Constant(type(ex("x"))("http://e/p"))


def test_entailment_and_scope_are_chosen() -> None:
    chosen = query("ASK ENTAILMENT RDFS SCOPE FLATTEN {}")
    assert (chosen.entailment, chosen.scope) == (Entailment.RDFS, ScopeRule.FLATTEN)
    chosen = query("ASK ENTAILMENT SIMPLE SCOPE BOTTOM-UP {}")
    assert (chosen.entailment, chosen.scope) == (Entailment.SIMPLE, ScopeRule.BOTTOM_UP)


def test_graph_reaches_a_named_window_and_a_graph_inside_it() -> None:
    body = query("ASK FROM NAMED WINDOW :w ON :s [IDENTITY] { GRAPH :w { GRAPH :w {} } GRAPH :g {} }").body
    inner = gp.GraphOf(Constant(ex("w")), gp.UNIT)
    assert body == gp.Join((gp.WindowOf(Constant(ex("w")), inner), gp.GraphOf(Constant(ex("g")), gp.UNIT)))


def test_a_variable_asks_every_window() -> None:
    text = "ASK FROM NAMED WINDOW :w ON :s [IDENTITY] { WINDOW ?w {} }"
    assert query(text).body == gp.WindowOf(Variable("w"), gp.UNIT)
    assert rspql.warnings(rspql.parse(Source("q", PROLOGUE + text))) == ()
