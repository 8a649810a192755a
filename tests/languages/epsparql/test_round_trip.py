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
NO_MODIFIERS = sparql.SolutionModifiers()


@st.composite
def chains(draw: st.DrawFn, operands: st.SearchStrategy[sparql.PatternElement]) -> tree.Chain:
    several = draw(trees.tuples(operands, 2, 4))
    operators = draw(trees.tuples(st.sampled_from(tree.Operator), len(several) - 1, len(several) - 1))
    return tree.Chain(several, operators)


def grown(groups: st.SearchStrategy[sparql.Group]) -> st.SearchStrategy[sparql.Group]:
    unions = st.builds(sparql.Union, trees.tuples(groups, 2, 2))
    calls = st.sampled_from(["getDURATION", "getSTARTTIME", "getENDTIME"]).map(
        lambda name: sparql.BuiltinCall(name, ())
    )
    filters = st.builds(sparql.Filter, st.builds(sparql.Comparison, calls, st.just("<"), trees.expressions))
    elements = groups | chains(groups | unions) | filters | st.builds(sparql.Optional, groups)
    return st.builds(sparql.Group, trees.tuples(elements, 1, 2))


_groups = st.recursive(
    st.builds(lambda block: sparql.Group((block,)), trees.blocks) | st.just(sparql.Group(())), grown, max_leaves=4
)
groups = st.deferred(lambda: _groups)
clauses = st.one_of(
    st.builds(tree.FromStream, trees.iris),
    st.builds(tree.Policy, st.sampled_from(tree.PolicyName)),
    st.builds(tree.Entailment, st.sampled_from(tree.Regime)),
    st.builds(sparql.DefaultGraph, trees.iris),
)
constructs = st.builds(sparql.Construct, trees.blocks, st.just(()), groups, st.just(NO_MODIFIERS))
rules = st.builds(tree.Rule, constructs, st.none() | st.sampled_from(["one", "CONSTRUCTED", "_2"]))
asks = st.builds(sparql.Ask, trees.tuples(clauses), groups, st.just(NO_MODIFIERS))
_texts = st.builds(tree.RuledQuery, st.just(()), trees.tuples(rules, 0, 2), asks | constructs)
texts = st.deferred(lambda: _texts)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(texts)
def test_a_printed_text_is_the_same_text(document: tree.RuledQuery) -> None:
    text = GRAMMAR_ALONE.printed(document)
    again = parse_as(GRAMMAR_ALONE, Source("printed.epsparql", text))
    assert again == document
    assert GRAMMAR_ALONE.printed(again) == text
