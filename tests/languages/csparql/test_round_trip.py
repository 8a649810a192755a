"""A law: a query that is printed and parsed again is the same query, and means the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from languages import small_queries as small
from seqoia.languages import csparql
from seqoia.languages.csparql.tree import BareName, ContinuousQuery, Registered, Registration, StreamWindow
from seqoia.languages.sparql import tree
from seqoia.languages.windows import Amount, SlidingWindow, WrittenDuration
from seqoia.text import Source

lengths = small.durations("ms", "s", "m", "h", "d")
names = st.builds(BareName, st.sampled_from(["q", "QUERY", "As2"])) | small.iris
groups = small.groups(small.graphs)


@st.composite
def datasets(draw: st.DrawFn, windows: st.SearchStrategy) -> tuple[tree.DatasetClause, ...]:
    """Clauses in which no stream is named twice."""
    unnamed = draw(st.lists(st.builds(StreamWindow, small.iris, windows) | small.clauses, max_size=2))
    named = draw(st.lists(st.builds(StreamWindow, small.iris, windows, st.just(True)), max_size=1))
    return (*named, *unnamed)


@st.composite
def documents(draw: st.DrawFn) -> ContinuousQuery:
    """A period is a multiple of the steps, and widths are so too; streams are constructed."""
    kind = draw(st.none() | st.sampled_from(Registered))
    times = draw(st.none() | small.few) if kind else None
    windows = (
        small.windows(lengths, lengths)
        if times is None
        else st.builds(SlidingWindow, small.few.map(of_steps), st.just(of_steps(1)))
    )
    heads = st.builds(tree.Construct, small.blocks, datasets(windows), groups, small.limits)
    if kind is not Registered.STREAM:
        heads |= st.builds(tree.Select, small.selects(), datasets(windows), groups, small.limits)
    period = None if times is None else of_steps(times)
    registration = Registration(kind, draw(names), period) if kind else None
    return ContinuousQuery(registration, tree.Query((), draw(heads)))


def of_steps(times: int) -> WrittenDuration:
    return WrittenDuration((Amount(times * 7, "s"),))


@settings(deadline=None)
@given(documents())
def test_a_printed_query_is_the_same_query_and_means_the_same(query: ContinuousQuery) -> None:
    text = csparql.print_query(query)
    again = csparql.parse(Source("printed", text))
    assert again == query
    assert csparql.print_query(again) == text
    assert csparql.lower(again) == csparql.lower(query)
