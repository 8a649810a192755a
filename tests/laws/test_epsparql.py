"""The two principles of P-EP, section 4.2: an answer is never taken back, and plain SPARQL means what it always meant.

Monotonicity is tried on queries of all operators. Left out are ORDER BY with LIMIT, which asks for a cut that later
answers move, and the policies, whose answers are those of each instant by construction.

Downward compatibility is tried on basic graph patterns, UNION, OPTIONAL, FILTER, MINUS, BIND, VALUES, paths, EXISTS,
DISTINCT subqueries and aggregates that repetitions do not change, over triples of one instant. A group begins with a
triple: what holds at all times is no answer. Solutions are compared as sets, as P-EP's are; so no COUNT(*), SUM or AVG,
which count repetitions, and no LIMIT. CONSTRUCT feeds back here. The W3C's tests go through the rest
(tests/languages/epsparql/test_downward_compatibility.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import strategies as st
from pyoxigraph import Store

from languages.epsparql.worlds import MARKET, PREFIXES
from laws.counterexample import found_out, holds
from seqoia.algebra.query import EventQuery
from seqoia.languages.epsparql import lower, parse
from seqoia.model import Answer, Dataset, Event, Instant, Interval, Literal, NamedNode, Quad, Solution, Stream, Triple
from seqoia.reference import evaluate
from seqoia.reference.events import pairs
from seqoia.text import Source

NOW = Interval.point(Instant.of_seconds(4))
VARIABLES = st.sampled_from(["?x", "?y", "?z"])
SUBJECTS = st.sampled_from(["s", "t"]).map(lambda name: NamedNode(f"http://example.org/{name}"))
PREDICATES = st.sampled_from(["a", "b"]).map(lambda name: NamedNode(f"http://example.org/{name}"))
TRIPLES = st.builds(Triple, SUBJECTS, PREDICATES, st.integers(1, 3).map(Literal) | SUBJECTS)
INTERVALS = st.tuples(st.integers(1, 5), st.integers(0, 1)).map(
    lambda drawn: Interval(Instant.of_seconds(drawn[0]), Instant.of_seconds(sum(drawn)))
)
EVENTS = st.lists(st.tuples(INTERVALS, TRIPLES), min_size=2, max_size=7)
GRAPHS = st.frozensets(TRIPLES, min_size=2, max_size=6)

LEAVES = st.builds("{} :{} {} .".format, st.sampled_from([":s", "?x", "?x", "?y"]), st.sampled_from("ab"), VARIABLES)
PATHS = st.builds("?x {} {} .".format, st.sampled_from([":a+", ":a/:b", "(:a|^:b)*", "!:a"]), VARIABLES)
QUESTIONS = st.one_of(
    st.builds("{} {} {}".format, VARIABLES, st.sampled_from(["=", "<", "!="]), st.sampled_from(["1", "2", "?y"])),
    st.builds("{}BOUND({})".format, st.sampled_from(["", "!"]), VARIABLES),
)
ABOUT_TIME = st.sampled_from(
    ['getDURATION() < "PT2S"^^xsd:duration', "getSTARTTIME() = getENDTIME()", "SECONDS(getENDTIME()) > 2"]
)


def plain(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """What SPARQL lets follow a triple in a group."""
    existing = st.builds("FILTER {}EXISTS {{ {} }}".format, st.sampled_from(["", "NOT "]), LEAVES)
    return st.one_of(
        st.builds("{} OPTIONAL {{ {} FILTER({}) }}".format, inner, inner, QUESTIONS),
        st.builds("{} OPTIONAL {{ {} }}".format, inner, inner),
        st.builds("{{ {} }} UNION {{ {} }}".format, inner, inner),
        st.builds("{} MINUS {{ {} }}".format, inner, inner),
        st.builds("{{ {} }} {{ {} }}".format, inner, inner),
        st.builds("{} FILTER({})".format, inner, QUESTIONS),
        st.builds("{} VALUES {} {{ 1 :s UNDEF }}".format, inner, VARIABLES),
        st.builds("{{ SELECT DISTINCT {} WHERE {{ {} }} }}".format, VARIABLES, inner),
        st.builds("{{ {} {} }}".format, inner, existing),
    )


def timed(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """What EP-SPARQL adds."""
    operators = st.sampled_from(["SEQ", "EQUALS", "OPTIONALSEQ", "EQUALSOPTIONAL"])
    return st.one_of(
        plain(inner),
        st.builds("{{ {} }} {} {{ {} }}".format, inner, operators, inner),
        st.builds("{{ {} }} {} {{ {} }} {} {{ {} }}".format, inner, operators, inner, operators, inner),
        st.builds("{{ {} }} {} {{ {} FILTER({}) }}".format, inner, operators, inner, QUESTIONS | ABOUT_TIME),
        st.builds("{{ {} }} FILTER({})".format, inner, ABOUT_TIME),
    )


HEADS = st.sampled_from(
    [
        "SELECT * WHERE {{ {} }}",
        "SELECT DISTINCT ?x WHERE {{ {} }}",
        "SELECT ?x (COALESCE(?y, 0) AS ?n) WHERE {{ {} }}",
        "SELECT ?x (COUNT(DISTINCT ?y) AS ?n) (MAX(?z) AS ?m) WHERE {{ {} }} GROUP BY ?x HAVING (COUNT(?y) > 0)",
    ]
)


def bearable(text: str) -> bool:
    """Whether a text asks for EXISTS seldom enough."""
    return text.count("EXISTS") <= 3


PLAIN = st.builds(
    str.format, HEADS, st.recursive(LEAVES | PATHS.map("?x :a ?y . {}".format), plain, max_leaves=4)
).filter(bearable)
TIMED = st.builds(str.format, HEADS, st.recursive(LEAVES, timed, max_leaves=4)).filter(bearable)


@cache
def lowered(text: str) -> EventQuery:
    query = lower(parse(Source("generated.epsparql", PREFIXES + text)))
    assert isinstance(query, EventQuery)
    return query


def stream(events: list[tuple[Interval, Triple]]) -> Stream:
    return Stream.of(
        MARKET,
        [Event(MARKET, when, Dataset(frozenset({what})), number) for number, (when, what) in enumerate(events)],
    )


def answers_are_kept(text: str, events: list[tuple[Interval, Triple]]) -> None:
    before: set[Answer] = set()
    for now in sorted({when.end for when, _ in events}):
        found = set(evaluate(lowered(text), [stream(events)], until=now))
        assert before <= found
        before = found


def sparql_is_meant(text: str, graph: frozenset[Triple]) -> None:
    found = evaluate(lowered(text), [stream([(NOW, triple) for triple in graph])])
    store = Store()
    store.extend(Quad(triple.subject, triple.predicate, triple.object) for triple in graph)
    expected = store.query(PREFIXES + text)
    names = [variable.value for variable in expected.variables]
    assert all(answer.when == NOW for answer in found)
    assert {answer.content for answer in found} == {
        Solution((name, row[name]) for name in names if row[name] is not None) for row in expected
    }


def test_an_answer_is_never_taken_back() -> None:
    holds(answers_are_kept, TIMED, EVENTS, tries=120)


def test_plain_sparql_over_one_instant_has_the_answers_of_sparql() -> None:
    holds(sparql_is_meant, PLAIN, GRAPHS, tries=150)


def sequentional(left: pairs.Bindings, right: pairs.Bindings, test: pairs.Test) -> list[object]:
    """What P-EP says cannot be: the earlier event, with a later one if there is one."""
    joined = [pair for pair in pairs.compatible_pairs(left, right) if pairs.in_order(*pair)]
    return pairs._or_alone(left, joined, test([one.combine(other) for one, other in joined]), alone=0)


GONE_WRONG: dict[str, tuple[str, Callable[..., object]]] = {
    "an optional event may come later": ("_ended_by", lambda _right, _left: True),
    "SEQUENTIONAL": ("optional_sequence", sequentional),
}


@pytest.mark.parametrize("name", GONE_WRONG)
def test_an_operator_that_takes_answers_back_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, *GONE_WRONG[name])
    found_out(answers_are_kept, TIMED, EVENTS, tries=800)


def test_an_optional_event_that_must_end_earlier_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "_ended_by", lambda right, left: right is None or bool(left and right.end < left.end))
    found_out(sparql_is_meant, PLAIN, GRAPHS, tries=400)
