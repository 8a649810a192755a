"""Every SPARQL query is an EP-SPARQL query; over triples of one instant it has SPARQL's answers (P-EP, section 4.2).

The queries and data are the W3C's, SPARQL's answers are pyoxigraph's. What P-EP's own definitions keep from agreeing is
listed with its reason, and has to disagree.
"""

from __future__ import annotations

import pytest
from pyoxigraph import QueryBoolean, QuerySolutions, Store

from conformance.test_w3c_syntax import syntax_tests
from conformance.w3c_evaluation import EvaluationTest, evaluation_tests
from seqoia.algebra.query import Ask, EventQuery, Select
from seqoia.languages.epsparql import lower, parse, print_query
from seqoia.languages.epsparql.checks.places import has_interval
from seqoia.languages.epsparql.tree import RuledQuery
from seqoia.languages.sparql import tree as sparql
from seqoia.model import Dataset, Event, Instant, Interval, NamedNode, Solution, Stream
from seqoia.reference import Background, evaluate
from seqoia.text import QueryError, Source

NOW = Interval.point(Instant.of_seconds(7))
STREAM = NamedNode("http://example.org/stream")

ANSWERS_ARE_A_SET = "P-EP's solutions are sets, so that equal answers are not counted when they are cut"
NO_ANSWER_ABOUT_NOTHING = "a group answers when one of its members ends; an empty one never does"
HOLDS_AT_ALL_TIMES = "what named graphs say holds at all times and is no event"
NUMBERS_AS_WRITTEN = "a number in a pattern is meant as it is written; the store that judges has written it anew"

DIFFERENT = {
    "sparql10/basic/term-4": NUMBERS_AS_WRITTEN,
    "sparql10/basic/term-5": NUMBERS_AS_WRITTEN,
    "sparql10/basic/term-6": NUMBERS_AS_WRITTEN,
    "sparql10/basic/term-7": NUMBERS_AS_WRITTEN,
    "sparql10/basic/term-8": NUMBERS_AS_WRITTEN,
    "sparql10/expr-equals/eq-graph-2": NUMBERS_AS_WRITTEN,
    "sparql10/open-world/open-eq-01": NUMBERS_AS_WRITTEN,
    "sparql10/graph/dawg-graph-07": HOLDS_AT_ALL_TIMES,
    "sparql10/graph/dawg-graph-11": HOLDS_AT_ALL_TIMES,
    "sparql10/solution-seq/offset-1": ANSWERS_ARE_A_SET,
    "sparql10/solution-seq/slice-1": ANSWERS_ARE_A_SET,
    "sparql10/solution-seq/slice-2": ANSWERS_ARE_A_SET,
    "sparql10/solution-seq/slice-4": ANSWERS_ARE_A_SET,
    "sparql11/aggregates/agg-avg-03": NO_ANSWER_ABOUT_NOTHING,
    "sparql11/aggregates/agg-empty-group-count-2": NO_ANSWER_ABOUT_NOTHING,
    "sparql11/aggregates/agg-empty-group-max-2": NO_ANSWER_ABOUT_NOTHING,
}
UNREAD = {
    "sparql10/expr-builtin/case-insensitive-booleans": "pyoxigraph does not read the query",
    "sparql12/grouping/select-variable-reuse": "pyoxigraph does not read the query",
}
TESTS = {test.name: test for test in evaluation_tests()}


def test_every_query_of_the_w3c_is_a_query_here_and_nothing_else_is() -> None:
    wrong = [test.name for test in syntax_tests() if _means_something(test.source) is not test.is_query]
    assert wrong == []


def _means_something(source: Source) -> bool:
    try:
        document = parse(source)
        again = parse(Source(source.name, print_query(document)))
        assert lower(document, base="http://example.org/") == lower(again, base="http://example.org/")
    except QueryError:
        return False
    return True


@pytest.mark.parametrize("name", TESTS)
def test_triples_of_one_instant_have_the_answers_of_sparql(name: str) -> None:
    test = TESTS[name]
    document = parse(Source(name, test.text))
    query = lower(document, base=test.base)
    assert isinstance(query, EventQuery)
    if reason := _not_judged(test, query):
        pytest.skip(reason)
    store = test.store()
    stream, background = _world(store)
    found = evaluate(query, [stream], background)
    if not has_interval(_where(document)):
        assert found == []
        return
    expected = store.query(test.text, base_iri=test.base)
    if isinstance(expected, QueryBoolean):
        agrees = bool(found) == bool(expected)
    else:
        assert isinstance(expected, QuerySolutions)
        assert all(answer.when == NOW for answer in found)
        agrees = {answer.content for answer in found} == _solutions(expected)
    assert agrees is (name not in DIFFERENT), DIFFERENT.get(name)


def _not_judged(test: EvaluationTest, query: EventQuery) -> str:
    if not isinstance(query.form, Select | Ask):
        return "the principle speaks of solutions; a CONSTRUCT feeds back what it makes"
    if query.background is not None:
        return "FROM says what is background here"
    return UNREAD.get(test.name, "")


def _where(document: RuledQuery) -> sparql.Group:
    assert isinstance(document.form, sparql.Select | sparql.Ask)
    return document.form.where


def _world(store: Store) -> tuple[Stream, Background]:
    """The default graph as an event, its terms as the store that judges writes them; named graphs as background."""
    dataset = Dataset.of_quads(store)
    stream = Stream.of(STREAM, [Event(STREAM, NOW, Dataset(dataset.default), 0)])
    return stream, Background.of(Dataset(frozenset(), dataset.named))


def _solutions(expected: QuerySolutions) -> set[Solution]:
    names = [variable.value for variable in expected.variables]
    return {Solution((name, row[name]) for name in names if row[name] is not None) for row in expected}
