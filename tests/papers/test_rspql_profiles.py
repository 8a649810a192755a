"""P-RSP, "Explaining heterogeneity": what the three languages leave to their engines, table 1 and figure 5."""

from __future__ import annotations

import pytest

from algebra_by_hand import ex, graph, lasting, mu, seconds, stream
from seqoia import LANGUAGES, PROFILES, QueryError, WindowQuery, choose, evaluate, lower, parse
from seqoia.model import ContentChange, NonEmptyContent, Stream, StreamOperator, TimeWindow, WindowClose
from seqoia.reference import Background
from seqoia.reference.trace import Evaluated, TraceEvent

NEARBY = stream(
    "nearby",
    (2, graph((":diana", ":isNearby", ":a"))),
    (2, graph((":eve", ":isNearby", ":b"))),
    (5, graph((":carl", ":isNearby", ":a"))),
    (7, graph((":eve", ":isNearby", ":a"))),
    (12, graph((":diana", ":isNearby", ":b"))),
)
COUPONS = stream(
    "coupons",
    (8, graph((":alice", ":offers", "10% discount"))),
    (15, graph((":bob", ":offers", "free coffee"))),
)
SHOPS = Background(
    (
        (None, frozenset()),
        (seconds(2), graph((":alice", ":owns", ":a"), (":bob", ":owns", ":b"))),
        (seconds("13.000001"), graph((":bob", ":owns", ":b"))),
    )
)
"""The shops of example 4: both from 2 to 13, then B alone."""

PREFIX = "PREFIX : <http://example.org/>\n"
WHO_IS_NEARBY = {
    "csparql": "SELECT * FROM STREAM :nearby [RANGE 5s STEP 2s] WHERE { ?person :isNearby ?shop }",
    "cqels": "SELECT * WHERE { STREAM :nearby [RANGE 5s SLIDE 2s] { ?person :isNearby ?shop } }",
    "sparqlstream": "SELECT * FROM STREAM :nearby [NOW - 5 S TO NOW STEP 2 S] WHERE { ?person :isNearby ?shop }",
}


def in_language(name: str, text: str) -> WindowQuery:
    query = lower(parse(PREFIX + text, name))
    assert isinstance(query, WindowQuery)
    return query


def instants(query: WindowQuery, *streams: Stream) -> list[int]:
    """ET: when a query is evaluated."""
    seen: list[int] = []

    def listen(event: TraceEvent) -> None:
        if isinstance(event, Evaluated):
            seen.append(int(event.at.seconds))

    evaluate(query, streams, tracer=listen)
    return seen


@pytest.mark.parametrize("name", WHO_IS_NEARBY)
def test_table_1_queries_say_the_width_and_the_slide_and_nothing_else_of_a_window(name: str) -> None:
    [declared] = in_language(name, WHO_IS_NEARBY[name]).windows
    assert declared.window == TimeWindow(lasting(5), lasting(2))


@pytest.mark.parametrize(("name", "in_default_graph"), [("csparql", True), ("cqels", False), ("sparqlstream", True)])
def test_table_1_where_the_content_of_windows_goes(name: str, in_default_graph: bool) -> None:
    query = in_language(name, WHO_IS_NEARBY[name])
    assert query.profile == PROFILES[name]
    assert PROFILES[name].windows_join_default_graph is in_default_graph
    assert [declared.name is None for declared in query.windows] == [in_default_graph]


def test_table_1_when_queries_are_evaluated() -> None:
    assert PROFILES["csparql"].report == (WindowClose(), NonEmptyContent())
    assert PROFILES["cqels"].report == (ContentChange(),)
    assert PROFILES["sparqlstream"].report == (WindowClose(), NonEmptyContent())


def test_table_1_what_is_streamed() -> None:
    assert PROFILES["csparql"].operator is StreamOperator.RSTREAM
    assert PROFILES["cqels"].operator is StreamOperator.ISTREAM
    said = WHO_IS_NEARBY["sparqlstream"]
    for operator in ("RSTREAM", "ISTREAM", "DSTREAM"):
        query = in_language("sparqlstream", said.replace("SELECT", f"SELECT {operator}"))
        assert query.operator is StreamOperator(operator)


@pytest.mark.parametrize("name", ["csparql", "cqels"])
def test_table_1_the_other_two_cannot_choose_what_is_streamed(name: str) -> None:
    with pytest.raises(QueryError):
        LANGUAGES[name].parse(parse(PREFIX + WHO_IS_NEARBY[name].replace("SELECT", "SELECT DSTREAM"), name).source)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("cqels", [2, 5, 7, 12]),
        ("csparql", [6, 8, 10, 12, 14, 16]),
        ("sparqlstream", [6, 8, 10, 12, 14, 16]),
    ],
)
def test_figure_5_the_same_window_is_evaluated_at_other_instants(name: str, expected: list[int]) -> None:
    query = choose(in_language(name, WHO_IS_NEARBY[name]), origin=seconds(1))
    assert instants(query, NEARBY) == expected


@pytest.mark.parametrize(
    ("origin", "first"),
    [
        (0, {(":diana", ":a"), (":eve", ":b"), (":carl", ":a")}),
        (1, {(":diana", ":a"), (":eve", ":b"), (":carl", ":a")}),
        (2, {(":carl", ":a"), (":eve", ":a")}),
    ],
)
def test_example_11_the_origin_decides_what_the_first_window_holds(origin: int, first: set[tuple[str, str]]) -> None:
    """By definition 12, (o, c]. Figure 4 leaves out what lies at the very end: Carl from (0, 5], Eve from (2, 7]."""
    query = choose(in_language("csparql", WHO_IS_NEARBY["csparql"]), origin=seconds(origin))
    found = evaluate(query, [NEARBY])
    assert {answer.content for answer in found if answer.when == found[0].when} == {
        mu(person=person, shop=shop) for person, shop in first
    }


def test_example_13_empty_windows_are_left_out() -> None:
    query = choose(in_language("csparql", WHO_IS_NEARBY["csparql"]), origin=seconds(1))
    late = Stream.of(NEARBY.name, [*NEARBY.events, *stream("nearby", (21, graph((":eve", ":isNearby", ":b")))).events])
    assert instants(query, late) == [6, 8, 10, 12, 14, 16, 22, 24]


def test_example_7_the_window_at_9_holds_eve_alone() -> None:
    query = choose(in_language("csparql", WHO_IS_NEARBY["csparql"]), origin=seconds(1))
    assert [answer.content for answer in evaluate(query, [NEARBY]) if answer.when == seconds(10)] == [
        mu(person=":eve", shop=":a")
    ]


COUPONS_OF_SHOPS_NEARBY = {
    "csparql": """
        SELECT ?person ?shop ?owner ?coupon
        FROM STREAM :nearby [RANGE 5s STEP 2s] FROM STREAM :coupons [RANGE 2s STEP 2s]
        WHERE { ?person :isNearby ?shop . ?owner :owns ?shop ; :offers ?coupon }
    """,
    "sparqlstream": """
        SELECT ISTREAM ?person ?shop ?owner ?coupon
        FROM STREAM :nearby [NOW - 5 S STEP 2 S] FROM STREAM :coupons [NOW - 2 S STEP 2 S]
        WHERE { ?person :isNearby ?shop . ?owner :owns ?shop ; :offers ?coupon }
    """,
    "cqels": """
        SELECT ?person ?shop ?owner ?coupon
        WHERE {
          STREAM :nearby [RANGE 5s SLIDE 2s] { ?person :isNearby ?shop }
          STREAM :coupons [RANGE 2s SLIDE 2s] { ?owner :offers ?coupon }
          ?owner :owns ?shop
        }
    """,
}


@pytest.mark.parametrize("name", COUPONS_OF_SHOPS_NEARBY)
def test_example_12_each_language_has_a_dataset_for_the_coupons(name: str) -> None:
    """Named windows or merged ones: Carl and Eve, near A, learn of Alice's coupon, and Diana of Bob's."""
    answers = evaluate(in_language(name, COUPONS_OF_SHOPS_NEARBY[name]), [NEARBY, COUPONS], SHOPS)
    told = {(answer.content["person"], answer.when) for answer in answers if answer.content}
    assert told == {(ex("carl"), seconds(8)), (ex("eve"), seconds(8)), (ex("diana"), seconds(15))}


def test_csparql_tells_that_an_evaluation_had_no_answer_and_the_others_do_not() -> None:
    nobody = {name: text.replace(":isNearby ?shop", ":isNearby :nowhere") for name, text in WHO_IS_NEARBY.items()}
    answers = {name: evaluate(in_language(name, text), [NEARBY]) for name, text in nobody.items()}
    assert [answer.content for answer in answers["csparql"]] == [frozenset()] * len(answers["csparql"]) != []
    assert answers["cqels"] == answers["sparqlstream"] == []
