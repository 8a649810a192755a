"""The W3C's SPARQL tests, as far as they judge syntax: what is a query is parsed, what is none is refused.

The queries of evaluation tests are queries, so they must be parsed too. Tests of updates and protocols are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, RdfFormat, Store

from places import shared_data
from seqoia.languages.sparql import parse, print_query
from seqoia.text import QueryError, Source

W3C = shared_data("w3c")
TESTS = "http://www.w3.org/2001/sw/DataAccess/tests/"
ACTION = NamedNode(TESTS + "test-manifest#action")
QUERY = NamedNode(TESTS + "test-query#query")
TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
JUDGING_QUERIES = {
    "PositiveSyntaxTest": True,
    "PositiveSyntaxTest11": True,
    "QueryEvaluationTest": True,
    "CSVResultFormatTest": True,
    "NegativeSyntaxTest": False,
    "NegativeSyntaxTest11": False,
}


@dataclass(frozen=True)
class SyntaxTest:
    """A file of the test suite, and whether it is a query."""

    file: Path
    is_query: bool

    @property
    def name(self) -> str:
        return self.file.relative_to(W3C).as_posix()

    @property
    def source(self) -> Source:
        return Source(self.name, self.file.read_bytes().decode("utf-8"))


def syntax_tests() -> Iterator[SyntaxTest]:
    for manifest in sorted(W3C.rglob("manifest.ttl")):
        yield from entries(manifest)


def entries(manifest: Path) -> Iterator[SyntaxTest]:
    store = Store()
    store.load(path=str(manifest), format=RdfFormat.TURTLE, base_iri=manifest.as_uri())
    for entry in store.quads_for_pattern(None, ACTION, None):
        kinds = {quad.object.value.rpartition("#")[2] for quad in store.quads_for_pattern(entry.subject, TYPE, None)}
        queries = [quad.object for quad in store.quads_for_pattern(entry.object, QUERY, None)]
        for kind in kinds & JUDGING_QUERIES.keys():
            file = manifest.parent / str((queries or [entry.object])[0].value).rpartition("/")[2]
            yield SyntaxTest(file, JUDGING_QUERIES[kind])


def cases(*, queries: bool) -> list[object]:
    by_name = {test.name: test for test in syntax_tests() if test.is_query is queries}
    return [pytest.param(test, id=name) for name, test in sorted(by_name.items())]


@pytest.mark.parametrize("test", cases(queries=True))
def test_a_query_is_parsed_and_printed_as_the_same_query(test: SyntaxTest) -> None:
    query = parse(test.source)
    text = print_query(query)
    again = parse(Source(f"{test.name}, printed", text))
    assert again == query
    assert [comment.text.rstrip() for comment in again.comments] == [
        comment.text.rstrip() for comment in query.comments
    ]
    assert print_query(again) == text


@pytest.mark.parametrize("test", cases(queries=False))
def test_what_is_no_query_is_refused_in_one_diagnostic(test: SyntaxTest) -> None:
    with pytest.raises(QueryError) as refused:
        parse(test.source)
    diagnostic = refused.value.diagnostic
    assert diagnostic.message
    assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(test.source.text)


def test_the_suite_is_read_whole() -> None:
    versions = [test.name.partition("/")[0] for test in syntax_tests()]
    assert {version: versions.count(version) > 200 for version in set(versions)} == {
        "sparql10": True,
        "sparql11": True,
        "sparql12": True,
    }
