"""A law: a query that is printed and parsed again is the same query, and means the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from languages import small_queries as small
from seqoia.languages import rspql
from seqoia.languages.rspql import tree
from seqoia.languages.sparql import tree as sparql
from seqoia.model import Bound, Counted, Entailment, Reading, ScopeRule, StreamOperator
from seqoia.text import Source

NAMES = ("http://e/w1", "http://e/é2")

maybe = st.none().__or__
lengths = st.builds(tree.Length, st.sampled_from(["5", ".5", "PT1.5S", "P1DT2H", "10m", "1h30m", "0.5d", "250ms"]))
early = st.sampled_from(["-3", "0", "0.25", "1969-12-31T23:59:59.5Z"])
late = st.sampled_from(["7", "+9.5", "2026-01-31T12:00:00+01:00", "2026-01-31T12:00:00"])
moments = st.builds(tree.Moment, early | late)
time_windows = st.builds(
    tree.TimeWindow,
    lengths,
    maybe(lengths),
    maybe(moments),
    maybe(st.sampled_from(Reading)),
    maybe(st.sampled_from(Bound)),
)
simple_windows = (
    time_windows
    | st.builds(tree.LandmarkWindow, maybe(moments))
    | st.builds(tree.FixedWindow, st.builds(tree.Moment, early), st.builds(tree.Moment, late))
    | st.builds(tree.IdentityWindow)
    | st.builds(tree.CountWindow, small.few, st.sampled_from(Counted))
)
windows = st.recursive(simple_windows, lambda inner: st.builds(tree.NestedWindow, simple_windows, inner), max_leaves=3)
names = st.builds(sparql.FullIri, st.sampled_from(NAMES))
conditions = st.builds(tree.WindowCondition, st.sampled_from(tree.Occasion), maybe(names)) | st.builds(
    tree.PeriodicCondition, lengths, maybe(moments)
)
chosen = (
    st.builds(tree.Report, st.lists(conditions, min_size=1, max_size=3).map(tuple))
    | st.builds(tree.EntailmentClause, st.sampled_from(Entailment))
    | st.builds(tree.ScopeClause, st.sampled_from(ScopeRule))
    | st.builds(tree.WindowClause, st.none(), small.iris, windows, st.booleans())
    | small.clauses
)
asked_windows = st.builds(tree.WindowPattern, small.variables | names, small.groups(small.graphs))
groups = small.groups(asked_windows | small.graphs | st.builds(sparql.Graph, names, small.inside))


@st.composite
def datasets(draw: st.DrawFn) -> tuple[sparql.DatasetClause, ...]:
    """Both windows that may be asked, and other clauses around them."""
    declared = [
        tree.WindowClause(sparql.FullIri(name), draw(small.iris), draw(windows), draw(st.booleans())) for name in NAMES
    ]
    return tuple(draw(st.permutations([*declared, *draw(st.lists(chosen, max_size=3))])))


def forms(
    dataset: SearchStrategy[tuple[sparql.DatasetClause, ...]], where: SearchStrategy[sparql.Group]
) -> SearchStrategy[sparql.QueryForm]:
    plain = small.blocks.map(lambda block: sparql.Group((block,)))
    return (
        st.builds(sparql.Select, small.selects(), dataset, where, small.limits)
        | st.builds(sparql.Construct, small.blocks, dataset, where, small.limits)
        | st.builds(sparql.Construct, st.none(), dataset, plain, small.limits)
        | st.builds(sparql.Describe, maybe(st.tuples(small.variables)), dataset, where, small.no_modifiers)
        | st.builds(sparql.Ask, dataset, where, small.no_modifiers)
    )


@st.composite
def documents(draw: st.DrawFn) -> tree.ContinuousQuery:
    """What REGISTER says of the stream does not contradict the form."""
    operator = draw(st.sampled_from(StreamOperator))
    kinds = [kind for kind in tree.Registered if operator.value in {"none", kind.value} or kind.value in "STREAM QUERY"]
    registrations = st.builds(tree.Registration, st.sampled_from(kinds), small.iris, maybe(lengths))
    form = draw(forms(datasets(), groups))
    return tree.ContinuousQuery((), form, None, operator, draw(maybe(registrations)))


@settings(deadline=None)
@given(documents())
def test_a_printed_query_is_the_same_query_and_means_the_same(query: tree.ContinuousQuery) -> None:
    text = rspql.print_query(query)
    again = rspql.parse(Source("printed", text))
    assert again == query
    assert rspql.print_query(again) == text
    assert rspql.lower(again) == rspql.lower(query)
