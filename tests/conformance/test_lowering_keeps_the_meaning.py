"""The W3C's evaluation queries: what the algebra says is what the query said, over the tests' own data."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from pyoxigraph import BlankNode, CanonicalizationAlgorithm, Dataset, Quad, QueryBoolean, QueryTriples

from conformance.w3c_evaluation import EvaluationTest, evaluation_tests
from seqoia.algebra import descendants
from seqoia.algebra import query as q
from seqoia.algebra.patterns import Service
from seqoia.languages.sparql import lower, parse
from seqoia.reference import sparql_text
from seqoia.reference.sparql import table
from seqoia.reference.templates import instantiated
from seqoia.text import Source

TESTS = evaluation_tests()


@pytest.mark.parametrize("test", TESTS, ids=[test.name for test in TESTS])
def test_the_lowered_query_has_the_same_answers(test: EvaluationTest) -> None:
    lowered = lower(parse(Source(str(test.query), test.text)), base=test.base)
    if any(isinstance(node, Service) for node in descendants(lowered)):
        pytest.skip("no engine here follows SERVICE")
    graphs = lowered.background or q.DatasetClause()
    store = test.store_with((*graphs.default, *graphs.named))
    try:
        expected = store.query(test.text, base_iri=test.base)
    except (SyntaxError, ValueError) as refusal:
        pytest.skip(f"pyoxigraph refuses the query: {refusal}")
    assert answers_of(lowered, store) == plain(expected, lowered)


def answers_of(query: q.WindowQuery, store: Any) -> Any:
    names = sparql_text.answered(query.body)
    text = sparql_text.query(query.body)
    if query.background is not None:
        clauses = [f"FROM {name}" for name in query.background.default]
        clauses += [f"FROM NAMED {name}" for name in query.background.named]
        text = text.replace(" { ", f" {' '.join(clauses)} WHERE {{ ", 1)
    solutions = table(text, names, store)
    match query.form:
        case q.Ask():
            return bool(solutions)
        case q.Select():
            return Counter(frozenset((name, _shape(term)) for name, term in each.items()) for each in solutions)
        case q.Construct(template):
            graphs = (instantiated(template, each, str(number)) for number, each in enumerate(solutions))
            return _canonical({triple for graph in graphs for triple in graph})
        case q.Describe():
            pytest.skip("what a description says is left to each engine")


def plain(result: Any, query: q.WindowQuery) -> Any:
    match result:
        case QueryBoolean():
            return bool(result)
        case QueryTriples():
            return _canonical(set(result))
        case _:
            names = [variable.name for variable in query.form.variables]
            assert set(names) == {variable.value for variable in result.variables}
            return Counter(
                frozenset((name, _shape(row[name])) for name in names if row[name] is not None) for row in result
            )


def _shape(term: Any) -> Any:
    return "_:" if isinstance(term, BlankNode) else term


def _canonical(triples: set[Any]) -> set[Quad]:
    dataset = Dataset(Quad(triple.subject, triple.predicate, triple.object) for triple in triples)
    dataset.canonicalize(CanonicalizationAlgorithm.UNSTABLE)
    return set(dataset)
