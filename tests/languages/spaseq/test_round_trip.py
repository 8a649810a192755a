"""Laws: a printed query is the same query, and means the same."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from languages.spaseq.texts import BOUND_BY, asking
from seqoia.algebra import Query
from seqoia.algebra.events import Presence, Sequence
from seqoia.algebra.traversal import descendants
from seqoia.languages.sparql import Dialect, parse_as
from seqoia.languages.sparql import tree as core
from seqoia.languages.spaseq import SPASEQ, lower, parse, tree
from seqoia.languages.spaseq.builder import SpaseqBuilder
from seqoia.model import Entailment, NoSkip, Selection, SkipPastLast, SkipTo, SkipToNext, Which
from seqoia.text import Diagnostic, QueryError, Source

GRAMMAR_ALONE: Dialect[tree.SequenceQuery] = Dialect(
    "SPAseq without its checks",
    SPASEQ.grammar,
    SpaseqBuilder,
    checks=(),
    start=SPASEQ.start,
    printer=SPASEQ.printer,
)

names = st.builds(tree.Name, st.sampled_from(["A", "B", "Größe", "select", "WITHIN", "_x1"]))
policies = st.sampled_from([Selection.STRICT, Selection.NEXT, Selection.ANY])
counts = st.tuples(st.integers(0, 4), st.none() | st.integers(0, 4)).filter(
    lambda count: count == (0, None) or (count[0] > 0 and (count[1] is None or count[1] >= count[0]))
)


def grown(smaller: SearchStrategy[tree.SequenceExpression]) -> SearchStrategy[tree.SequenceExpression]:
    several = st.lists(smaller, min_size=2, max_size=3).map(tuple)
    followers = st.lists(st.builds(tree.Follower, policies, smaller), min_size=1, max_size=3).map(tuple)
    return (
        st.builds(tree.Chain, smaller, followers)
        | st.builds(tree.Choices, several)
        | st.builds(tree.Together, several)
        | st.builds(tree.OptionalEvent, smaller)
        | st.builds(tree.AbsentEvent, smaller)
        | st.builds(
            lambda inner, count, follows, longest: tree.Repeated(inner, *count, follows, longest),
            smaller,
            counts,
            st.none() | policies,
            st.booleans(),
        )
    )


expressions = st.recursive(st.builds(tree.EventName, names), grown, max_leaves=8)

variables = st.builds(core.Variable, st.sampled_from("xyz"))
iris = st.builds(core.FullIri, st.sampled_from(["http://e/s", "http://e/é"]))
counted = st.builds(core.Aggregate, st.just("COUNT"), st.none() | names | variables)
values = variables | counted | st.builds(lambda variable: core.BuiltinCall("PREV", (variable,)), variables)
filters = st.builds(lambda left, right: core.Filter(core.Comparison(left, "<", right)), values, values)
blocks = st.builds(
    lambda one, two: core.TriplesBlock((core.Triples(one, (core.Property(two, (core.Object(one),)),)),)),
    variables,
    iris,
)
elements = filters | st.builds(core.Bind, values, variables) | st.builds(core.Graph, iris, st.just(core.Group(())))
groups = st.tuples(blocks, elements).map(core.Group)
definitions = st.builds(tree.Definition, names, names, groups)
numbers = st.sampled_from(["1", "30", "0.5"])
widths = (
    st.builds(tree.Width, numbers, st.none() | st.sampled_from(list(tree.Unit)))
    | st.builds(tree.BareDuration, st.sampled_from(["PT30M", "P1DT0.5S"]))
    | st.builds(tree.QuotedDuration, st.just(core.Text("PT30M")), st.none() | iris)
)
starts = (
    st.builds(core.Number, st.sampled_from(["7", "-7.5", "0.25"]))
    | st.builds(core.TextLiteral, st.just(core.Text("2026-01-01T00:00:00Z")))
    | st.builds(core.TypedLiteral, st.just(core.Text("2026-01-01T00:00:00Z")), iris)
)
clauses = (
    st.builds(tree.StreamClause, names, iris)
    | st.builds(tree.WithinClause, widths, st.booleans(), st.none() | starts)
    | st.builds(tree.EntailmentClause, st.sampled_from(list(Entailment)))
    | st.builds(core.DefaultGraph, iris)
    | st.builds(core.NamedGraph, iris)
)
projected = variables | st.builds(core.ProjectedExpression, counted, variables)
heads = (
    st.builds(
        core.SelectClause,
        st.none() | st.lists(projected, min_size=1, max_size=3).map(tuple),
        st.sampled_from(core.Duplicates),
    )
    | st.just(tree.AskHead())
    | st.builds(tree.ConstructHead, blocks)
    | st.builds(tree.DescribeHead, st.none() | st.tuples(variables, iris))
)
skips = st.sampled_from([NoSkip(), SkipToNext(), SkipPastLast()]).map(tree.SkipClause) | st.builds(
    lambda which, name: tree.SkipClause(SkipTo(which, name.text), name), st.sampled_from(Which), names
)
few = st.none() | st.integers(1, 9)
modifiers = st.builds(
    tree.Modifiers,
    st.none() | skips,
    few,
    st.lists(st.builds(core.OrderCondition, variables, st.booleans()), max_size=2).map(tuple),
    few,
    few,
)
registrations = st.builds(tree.Registration, st.sampled_from(["STREAM", "QUERY"]), iris)
queries = st.builds(
    tree.SequenceQuery,
    st.just((core.PrefixDeclaration("e", core.FullIri("http://e/")),)),
    st.none() | registrations,
    heads,
    st.lists(clauses, max_size=3).map(tuple),
    st.builds(tree.Pattern, expressions, st.lists(definitions, max_size=2).map(tuple)),
    modifiers,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(queries)
def test_a_printed_query_is_the_same_query(query: tree.SequenceQuery) -> None:
    text = GRAMMAR_ALONE.printed(query)
    again = parse_as(GRAMMAR_ALONE, Source("printed.spaseq", text))
    assert again == query
    assert GRAMMAR_ALONE.printed(again) == text


marked = st.sampled_from(["{}", "{}", "{}+", "{}+ BY NEXT", "{}?", "{}!", "{}*", "{}{{2}}", "{}{{1,3}} LONGEST"])
parts = st.builds(str.format, marked, st.sampled_from(["A", "B", "C", "D", "(A, B)", "(B & C)", "(A | D)"]))
sequences = st.lists(st.tuples(parts, st.sampled_from([",", ";", ":", " |", " &"])), min_size=1, max_size=4).map(
    lambda pairs: " ".join(part + sign for part, sign in pairs).rstrip(",;:|& ")
)
conditions = st.dictionaries(
    st.sampled_from(list(BOUND_BY)),
    st.sampled_from(
        ["FILTER(?x > 3)", "FILTER(?y > ?x)", "BIND(?x + ?h AS ?n)", "FILTER(?z > PREV(?z))", "FILTER(COUNT(*) > 1)"]
    ),
    max_size=2,
)


def understood(text: str) -> tuple[tree.SequenceQuery | None, Query | None, Diagnostic | None]:
    """The query and its meaning, or why it has none."""
    try:
        query = parse(Source("query.spaseq", text))
        return query, lower(query), None
    except QueryError as error:
        return None, None, error.diagnostic


@settings(max_examples=300, deadline=None)
@given(sequences, conditions)
def test_a_query_is_refused_with_its_place_or_means_the_same_when_printed(
    sequence: str, filters: dict[str, str]
) -> None:
    text = asking(sequence, **filters)
    query, meaning, diagnostic = understood(text)
    if query is None:
        assert diagnostic is not None
        assert text[diagnostic.span.start : diagnostic.span.end].strip()
        return
    assert lower(parse(Source("printed.spaseq", SPASEQ.printed(query)))) == meaning
    assert all(
        any(element.presence is Presence.REQUIRED for element in node.elements)
        for node in descendants(meaning)
        if isinstance(node, Sequence)
    )


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_every_part_of_a_parsed_query_lies_within_its_query(data: st.DataObject) -> None:
    text = GRAMMAR_ALONE.printed(data.draw(queries))
    query = parse_as(GRAMMAR_ALONE, Source("printed.spaseq", text))
    waiting: list[core.Syntax] = [query]
    while waiting:
        part = waiting.pop()
        for inner in core.children(part):
            if not isinstance(inner, tree.Modifiers):
                assert part.span.start <= inner.span.start < inner.span.end <= part.span.end
                waiting.append(inner)
