"""A law: a tree that is printed and parsed again is the same tree."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from languages.sparql import trees
from seqoia.languages.sparql import Dialect, parse_as, tree
from seqoia.text import Source

GRAMMAR_ALONE: Dialect[tree.Query] = Dialect("SPARQL without its checks", checks=())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(trees.queries)
def test_a_printed_query_is_the_same_query(query: tree.Query) -> None:
    text = GRAMMAR_ALONE.printed(query)
    again = parse_as(GRAMMAR_ALONE, Source("printed.rq", text))
    assert again == query
    assert GRAMMAR_ALONE.printed(again) == text


@settings(max_examples=200, deadline=None)
@given(trees.expressions | trees.paths)
def test_operators_keep_their_operands(part: tree.Syntax) -> None:
    element = (
        tree.Bind(part, tree.Variable("v"))
        if isinstance(part, tree.Expression)
        else tree.TriplesBlock(
            (tree.Triples(tree.Variable("s"), (tree.Property(part, (tree.Object(tree.Variable("o")),)),)),)
        )
    )
    query = tree.Query((), tree.Ask((), tree.Group((element,)), tree.SolutionModifiers()))
    assert parse_as(GRAMMAR_ALONE, Source("printed.rq", GRAMMAR_ALONE.printed(query))) == query


@settings(deadline=None)
@given(st.data())
def test_every_part_of_a_parsed_query_lies_within_its_query(data: st.DataObject) -> None:
    text = GRAMMAR_ALONE.printed(data.draw(trees.queries))
    query = parse_as(GRAMMAR_ALONE, Source("printed.rq", text))
    waiting: list[tree.Syntax] = [query]
    while waiting:
        part = waiting.pop()
        for inner in tree.children(part):
            if not isinstance(inner, tree.SolutionModifiers):
                assert part.span.start <= inner.span.start < inner.span.end <= part.span.end
                waiting.append(inner)
