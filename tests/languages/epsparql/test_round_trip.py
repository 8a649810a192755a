"""A law: a tree that is printed and parsed again is the same tree."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from languages.sparql import trees
from seqoia.languages.epsparql import EPSPARQL, tree
from seqoia.languages.sparql import Dialect, parse_as
from seqoia.languages.sparql import tree as sparql
from seqoia.text import Source

GRAMMAR_ALONE: Dialect[tree.RuledQuery] = Dialect(
    "EP-SPARQL without its checks",
    EPSPARQL.grammar,
    EPSPARQL.builder,
    (),
    start=EPSPARQL.start,
    printer=EPSPARQL.printer,
)
OPERATORS = st.sampled_from(tree.Operator)
CALLS = st.sampled_from(["getDURATION", "getSTARTTIME", "getENDTIME"]).map(lambda name: sparql.BuiltinCall(name, ()))


@st.composite
def groups(draw: st.DrawFn, depth: int = 0) -> sparql.Group:
    """Groups of triples, and deeper ones of chains, filters about time and optional groups."""
    if depth > 2 or draw(st.booleans()):
        return sparql.Group((draw(trees.blocks),) if draw(st.booleans()) else ())
    return sparql.Group(tuple(draw(elements(depth + 1)) for _ in range(draw(st.integers(1, 2)))))


@st.composite
def elements(draw: st.DrawFn, depth: int) -> sparql.PatternElement:
    kind = draw(st.sampled_from(["chain", "filter", "optional", "group"]))
    if kind == "filter":
        return sparql.Filter(sparql.Comparison(draw(CALLS), "<", draw(trees.expressions)))
    if kind == "optional":
        return sparql.Optional(draw(groups(depth)))
    if kind == "group":
        return draw(groups(depth))
    operators = tuple(draw(OPERATORS) for _ in range(draw(st.integers(1, 3))))
    return tree.Chain(tuple(draw(operands(depth)) for _ in range(len(operators) + 1)), operators)


@st.composite
def operands(draw: st.DrawFn, depth: int) -> sparql.PatternElement:
    if draw(st.integers(0, 3)):
        return draw(groups(depth))
    return sparql.Union((draw(groups(depth)), draw(groups(depth))))


@st.composite
def clauses(draw: st.DrawFn) -> sparql.DatasetClause:
    return draw(
        st.one_of(
            st.builds(tree.FromStream, trees.iris),
            st.builds(tree.Policy, st.sampled_from(tree.PolicyName)),
            st.builds(tree.Entailment, st.sampled_from(tree.Regime)),
            st.builds(sparql.DefaultGraph, trees.iris),
        )
    )


@st.composite
def constructs(draw: st.DrawFn) -> sparql.Construct:
    return sparql.Construct(draw(trees.blocks), (), draw(groups()), sparql.SolutionModifiers())


@st.composite
def texts(draw: st.DrawFn) -> tree.RuledQuery:
    names = st.none() | st.sampled_from(["one", "CONSTRUCTED", "_2"])
    rules = tuple(tree.Rule(draw(constructs()), draw(names)) for _ in range(draw(st.integers(0, 2))))
    if draw(st.booleans()):
        return tree.RuledQuery((), rules, draw(constructs()))
    asked = tuple(draw(clauses()) for _ in range(draw(st.integers(0, 2))))
    return tree.RuledQuery((), rules, sparql.Ask(asked, draw(groups()), sparql.SolutionModifiers()))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(texts())
def test_a_printed_text_is_the_same_text(document: tree.RuledQuery) -> None:
    text = GRAMMAR_ALONE.printed(document)
    again = parse_as(GRAMMAR_ALONE, Source("printed.epsparql", text))
    assert again == document
    assert GRAMMAR_ALONE.printed(again) == text
