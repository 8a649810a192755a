"""Small queries that mean something, for the languages that share windows: patterns, windows, clauses."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from seqoia.languages.sparql import tree
from seqoia.languages.windows import Amount, SlidingWindow, TriplesWindow, TumblingWindow, WrittenDuration

variables = st.builds(tree.Variable, st.sampled_from("abc"))
iris = st.builds(tree.FullIri, st.sampled_from(["http://e/s", "http://e/t", "http://e/é?x#y"]))
numbers = st.builds(tree.Number, st.sampled_from(["1", "2.5"]))
triples = st.builds(
    lambda subject, verb, told: tree.Triples(subject, (tree.Property(verb, (tree.Object(told),)),)),
    variables | iris,
    variables | iris,
    variables | iris | numbers,
)
blocks = st.builds(lambda one: tree.TriplesBlock((one,)), triples)
filters = st.builds(lambda left, right: tree.Filter(tree.Comparison(left, "<", right)), variables, numbers)
inside = st.lists(blocks, max_size=1).map(lambda elements: tree.Group(tuple(elements)))
graphs = st.builds(tree.Graph, iris, inside)
few = st.integers(1, 90)


def durations(*units: str, most: int = 1) -> SearchStrategy[WrittenDuration]:
    amounts = st.builds(Amount, few, st.sampled_from(units))
    return st.builds(WrittenDuration, st.lists(amounts, min_size=1, max_size=most).map(tuple))


def windows(
    lengths: SearchStrategy[WrittenDuration], slides: SearchStrategy[WrittenDuration | None]
) -> SearchStrategy[tree.Syntax]:
    return (
        st.builds(SlidingWindow, lengths, slides) | st.builds(TumblingWindow, lengths) | st.builds(TriplesWindow, few)
    )


def groups(elements: SearchStrategy[tree.PatternElement]) -> SearchStrategy[tree.Group]:
    """Triples first, so that nothing runs into one block; an element may stand in a group of its own."""
    nested = st.lists(elements, max_size=2).map(lambda inside: tree.Group(tuple(inside)))
    parts = elements | st.builds(tree.Optional, nested) | st.builds(lambda a, b: tree.Union((a, b)), nested, nested)
    return st.builds(
        lambda block, rest, last: tree.Group((block, *rest, *last)),
        blocks,
        st.lists(parts, max_size=2),
        st.lists(filters, max_size=1),
    )


clauses = st.builds(tree.DefaultGraph, iris) | st.builds(tree.NamedGraph, iris)
no_modifiers = st.just(tree.SolutionModifiers())
limits = st.builds(tree.SolutionModifiers, limit=st.none() | few)


def selects() -> SearchStrategy[tree.SelectClause]:
    columns = st.none() | st.lists(variables, min_size=1, max_size=2).map(tuple)
    return st.builds(tree.SelectClause, columns, st.sampled_from(tree.Duplicates))
