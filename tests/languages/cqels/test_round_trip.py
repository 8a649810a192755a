"""A law: a query that is printed and parsed again is the same query, and means the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from languages import small_queries as small
from seqoia.languages import cqels
from seqoia.languages.cqels.tree import AllWindow, NowWindow, Stream
from seqoia.languages.sparql import tree
from seqoia.text import Source

lengths = small.durations("ms", "s", "m", "h", "d", most=2)
windows = small.windows(lengths, st.none() | lengths) | st.builds(NowWindow) | st.builds(AllWindow)
elements = st.builds(Stream, small.iris, windows, small.inside) | small.graphs
datasets = st.lists(small.clauses, max_size=2).map(tuple)
selects = st.builds(tree.Select, small.selects(), datasets, small.groups(elements), small.limits)
constructs = st.builds(tree.Construct, small.blocks, datasets, small.groups(elements), small.limits)
queries = st.builds(tree.Query, st.just(()), selects | constructs)


@settings(deadline=None)
@given(queries)
def test_a_printed_query_is_the_same_query_and_means_the_same(query: tree.Query) -> None:
    text = cqels.print_query(query)
    again = cqels.parse(Source("printed", text))
    assert again == query
    assert cqels.print_query(again) == text
    assert cqels.lower(again) == cqels.lower(query)
