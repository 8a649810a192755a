"""A law: a query that is printed and parsed again is the same query, and means the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from languages import small_queries as small
from seqoia.languages import sparqlstream
from seqoia.languages.sparql import tree
from seqoia.languages.sparqlstream.tree import PastWindow, StreamedConstruct, StreamedSelect, StreamWindow
from seqoia.model import StreamOperator
from seqoia.text import Source

lengths = small.durations("MS", "S", "SECOND", "SECONDS", "MINUTE", "MINUTES", "HOUR", "HOURS", "DAY", "DAYS")
stream_windows = st.builds(StreamWindow, small.iris, st.builds(PastWindow, lengths, lengths), st.booleans())
datasets = st.lists(stream_windows | small.clauses, max_size=3).map(tuple)
operators = st.sampled_from([StreamOperator.RSTREAM, StreamOperator.ISTREAM, StreamOperator.DSTREAM])
plain = small.selects()
streamed = st.builds(
    lambda select, operator: StreamedSelect(select.projection, select.duplicates, operator), plain, operators
)
groups = small.groups(small.graphs)
forms = (
    st.builds(tree.Select, plain | streamed, datasets, groups, small.limits)
    | st.builds(tree.Construct, small.blocks, datasets, groups, small.limits)
    | st.builds(StreamedConstruct, small.blocks, datasets, groups, small.limits, operators)
)
queries = st.builds(tree.Query, st.just(()), forms)


@settings(deadline=None)
@given(queries)
def test_a_printed_query_is_the_same_query_and_means_the_same(query: tree.Query) -> None:
    text = sparqlstream.print_query(query)
    again = sparqlstream.parse(Source("printed", text))
    assert again == query
    assert sparqlstream.print_query(again) == text
    assert sparqlstream.lower(again) == sparqlstream.lower(query)
