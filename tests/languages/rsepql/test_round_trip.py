"""A law: a query that is printed and parsed again is the same query, and means the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from languages import small_queries as small
from seqoia.languages import rsepql
from seqoia.languages.rsepql import tree
from seqoia.languages.rspql import tree as rspql
from seqoia.languages.sparql import tree as sparql
from seqoia.model import Reading, Selection, Which
from seqoia.text import Source

WINDOWS = (sparql.FullIri("http://e/w"), sparql.FullIri("http://e/é"))
EVENTS = ("E1", "E2", "É_3")

lengths = st.builds(rspql.Length, st.sampled_from(["5", "PT1.5S", "1h30m"]))
windows = (
    st.builds(rspql.TimeWindow, lengths, st.none() | lengths, st.none(), st.none() | st.sampled_from(Reading))
    | st.builds(rspql.LandmarkWindow, st.none() | st.builds(rspql.Moment, st.sampled_from(["9", "-1.5"])))
    | st.builds(rspql.IdentityWindow)
)
basic_events = st.builds(tree.BasicEvent, st.sampled_from(WINDOWS), small.groups(small.graphs))
policies = st.none() | st.sampled_from(Selection)
patterns = st.recursive(
    st.builds(tree.EventName, st.sampled_from(EVENTS)) | basic_events,
    lambda inner: (
        st.builds(tree.Extreme, st.sampled_from(Which), inner)
        | st.builds(
            tree.Sequence,
            inner,
            st.lists(st.builds(tree.NextEvent, inner, policies), min_size=1, max_size=2).map(tuple),
        )
    ),
    max_leaves=5,
)
matches = st.builds(tree.Match, patterns)
groups = small.groups(matches | st.builds(rspql.WindowPattern, small.variables, small.inside))


@st.composite
def datasets(draw: st.DrawFn) -> tuple[sparql.DatasetClause, ...]:
    """Every window and event that may be asked for."""
    declared = [rspql.WindowClause(name, draw(small.iris), draw(windows), draw(st.booleans())) for name in WINDOWS]
    declared += [rspql.WindowClause(None, draw(small.iris), draw(windows))] * draw(st.integers(0, 1))
    events = [tree.EventClause(draw(basic_events), tree.EventName(name)) for name in EVENTS]
    return tuple(draw(st.permutations([*declared, *events, *[tree.Consuming()] * draw(st.integers(0, 1))])))


@settings(deadline=None)
@given(st.builds(sparql.Select, small.selects(), datasets(), groups, small.limits))
def test_a_printed_query_is_the_same_query_and_means_the_same(form: sparql.Select) -> None:
    query = rspql.ContinuousQuery((), form)
    text = rsepql.print_query(query)
    again = rsepql.parse(Source("printed", text))
    assert again == query
    assert rsepql.print_query(again) == text
    assert rsepql.lower(again) == rsepql.lower(query)
