"""Queries over windows: datasets, bodies, streaming operators, forms."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from algebra_by_hand import bgp, call, dataset, ex, graph, lasting, mu, of, seconds, slot, stream, typed
from seqoia.algebra import patterns as gp
from seqoia.algebra.events import BasicEvent, Element, Sequence, Where
from seqoia.algebra.expressions import Aggregate, AggregateFunction, Call, Exists, IriCall, Variable
from seqoia.algebra.patterns import Direction
from seqoia.algebra.query import (
    Ask,
    Construct,
    DatasetClause,
    Describe,
    EventQuery,
    Select,
    WindowDeclaration,
    WindowQuery,
)
from seqoia.model import (
    CQELS,
    CSPARQL,
    EPOCH,
    RSPQL,
    Bound,
    Consumption,
    ContentChange,
    CountWindow,
    Entailment,
    LandmarkWindow,
    NonEmptyContent,
    Periodic,
    Reading,
    ScopeRule,
    StreamOperator,
    TimeWindow,
    WindowClose,
)
from seqoia.model.term import RDF, RDFS, NamedNode
from seqoia.reference import Background, evaluate
from seqoia.reference.moments import Replay
from seqoia.reference.trace import Evaluated, WindowOpened, WindowReported

S, O, V, N = map(Variable, ("s", "o", "v", "n"))  # noqa: E741 - the variable is called ?o
ANY = bgp(("?s", "?p", "?o"))


def window_of(name, pattern):
    return gp.WindowOf(slot(name), pattern)


def tumbling(width, origin=0):
    return TimeWindow(lasting(width), lasting(width), seconds(origin))


def declared(name, events, window, counts_duplicates=False):
    return WindowDeclaration(None if name is None else ex(name), events.name, window, counts_duplicates)


def select(body, *windows, **rest):
    names = sorted(rest.pop("names", ("s", "o")))
    return WindowQuery(Select(tuple(map(Variable, names))), body, windows, **rest)


def told(answers):
    """Answers as pairs of seconds and contents, in order."""
    return [(int(answer.when.seconds), answer.content) for answer in answers]


READINGS = stream(
    "readings",
    (1, graph((":a", ":v", 1))),
    (2, graph((":b", ":v", 2))),
    (6, graph((":a", ":v", 1))),
    (7, graph((":c", ":v", 3))),
)
V_OF = bgp(("?s", ":v", "?o"))
A1, B2, C3 = mu(s=":a", o=1), mu(s=":b", o=2), mu(s=":c", o=3)
CLOSE = (WindowClose(), NonEmptyContent())
FIVES = declared("w", READINGS, tumbling(5))


class TestPapers:
    """Example 10 of P-RSP, and what it stands on."""

    shops = Background(
        default=(
            (seconds(2), graph((":alice", ":owns", ":a"), (":bob", ":owns", ":b"))),
            (seconds(14), graph((":bob", ":owns", ":b"))),
        )
    )
    nearby = stream(
        "nearby",
        *(
            (at, graph((who, ":isNearby", shop)))
            for at, who, shop in (
                (2, ":diana", ":a"),
                (2, ":eve", ":b"),
                (5, ":carl", ":a"),
                (7, ":eve", ":a"),
                (12, ":diana", ":b"),
            )
        ),
    )
    coupons = stream("coupon", (8, graph((":alice", ":offers", "10%"))), (15, graph((":bob", ":offers", "coffee"))))
    expected = (
        (8, mu(shopper=":carl", shop=":a", owner=":alice", coupon="10%")),
        (8, mu(shopper=":eve", shop=":a", owner=":alice", coupon="10%")),
        (16, mu(shopper=":diana", shop=":b", owner=":bob", coupon="coffee")),
    )

    def query(self, reach):
        return select(
            gp.Join(
                (
                    reach(slot(":w1"), bgp(("?shopper", ":isNearby", "?shop"))),
                    reach(slot(":w2"), bgp(("?owner", ":offers", "?coupon"))),
                    bgp(("?owner", ":owns", "?shop")),
                )
            ),
            declared("w1", self.nearby, TimeWindow(lasting(5), lasting(2), seconds(1))),
            declared("w2", self.coupons, TimeWindow(lasting(2), lasting(2))),
            names=("shopper", "shop", "owner", "coupon"),
            report=(WindowClose(ex("w2")), NonEmptyContent(ex("w2"))),
        )

    @pytest.mark.parametrize("reach", [gp.WindowOf, gp.GraphOf])
    def test_example_10_windows_are_reached_by_window_and_by_graph(self, reach):
        assert told(evaluate(self.query(reach), [self.nearby, self.coupons], self.shops)) == list(self.expected)


class TestDataset:
    def test_a_window_without_a_name_joins_the_default_graph(self):
        query = select(V_OF, declared(None, READINGS, tumbling(5)))
        assert told(evaluate(query, [READINGS])) == [(5, A1), (5, B2), (10, A1), (10, C3)]

    def test_a_named_window_joins_the_default_graph_only_where_the_profile_says_so(self):
        assert evaluate(select(V_OF, FIVES), [READINGS]) == []
        assert len(evaluate(select(V_OF, FIVES, profile=CSPARQL), [READINGS])) == 4

    def test_a_variable_goes_through_all_windows(self):
        other = declared("other", READINGS, tumbling(10))
        body = window_of("?n", bgp((":b", ":v", "?o")))
        found = evaluate(select(body, FIVES, other, names=("n", "o")), [READINGS])
        assert told(found) == [(5, mu(n=":other", o=2)), (5, mu(n=":w", o=2)), (10, mu(n=":other", o=2))]

    def test_inside_a_window_are_the_named_graphs_of_its_events_only(self):
        events = stream("S", (1, dataset((":m", ":of", ":g"), g=graph((":a", ":v", 1)))))
        background = Background.of(dataset(known=graph((":z", ":v", 9))))
        body = window_of(":w", gp.GraphOf(Variable("n"), V_OF))
        query = select(body, declared("w", events, tumbling(5)), names=("s", "o", "n"))
        assert told(evaluate(query, [events], background)) == [(5, mu(s=":a", o=1, n=":g"))]

    def test_a_window_stays_within_reach_inside_a_graph(self):
        background = Background.of(dataset(known=graph((":a", ":name", "A"))))
        body = gp.GraphOf(slot(":known"), gp.Join((bgp(("?s", ":name", "?n")), window_of(":w", V_OF))))
        assert told(evaluate(select(body, FIVES, names=("s", "n", "o")), [READINGS], background)) == [
            (5, mu(s=":a", n="A", o=1)),
            (10, mu(s=":a", n="A", o=1)),
        ]

    def test_no_window_is_within_reach_inside_a_window(self):
        assert evaluate(select(window_of(":w", window_of(":w", V_OF)), FIVES), [READINGS]) == []

    def test_background_graphs_vary_over_time(self):
        versions = ((None, graph((":a", ":name", "old"))), (seconds(7), graph((":a", ":name", "new"))))
        background = Background(named={ex("known"): versions})
        body = gp.Join((window_of(":w", V_OF), gp.GraphOf(slot(":known"), bgp(("?s", ":name", "?n")))))
        found = evaluate(select(body, FIVES, names=("n",)), [READINGS], background)
        assert told(found) == [(5, mu(n="old")), (10, mu(n="new"))]

    def test_from_picks_background_graphs(self):
        background = Background.of(
            dataset((":a", ":in", "default"), g=graph((":a", ":in", "g")), h=graph((":a", ":in", "h")))
        )
        body = gp.Join(
            (
                window_of(":w", V_OF),
                gp.Union((bgp(("?s", ":in", "?n")), gp.GraphOf(Variable("g"), bgp(("?s", ":in", "?n"))))),
            )
        )
        clause = DatasetClause(default=(ex("g"),), named=(ex("h"),))
        found = evaluate(select(body, FIVES, names=("n",), background=clause), [READINGS], background, seconds(5))
        assert {answer.content for answer in found} == {mu(n="g"), mu(n="h")}


AROUND = {
    "join": lambda part: gp.Join((part, bgp(("?s", ":v", "?n")))),
    "left join": lambda part: gp.LeftJoin(part, bgp(("?s", ":w", "?n"))),
    "left join on a condition": lambda part: gp.LeftJoin(part, bgp(("?n", ":v", "?m")), call("<", "?o", "?m")),
    "union": lambda part: gp.Union((part, bgp(("?s", ":v", "?n")), part)),
    "minus": lambda part: gp.Minus(part, bgp(("?s", ":v", 1))),
    "filter": lambda part: gp.Filter(part, call("=", "?o", 2)),
    "filter exists": lambda part: gp.Filter(
        part, Exists(gp.Filter(bgp(("?n", ":v", "?m")), call(">", "?m", call("+", "?o", 1))))
    ),
    "bind": lambda part: gp.Extend(part, N, call("/", 10, call("-", "?o", 1))),
    "values": lambda part: gp.Join((part, gp.Values((S, N), ((ex("a"), None), (None, of(5)))))),
    "group": lambda part: gp.Group(part, ((N, call(">", "?o", 1)),), ((V, Aggregate(AggregateFunction.COUNT, S)),)),
    "group of all": lambda part: gp.Group(part, (), ((V, Aggregate(AggregateFunction.SUM, O)),)),
    "group of none": lambda part: gp.Group(
        gp.Filter(part, call("=", "?o", 99)), (), ((V, Aggregate(AggregateFunction.COUNT, None)),)
    ),
    "project": lambda part: gp.Project(part, (O,)),
    "distinct": lambda part: gp.Distinct(gp.Project(gp.Union((part, part)), (O,))),
    "order and slice": lambda part: gp.Slice(gp.OrderBy(part, ((Direction.DESCENDING, O),)), 0, 1),
}


class TestBody:
    """Operators around windows, by definition; each agrees with itself over a default graph, where SPARQL does it."""

    inside = gp.Filter(V_OF, call("<", "?o", 3))

    @pytest.mark.parametrize("name", AROUND)
    def test_an_operator_around_a_window_means_what_it_means_in_sparql(self, name):
        names = ("s", "o", "n", "v", "m")
        joined = replace(CSPARQL, reports_empty_answers=False)
        by_us = select(AROUND[name](window_of(":w", self.inside)), FIVES, names=names, profile=joined)
        by_sparql = select(AROUND[name](self.inside), FIVES, names=names, profile=joined)
        answers = evaluate(by_us, [READINGS])
        assert Counter(answers) == Counter(evaluate(by_sparql, [READINGS]))
        assert answers

    def test_a_filter_asks_whether_something_exists_in_another_window(self):
        earlier = declared("all", READINGS, LandmarkWindow())
        repeated = gp.Group(window_of(":all", bgp(("?s", ":v", "?o"))), ((S, S),), ())
        body = gp.Filter(window_of(":w", V_OF), Exists(gp.Join((window_of(":all", bgp((":b", ":v", "?x"))), repeated))))
        assert told(evaluate(select(body, FIVES, earlier), [READINGS])) == [(5, A1), (5, B2), (10, A1), (10, C3)]

    def test_order_holds_within_an_instant(self):
        body = gp.OrderBy(window_of(":w", V_OF), ((Direction.DESCENDING, O),))
        assert told(evaluate(select(body, FIVES), [READINGS])) == [(5, B2), (5, A1), (10, C3), (10, A1)]

    @pytest.mark.parametrize("inside", [True, False])
    def test_what_depends_on_an_order_depends_on_that_of_the_text_also_in_subqueries(self, inside):
        names = ":nora", ":anna", ":zoe", ":bert", ":mia", ":carl"
        events = stream("s", (1, graph(*((name, ":v", 1) for name in names))))
        asked = bgp(("?s", ":v", 1))
        reached = asked if inside else window_of(":w", asked)
        first = gp.Slice(gp.Project(reached, (S,)), 1, 2)
        joined = Aggregate(AggregateFunction.GROUP_CONCAT, call("STRAFTER", call("STR", "?s"), "org/"), separator=" ")
        some = Aggregate(AggregateFunction.SAMPLE, S)
        body = gp.Join((first, gp.Group(reached, (), ((N, joined), (V, some)))))
        query = select(
            window_of(":w", body) if inside else body,
            declared("w", events, LandmarkWindow()),
            names="snv",
            report=(ContentChange(),),
        )
        told_together = {"n": "anna bert carl mia nora zoe", "v": ":anna"}
        expected = [(1, mu(s=name, **told_together)) for name in (":bert", ":carl")]
        assert told(evaluate(query, [events])) == expected

    def test_now_is_the_instant_of_the_evaluation(self):
        body = gp.Extend(window_of(":w", bgp((":a", ":v", "?o"))), N, Call("NOW"))
        found = evaluate(select(body, FIVES, names=("n",)), [READINGS])
        assert [content["n"] for _, content in told(found)] == [seconds(5).literal(), seconds(10).literal()]

    def test_blank_nodes_of_events_join_with_themselves(self):
        events = stream("S", (1, graph(("_:x", ":v", 1), ("_:y", ":v", 2))))
        once = declared("w", events, tumbling(5))
        body = gp.Join((window_of(":w", bgp(("?s", ":v", 1))), window_of(":w", V_OF)))
        assert told(evaluate(select(body, once), [events])) == [(5, mu(s="_:x", o=1))]

    def test_a_filter_inside_a_group_sees_its_own_variables_or_those_around_it(self):
        background = Background.of(dataset((":a", ":limit", 0), (":b", ":limit", 7)))
        inner = window_of(":w", gp.Filter(V_OF, call(">", "?o", "?n")))
        query = select(gp.Join((inner, bgp(("?s", ":limit", "?n")))), FIVES)
        assert evaluate(query, [READINGS], background) == []
        flat = replace(query, scope=ScopeRule.FLATTEN)
        assert told(evaluate(flat, [READINGS], background)) == [(5, A1), (10, A1)]


class TestExists:
    """A pattern under EXISTS means the same inside a window, outside of it and over the background."""

    triples = ((":a", ":p", 1), (":a", ":p", 2), (":b", ":q", 2))
    events = stream("s", (1, graph(*triples)))

    @pytest.mark.parametrize(
        ("exists", "kept"),
        [
            (gp.Minus(bgp(("?n", ":p", "?o")), bgp((":b", ":q", "?v"))), (1, 2)),
            (gp.Minus(bgp(("?n", ":p", "?o")), bgp(("?v", ":q", "?o"))), (1,)),
            (gp.Filter(gp.Values((O,), ((None,),)), Call("BOUND", (O,))), ()),
            (gp.Filter(gp.Values((V,), ((None,),)), Call("BOUND", (O,))), (1, 2)),
            (gp.Project(gp.Filter(bgp((":b", ":q", "?v")), call("=", "?v", "?o")), (V,)), ()),
        ],
    )
    def test_minus_shares_and_bound_sees_what_the_pattern_itself_binds(self, exists, kept):
        body = gp.Filter(bgp((":a", ":p", "?o")), Exists(exists))
        known = Background.of(dataset(*self.triples))
        expected = [(1, mu(o=number)) for number in kept]
        for asked, background in ((body, known), (window_of(":w", body), Background.of(dataset()))):
            query = select(asked, declared("w", self.events, LandmarkWindow()), names="o", report=(ContentChange(),))
            assert told(evaluate(query, [self.events], background)) == expected


class TestGraphWithVariable:
    """The variable is bound by GRAPH, around the pattern and not inside it (SPARQL 1.1, section 18.6)."""

    background = Background.of(dataset(g=graph((":a", ":p", 1), (":b", ":q", 1)), empty=graph()))
    other = stream("other", (1, graph((":c", ":p", 1))))

    @pytest.mark.parametrize(
        ("inner", "expected"),
        [
            (gp.Values((V,), ((of(1),),)), [mu(n=":empty", v=1), mu(n=":g", v=1)]),
            (gp.Project(bgp(("?s", ":p", "?o")), (S,)), [mu(n=":g", s=":a")]),
            (gp.Filter(bgp(("?s", ":p", "?o")), Call("BOUND", (N,))), []),
            (gp.Minus(bgp(("?s", ":p", 1)), bgp(("?v", ":q", 1))), [mu(n=":g", s=":a")]),
            (
                gp.Group(bgp(("?s", ":p", "?o")), (), ((V, Aggregate(AggregateFunction.COUNT, None)),)),
                [mu(n=":empty", v=0), mu(n=":g", v=1)],
            ),
            (gp.GraphOf(slot(":g"), bgp(("?s", ":q", 1))), [mu(n=":empty", s=":b"), mu(n=":g", s=":b")]),
        ],
    )
    def test_it_is_bound_around_whatever_stands_inside(self, inner, expected):
        query = select(
            gp.GraphOf(N, inner),
            declared(None, self.other, LandmarkWindow()),
            names=("n", "s", "v"),
            report=(ContentChange(),),
        )
        assert told(evaluate(query, [self.other], self.background)) == [(1, each) for each in expected]

    def test_in_an_event_as_well(self):
        events = stream("s", (1, dataset(g=graph((":a", ":p", 1)))))
        leaf = BasicEvent(events.name, gp.GraphOf(N, gp.Project(bgp(("?s", ":p", "?o")), (S,))))
        found = evaluate(EventQuery(Select((N, S)), leaf), [events])
        assert [answer.content for answer in found] == [mu(n=":g", s=":a")]


class TestDuplicates:
    """Windows that count how often a triple stands in them (P-RSP, relaxing the no duplicate data assumption)."""

    said = stream("S", (1, graph((":a", ":v", 1))), (2, graph((":a", ":v", 1))), (3, graph((":a", ":w", 2))))

    def count(self, body, name="w", counts=True, **rest):
        counted = gp.Group(body, (), ((N, Aggregate(AggregateFunction.COUNT, None)),))
        query = select(counted, declared(name, self.said, tumbling(5), counts), names=("n",), **rest)
        return [
            content["n"] for _, content in told(evaluate(query, [self.said], Background.of(dataset((":a", ":v", 1)))))
        ]

    def test_a_triple_that_came_twice_counts_twice(self):
        assert self.count(window_of(":w", bgp(("?s", ":v", "?o")))) == [of(2)]
        assert self.count(window_of(":w", bgp(("?s", ":v", "?o"))), counts=False) == [of(1)]

    def test_a_number_counts_however_it_is_written(self):
        events = stream("s", (1, graph((":a", ":v", typed("01", "integer")))), (2, graph((":a", ":v", 1))))
        for written in ("1", "01"):
            asked = bgp(("?s", ":v", typed(written, "integer")))
            query = select(window_of(":w", asked), declared("w", events, tumbling(5), True), names="s", report=CLOSE)
            assert told(evaluate(query, [events])) == [(5, mu(s=":a"))] * 2

    def test_in_a_join_counts_multiply(self):
        assert self.count(window_of(":w", bgp(("?s", ":v", "?o"), ("?s", ":w", "?n")))) == [of(2)]
        assert self.count(window_of(":w", bgp(("?s", ":v", "?o"), ("?s", ":v", "?n")))) == [of(4)]

    def test_in_a_merge_counts_are_summed_up(self):
        assert self.count(bgp(("?s", ":v", "?o")), name=None) == [of(3)]
        assert self.count(bgp(("?s", ":v", "?o")), name=None, counts=False) == [of(1)]

    def test_a_projection_in_a_window_keeps_the_count(self):
        assert self.count(window_of(":w", gp.Project(bgp(("?s", ":v", "?o")), (S,)))) == [of(2)]


class TestStreams:
    sliding = declared("w", READINGS, TimeWindow(lasting(5), lasting(5)))

    @pytest.mark.parametrize(
        ("operator", "expected"),
        [
            (StreamOperator.NONE, [(5, A1), (5, B2), (10, A1), (10, C3)]),
            (StreamOperator.RSTREAM, [(5, A1), (5, B2), (10, A1), (10, C3)]),
            (StreamOperator.ISTREAM, [(5, A1), (5, B2), (10, C3)]),
            (StreamOperator.DSTREAM, [(10, B2)]),
        ],
    )
    def test_what_an_operator_lets_out(self, operator, expected):
        query = select(window_of(":w", V_OF), self.sliding, operator=operator)
        assert told(evaluate(query, [READINGS])) == expected

    def test_cqels_tells_what_is_new_since_the_last_change(self):
        query = select(window_of(":w", V_OF), self.sliding, profile=CQELS)
        assert told(evaluate(query, [READINGS])) == [(1, A1), (2, B2), (7, C3)]

    def test_csparql_reports_that_it_found_nothing(self):
        query = select(gp.Filter(V_OF, call(">", "?o", 2)), self.sliding, profile=CSPARQL)
        assert told(evaluate(query, [READINGS])) == [(5, frozenset()), (10, C3)]

    def test_until_ends_the_replay(self):
        query = select(window_of(":w", V_OF), self.sliding)
        assert told(evaluate(query, [READINGS], until=seconds(9))) == [(5, A1), (5, B2)]

    def test_a_periodic_query_over_a_count_window(self):
        query = select(window_of(":w", V_OF), declared("w", READINGS, CountWindow(1)), report=(Periodic(lasting(3)),))
        assert told(evaluate(query, [READINGS])) == [(3, B2), (6, A1), (9, C3)]

    def test_a_stream_that_nobody_gave_is_empty(self):
        assert evaluate(select(window_of(":w", V_OF), self.sliding), []) == []


class TestWhatIsLeftOpen:
    """A profile and a registration time decide what a query leaves open, and nothing that it says."""

    said = TimeWindow(lasting(10), lasting(5), EPOCH, Reading.PRESENT, Bound.END)
    unsaid = TimeWindow(lasting(10), lasting(5))
    closed = replace(RSPQL, reading=Reading.CLOSED)
    half_open = replace(RSPQL, bound=Bound.START)
    events = stream("s", (5, graph((":a", ":v", 5))), (10, graph((":a", ":v", 10))))

    @pytest.mark.parametrize(
        ("choice", "unsaid_shows"),
        [
            ({}, [(5, 5), (10, 10), (10, 5), (15, 10)]),
            ({"profile": closed}, [(15, 10), (15, 5), (20, 10)]),
            ({"profile": half_open}, [(5, 5), (10, 10), (10, 5), (15, 10)]),
            ({"origin": seconds(4)}, [(9, 5), (14, 10), (14, 5), (19, 10)]),
        ],
    )
    def test_what_is_said_stays(self, choice, unsaid_shows):
        def shown(window, report):
            query = select(
                window_of(":w", V_OF), declared("w", self.events, window), names="o", report=report, **choice
            )
            return [(at, int(row["o"].value)) for at, row in told(evaluate(query, [self.events], until=seconds(20)))]

        assert shown(self.said, (Periodic(lasting(5), EPOCH),)) == [(5, 5), (10, 10), (10, 5), (15, 10)]
        assert shown(self.unsaid, (Periodic(lasting(5)),)) == unsaid_shows


class TestForms:
    def test_select_shows_its_variables_and_no_hidden_ones(self):
        body = window_of(":w", bgp((Variable(".b"), ":v", "?o")))
        form = Select((Variable(".b"), O))
        assert told(evaluate(WindowQuery(form, body, (FIVES,)), [READINGS], until=seconds(5))) == [
            (5, mu(o=1)),
            (5, mu(o=2)),
        ]

    def test_ask_answers_at_each_evaluation(self):
        query = WindowQuery(Ask(), window_of(":w", bgp(("?s", ":v", 3))), (FIVES,))
        assert told(evaluate(query, [READINGS])) == [(5, False), (10, True)]

    def test_ask_of_what_is_new(self):
        query = WindowQuery(Ask(), window_of(":w", bgp((":a", ":v", "?o"))), (FIVES,), operator=StreamOperator.ISTREAM)
        assert told(evaluate(query, [READINGS])) == [(5, True), (10, False)]

    def test_construct_builds_one_graph_an_evaluation(self):
        template = bgp(("?s", ":is", "?o")).triples
        query = WindowQuery(Construct(template), window_of(":w", V_OF), (FIVES,))
        assert told(evaluate(query, [READINGS])) == [
            (5, graph((":a", ":is", 1), (":b", ":is", 2))),
            (10, graph((":a", ":is", 1), (":c", ":is", 3))),
        ]

    def test_construct_makes_new_blank_nodes_for_each_solution_and_leaves_out_what_is_no_triple(self):
        template = bgp((Variable(".new"), ":about", "?s"), ("?o", ":wrong", "?s"), ("?s", ":unbound", "?z")).triples
        query = WindowQuery(Construct(template), window_of(":w", V_OF), (FIVES,))
        (_, first), (_, second) = told(evaluate(query, [READINGS]))
        assert {each.object for each in first} == {ex("a"), ex("b")}
        assert len({each.subject for each in first | second}) == 4

    def test_construct_without_triples_answers_nothing(self):
        query = WindowQuery(Construct(bgp(("?o", ":p", "?s")).triples), window_of(":w", V_OF), (FIVES,))
        assert evaluate(query, [READINGS]) == []

    def test_describe_tells_what_is_known(self):
        background = Background.of(dataset((":a", ":name", "A"), (":z", ":name", "Z")))
        query = WindowQuery(Describe((S,)), window_of(":w", bgp(("?s", ":v", 1))), (FIVES,))
        assert told(evaluate(query, [READINGS], background, seconds(5))) == [
            (5, graph((":a", ":name", "A"), (":a", ":v", 1)))
        ]

    def test_describe_a_blank_node(self):
        events = stream("S", (1, graph(("_:x", ":v", 1), ("_:y", ":v", 2))))
        query = WindowQuery(
            Describe((S,)), window_of(":w", bgp(("?s", ":v", 2))), (declared("w", events, tumbling(5)),)
        )
        assert told(evaluate(query, [events])) == [(5, graph(("_:y", ":v", 2)))]


class TestEntailment:
    ontology = Background.of(
        dataset(
            (":hot", NamedNode(RDFS + "subPropertyOf"), ":v"),
            (":v", NamedNode(RDFS + "domain"), ":Sensor"),
            (":Sensor", NamedNode(RDFS + "subClassOf"), ":Thing"),
        )
    )
    events = stream("S", (1, graph((":a", ":hot", 1))))

    def test_what_windows_make_together_has_what_follows_from_all_of_them(self):
        schema = stream("schema", (1, graph((":A", NamedNode(RDFS + "subClassOf"), ":B"))))
        things = stream("things", (1, graph((":x", NamedNode(RDF + "type"), ":A"))))
        query = select(
            bgp((":x", NamedNode(RDF + "type"), "?o")),
            declared(None, schema, LandmarkWindow()),
            declared(None, things, LandmarkWindow()),
            names="o",
            report=(ContentChange(),),
            entailment=Entailment.RDFS,
        )
        assert told(evaluate(query, [schema, things])) == [(1, mu(o=":A")), (1, mu(o=":B"))]

    @pytest.mark.parametrize(
        ("entailment", "expected"), [(Entailment.SIMPLE, []), (Entailment.RDFS, [(5, mu(s=":a", o=1))])]
    )
    def test_a_window_has_what_follows_from_it(self, entailment, expected):
        body = window_of(":w", bgp(("?s", ":v", "?o"), ("?s", NamedNode(RDF + "type"), ":Thing")))
        query = select(body, declared("w", self.events, tumbling(5)), entailment=entailment)
        assert told(evaluate(query, [self.events], self.ontology)) == expected


class TestCounts:
    """COUNT of what may be an error, and of what a blank node of the query stands for."""

    mixed = stream("s", (1, graph((":a", ":p", 1), (":a", ":p", 3), (":a", ":p", "word"))))
    counting = (
        (Aggregate(AggregateFunction.COUNT, call("+", "?o", 1)), 2),
        (Aggregate(AggregateFunction.COUNT, call("*", call("+", "?o", 1), 0), distinct=True), 1),
        (Aggregate(AggregateFunction.COUNT, call("/", 1, 0)), 0),
    )

    @pytest.mark.parametrize(("counted", "expected"), counting)
    @pytest.mark.parametrize("grouped_inside", [True, False])
    def test_errors_are_passed_over(self, counted, expected, grouped_inside):
        def grouped(pattern):
            return gp.Group(pattern, (), ((N, counted),))

        inner = bgp(("?s", ":p", "?o"))
        body = window_of(":w", grouped(inner)) if grouped_inside else grouped(window_of(":w", inner))
        query = select(body, declared("w", self.mixed, LandmarkWindow()), names="n", report=(ContentChange(),))
        assert told(evaluate(query, [self.mixed])) == [(1, mu(n=expected))]

    def test_blank_nodes_of_the_query_do_not_make_solutions_different(self):
        counted = gp.Group(
            bgp(("?s", ":p", Variable(".b"))), (), ((N, Aggregate(AggregateFunction.COUNT, None, distinct=True)),)
        )
        query = select(
            window_of(":w", counted),
            declared("w", self.mixed, LandmarkWindow()),
            names="n",
            report=(ContentChange(),),
        )
        assert told(evaluate(query, [self.mixed])) == [(1, mu(n=1))]


def test_a_function_that_nobody_knows_is_an_error():
    unknown = IriCall(NamedNode("urn:unknown"), (O,))
    assert told(evaluate(select(gp.Extend(window_of(":w", V_OF), N, unknown), FIVES, names="sn"), [READINGS]))[0] == (
        5,
        mu(s=":a"),
    )
    assert evaluate(select(gp.Filter(window_of(":w", V_OF), unknown), FIVES), [READINGS]) == []
    events = EventQuery(Select((S,)), Where(BasicEvent(READINGS.name, V_OF), unknown))
    assert evaluate(events, [READINGS]) == []


class TestMatch:
    steps = stream("S", (1, graph((":a", ":p", ":x"))), (3, graph((":x", ":q", ":b"))), (4, graph((":x", ":q", ":c"))))
    pattern = Sequence(
        (Element(BasicEvent(ex("w"), bgp(("?s", ":p", "?m")))), Element(BasicEvent(ex("w"), bgp(("?m", ":q", "?o")))))
    )

    def query(self, **rest):
        landmark = declared("w", self.steps, LandmarkWindow())
        return select(gp.MatchOf(self.pattern), landmark, report=(ContentChange(),), **rest)

    def test_match_forgets_the_intervals(self):
        first, second = mu(s=":a", o=":b"), mu(s=":a", o=":c")
        assert told(evaluate(self.query(), [self.steps])) == [(3, first), (4, first), (4, second)]

    def test_a_match_joins_with_the_background(self):
        query = self.query(names=("s", "n"))
        query = replace(query, body=gp.Join((query.body, bgp(("?o", ":name", "?n")))))
        background = Background.of(dataset((":c", ":name", "C")))
        assert told(evaluate(query, [self.steps], background)) == [(4, mu(s=":a", n="C"))]

    def test_without_a_match_nobody_looks_at_all_events_of_all_streams(self, monkeypatch):
        monkeypatch.setattr(Replay, "_scope", lambda *_: pytest.fail("a scope is for event patterns"))
        query = select(window_of(":w", V_OF), FIVES, report=CLOSE)
        assert told(evaluate(query, [READINGS])) == [(5, A1), (5, B2), (10, A1), (10, C3)]

    def test_events_that_were_consumed_are_not_seen_again(self):
        found = evaluate(self.query(consumption=Consumption.CONSUME), [self.steps])
        assert told(found) == [(3, mu(s=":a", o=":b"))]


def test_the_tracer_hears_of_windows_and_evaluations():
    heard = []
    evaluate(select(window_of(":w", V_OF), FIVES), [READINGS], tracer=heard.append)
    assert [(type(event).__name__, getattr(event, "at", None)) for event in heard] == [
        ("WindowOpened", None),
        ("WindowReported", seconds(5)),
        ("Evaluated", seconds(5)),
        ("WindowOpened", None),
        ("WindowReported", seconds(10)),
        ("Evaluated", seconds(10)),
    ]
    assert heard[1] == WindowReported(ex("w"), READINGS.name, seconds(5), events=2, triples=2)
    assert heard[2] == Evaluated(seconds(5), 2)
    assert isinstance(heard[3], WindowOpened)
    assert (heard[3].extent.start, heard[3].extent.end) == (seconds(5), seconds(10))
