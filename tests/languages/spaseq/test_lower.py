"""What each construct of SPAseq becomes in the algebra."""

from __future__ import annotations

import pytest

from algebra_by_hand import bgp, call
from languages.spaseq.texts import asking, lowered, pattern_of
from seqoia.algebra import events as ev
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Aggregate, AggregateFunction, Constant, Previous, Variable
from seqoia.algebra.patterns import BasicGraphPattern, Direction, Filter, GraphOf, Join
from seqoia.model import (
    Duration,
    Entailment,
    Instant,
    NamedNode,
    NoSkip,
    Selection,
    SkipPastLast,
    SkipTo,
    SkipToNext,
    Which,
)

S = NamedNode("http://e/s")


def iri(name: str) -> NamedNode:
    return NamedNode(f"http://e/{name}")


def graph(name: str) -> BasicGraphPattern:
    subject, value = {"A": ("?h", "?x"), "B": ("?h", "?y"), "C": ("?h", "?z"), "D": ("?k", "?w")}[name]
    return bgp((subject, iri(name.lower()), value))


def event(name: str) -> ev.BasicEvent:
    return ev.BasicEvent(S, graph(name), name)


A, B, C, D = map(event, "ABCD")
FIRST = ev.Element(A)


def element(pattern: ev.EventPattern, follows: Selection, presence: ev.Presence = ev.Presence.REQUIRED) -> ev.Element:
    return ev.Element(pattern, follows, presence)


def repeated(pattern: ev.EventPattern = B, **more: object) -> ev.Repetition:
    return ev.Repetition(pattern, **{"correlated": ("h",), **more})


NEXT, STRICT, ANY = Selection.NEXT, Selection.STRICT, Selection.ANY

EXPRESSIONS = {
    "A": A,
    "(A)": A,
    "A, B": ev.Sequence((FIRST, element(B, STRICT))),
    "A ; B : C, D": ev.Sequence((FIRST, element(B, NEXT), element(C, ANY), element(D, STRICT))),
    "A ; (B, C)": ev.Sequence((FIRST, element(ev.Sequence((ev.Element(B), element(C, STRICT))), NEXT))),
    "A & B & C": ev.Simultaneous(ev.Simultaneous(A, B), C),
    "A | B | C": ev.Alternative((A, B, C)),
    "A | B & C": ev.Alternative((A, ev.Simultaneous(B, C))),
    "A ; B | C": ev.Sequence((FIRST, element(ev.Alternative((B, C)), NEXT))),
    "A+": ev.Repetition(A, follows=NEXT),
    "A+ BY ANY": ev.Repetition(A, follows=ANY),
    "A ; B+": ev.Sequence((FIRST, element(repeated(), NEXT))),
    "A ; B{2}": ev.Sequence((FIRST, element(repeated(at_least=2, at_most=2), NEXT))),
    "A ; B{2,}": ev.Sequence((FIRST, element(repeated(at_least=2), NEXT))),
    "A ; B{2,5}": ev.Sequence((FIRST, element(repeated(at_least=2, at_most=5), NEXT))),
    "A ; B+ BY NEXT LONGEST": ev.Sequence((FIRST, element(repeated(follows=NEXT, extent=ev.Extent.LONGEST), NEXT))),
    "A ; D+": ev.Sequence((FIRST, element(repeated(D, correlated=()), NEXT))),
    "A ; B?": ev.Sequence((FIRST, element(B, NEXT, ev.Presence.OPTIONAL))),
    "A ; B*": ev.Sequence((FIRST, element(repeated(), NEXT, ev.Presence.OPTIONAL))),
    "A ; B! ; C": ev.Sequence((FIRST, element(B, NEXT, ev.Presence.ABSENT), element(C, NEXT))),
    "B! ; A": ev.Sequence((ev.Element(B, presence=ev.Presence.ABSENT), element(A, NEXT))),
    "A ; (B, D)+": ev.Sequence(
        (FIRST, element(repeated(ev.Sequence((ev.Element(B), element(D, STRICT)))), NEXT)),
    ),
}


@pytest.mark.parametrize("sequence", EXPRESSIONS)
def test_a_sequence_expression_has_its_pattern(sequence: str) -> None:
    assert pattern_of(sequence) == EXPRESSIONS[sequence]


def test_a_repetition_beside_a_branch_of_a_sequence_is_strict_too() -> None:
    assert pattern_of("A ; (B+ | D)") == pattern_of("A ; (B+ BY STRICT | D)")


def test_what_an_absent_event_binds_correlates_as_well() -> None:
    assert pattern_of("B+ ; A! ; D").elements[0].pattern.correlated == ("h",)


def test_a_filter_that_mentions_a_variable_does_not_correlate_it() -> None:
    sequence = pattern_of("A ; D+ ; C", C="FILTER(?z > ?w)")
    assert sequence.elements[1].pattern.correlated == ()


def test_a_filter_on_own_variables_stays_in_the_graph_pattern() -> None:
    own = call(">", Variable("x"), 3)
    assert pattern_of("A", A="FILTER(?x > 3)") == ev.BasicEvent(S, Filter(graph("A"), own), "A")


def test_a_filter_on_earlier_variables_stands_on_the_event() -> None:
    sequence = pattern_of("A ; B", B="FILTER(?y > ?x) FILTER(?y > 3)")
    inside = ev.BasicEvent(S, Filter(graph("B"), call(">", Variable("y"), 3)), "B")
    assert sequence.elements[1].pattern == ev.Where(inside, call(">", Variable("y"), Variable("x")), ev.Sight.EARLIER)


def test_a_bind_on_earlier_variables_is_computed_before_the_filters_that_ask_for_it() -> None:
    sequence = pattern_of("A ; B", B="FILTER(?rise > 3) BIND(?y - ?x AS ?rise)")
    rise = ev.Let(B, Variable("rise"), call("-", Variable("y"), Variable("x")), ev.Sight.EARLIER)
    assert sequence.elements[1].pattern == ev.Where(rise, call(">", Variable("rise"), 3), ev.Sight.EARLIER)


def test_a_bind_on_own_variables_stays_in_the_graph_pattern() -> None:
    sequence = pattern_of("A ; B", B="BIND(?y * 2 AS ?double) FILTER(?double > 3)")
    assert isinstance(sequence.elements[1].pattern, ev.BasicEvent)


def test_simultaneous_events_ask_for_each_other() -> None:
    asked = call(">", Variable("z"), Variable("y"))
    assert pattern_of("B & C", C="FILTER(?z > ?y)") == ev.Where(ev.Simultaneous(B, C), asked, ev.Sight.EARLIER)


def test_one_gpm_stands_in_several_places() -> None:
    assert pattern_of("A ; A") == ev.Sequence((FIRST, element(A, NEXT)))


def test_previous_values_are_asked_for_on_the_event() -> None:
    repetition = pattern_of("A ; D+", D="FILTER(?w > PREV(?w))").elements[1].pattern
    rising = call(">", Variable("w"), Previous(Variable("w")))
    assert repetition.pattern == ev.Where(D, rising, ev.Sight.EARLIER)


def test_the_background_is_asked_inside_the_event() -> None:
    known = GraphOf(Constant(iri("db")), bgp(("?h", iri("n"), "?name")))
    assert pattern_of("A", A="GRAPH :db { ?h :n ?name }").pattern == Join((graph("A"), known))


def collected(select: str, sequence: str = "A ; B+ ; C", **filters: str) -> tuple[tuple[Variable, Aggregate], ...]:
    body = lowered(asking(sequence, select, **filters)).body
    while not isinstance(body, ev.Sequence):
        body = body.pattern
    return body.elements[1].pattern.collected


AGGREGATES = {
    "COUNT(*)": Aggregate(AggregateFunction.COUNT, None),
    "COUNT(B)": Aggregate(AggregateFunction.COUNT, None),
    "COUNT(DISTINCT ?y)": Aggregate(AggregateFunction.COUNT, Variable("y"), distinct=True),
    "LIST(?y)": Aggregate(AggregateFunction.LIST, Variable("y")),
    "FIRST(?y)": Aggregate(AggregateFunction.FIRST, Variable("y")),
    "SUM(?y - ?x)": Aggregate(AggregateFunction.SUM, call("-", Variable("y"), Variable("x"))),
    'GROUP_CONCAT(?y; SEPARATOR = "/")': Aggregate(AggregateFunction.GROUP_CONCAT, Variable("y"), separator="/"),
}


@pytest.mark.parametrize("written", AGGREGATES)
def test_an_aggregate_is_collected_by_the_repetition_that_binds_its_variable(written: str) -> None:
    assert collected(f"SELECT ({written} AS ?n)") == ((Variable(".agg0"), AGGREGATES[written]),)


def test_a_selected_aggregate_refers_to_what_is_collected() -> None:
    body = lowered(asking("A ; B+", "SELECT ?h (SUM(?y) / COUNT(B) AS ?mean)")).body
    mean = call("/", Variable(".agg0"), Variable(".agg1"))
    assert isinstance(body, ev.Keep)
    assert body.variables == (Variable("h"), Variable("mean"))
    assert isinstance(body.pattern, ev.Let)
    assert (body.pattern.variable, body.pattern.expression) == (Variable("mean"), mean)


def test_equal_aggregates_are_collected_once() -> None:
    assert len(collected("SELECT (COUNT(B) AS ?n) (COUNT(*) + 1 AS ?m)", C="FILTER(COUNT(B) > 1)")) == 1


def test_a_later_filter_refers_to_what_is_collected() -> None:
    body = lowered(asking("A ; B+ ; C", C="FILTER(?z > AVG(?y))")).body
    while not isinstance(body, ev.Sequence):
        body = body.pattern
    asked = call(">", Variable("z"), Variable(".agg0"))
    assert body.elements[2].pattern == ev.Where(C, asked, ev.Sight.EARLIER)


WIDTHS = {
    "WITHIN 30 MINUTES": 1_800,
    "WITHIN 1 HOUR": 3_600,
    "WITHIN 1.5 days": 129_600,
    "WITHIN 250 MILLISECONDS": "0.25",
    "WITHIN 90": 90,
    "WITHIN PT1M30S": 90,
    'WITHIN "PT30M"': 1_800,
    'WITHIN "PT30M"^^<http://www.w3.org/2001/XMLSchema#duration>': 1_800,
}


@pytest.mark.parametrize("clause", WIDTHS)
def test_a_width_is_a_duration(clause: str) -> None:
    body = lowered(asking("A", "ASK", clause)).body
    assert body == ev.Within(A, Duration.of_seconds(WIDTHS[clause]), ev.Frame.TUMBLING)


def test_a_window_slides_or_starts_somewhere() -> None:
    sliding = lowered(asking("A", "ASK", "WITHIN 9 SLIDING")).body
    assert sliding == ev.Within(A, Duration.of_seconds(9), ev.Frame.SLIDING)
    since = Instant.parse("2026-01-01T00:00:00Z")
    for start in ('"2026-01-01T00:00:00Z"', str(since.seconds)):
        starting = lowered(asking("A", "ASK", f"WITHIN 9 STARTING AT {start}")).body
        assert starting == ev.Within(A, Duration.of_seconds(9), ev.Frame.TUMBLING, since)


def test_without_within_there_is_no_window() -> None:
    assert lowered(asking("A", "ASK", "")).body == A


COUNTING = {
    "AFTER MATCH NO SKIP": ev.Matches(A, NoSkip()),
    "AFTER MATCH SKIP TO NEXT EVENT": ev.Matches(A, SkipToNext()),
    "AFTER MATCH SKIP PAST LAST EVENT": ev.Matches(A, SkipPastLast()),
    "AFTER MATCH SKIP TO FIRST A": ev.Matches(A, SkipTo(Which.FIRST, "A")),
    "AFTER MATCH SKIP TO LAST A": ev.Matches(A, SkipTo(Which.LAST, "A")),
    "LIMIT 3 PER START": ev.Matches(A, NoSkip(), 3),
    "AFTER MATCH SKIP TO NEXT EVENT LIMIT 3 PER START": ev.Matches(A, SkipToNext(), 3),
    "LIMIT 2 PER START LIMIT 5 OFFSET 1": ev.Arrange(ev.Matches(A, NoSkip(), 2), (), 1, 5),
    "ORDER BY DESC(?x) LIMIT 5": ev.Arrange(A, ((Direction.DESCENDING, Variable("x")),), 0, 5),
}


@pytest.mark.parametrize("after", COUNTING)
def test_which_matches_count_is_said_after_the_pattern(after: str) -> None:
    assert lowered(asking("A", "ASK", "", after)).body == COUNTING[after]


def test_everything_selected_comes_in_the_order_of_the_pattern() -> None:
    query = lowered(asking("B ; A ; C!"))
    assert query.form == q.Select((Variable("h"), Variable("y"), Variable("x")))


def test_distinct_answers_are_the_earliest() -> None:
    body = lowered(asking("A", "SELECT DISTINCT ?x", "")).body
    assert body == ev.Earliest(ev.Keep(A, (Variable("x"),)))


def test_what_a_query_reads_is_declared() -> None:
    clauses = "FROM <http://e/base> FROM NAMED <http://e/db> FROM STREAM T <http://e/t> ENTAILMENT RDFS"
    query = lowered(asking("A", clauses=clauses))
    assert query.streams == (iri("t"), iri("s"))
    assert query.background == q.DatasetClause((iri("base"),), (iri("db"),))
    assert query.entailment is Entailment.RDFS


def test_a_registered_query_makes_a_stream() -> None:
    query = lowered(asking("A", "REGISTER STREAM :out AS CONSTRUCT { ?h :seen ?x }"))
    assert query.registration == q.Registration(iri("out"), q.OutputKind.STREAM)
    assert query.form == q.Construct(bgp(("?h", iri("seen"), "?x")).triples)


def test_a_described_resource_may_be_a_variable() -> None:
    assert lowered(asking("A", "DESCRIBE ?h :k")).form == q.Describe((Variable("h"), Constant(iri("k"))))
    assert lowered(asking("A", "DESCRIBE *")).form == q.Describe((Variable("h"), Variable("x")))
