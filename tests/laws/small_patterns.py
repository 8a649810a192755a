"""Small graph patterns and worlds, shaped so that joins meet, filters sometimes err and parts are sometimes missing."""

from __future__ import annotations

from hypothesis import strategies as st

from algebra_by_hand import call, ex, of
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Exists, Expression, Variable
from seqoia.model import Dataset, Literal, Triple
from seqoia.reference.sights import Content, Sight

NAMES = ("x", "y", "z")
NEW = Variable("n")
GRAPH_NAME = Variable("g")
"""Names a graph or a window."""

variables = st.sampled_from(NAMES).map(Variable)
predicates = st.sampled_from([Constant(ex(name)) for name in "pq"])
subjects = st.sampled_from([ex("a"), ex("b")])
objects = st.sampled_from([ex("a"), ex("b"), Literal(1), Literal(2), Literal("two")])

triples = st.builds(Triple, subjects, predicates.map(lambda predicate: predicate.term), objects)
graphs = st.frozensets(triples, max_size=5)
full_graphs = st.frozensets(triples, min_size=3, max_size=7)
datasets = st.builds(
    lambda default, first, second: Dataset(default, {ex("g1"): first, ex("g2"): second}), full_graphs, graphs, graphs
)
sights = datasets.map(lambda dataset: Sight(Content(dataset)))
sights_with_windows = st.builds(
    lambda background, first, second: Sight(
        Content(Dataset(background)), {ex("w1"): Content(Dataset(first)), ex("w2"): Content(Dataset(second))}
    ),
    graphs,
    full_graphs,
    full_graphs,
)

triple_patterns = st.builds(gp.TriplePattern, variables, predicates, variables)
leaves = st.builds(lambda triple: gp.BasicGraphPattern((triple,)), triple_patterns)


def tables_of(variable: Variable) -> st.SearchStrategy[gp.Values]:
    """Tables of one column, with gaps."""
    return st.lists(st.none() | objects, min_size=1, max_size=3).map(
        lambda terms: gp.Values((variable,), tuple((term,) for term in terms))
    )


tables = variables.flatmap(tables_of)
optionals = st.builds(gp.LeftJoin, leaves, leaves)
unions = st.builds(lambda left, right: gp.Union((left, right)), leaves, leaves | tables)
joins = st.builds(lambda left, right: gp.Join((left, right)), leaves, leaves | tables)
in_graphs = st.builds(gp.GraphOf, st.sampled_from([GRAPH_NAME, Constant(ex("g1"))]), leaves)
in_windows = st.builds(gp.WindowOf, st.sampled_from([GRAPH_NAME, Constant(ex("w1"))]), leaves | optionals)
unsure = tables | optionals | unions
parts = leaves | tables | optionals | unions | in_graphs

limits = st.sampled_from([1, 2]).map(of).map(Constant)


def tests_of(asked: st.SearchStrategy[Variable]) -> st.SearchStrategy[Expression]:
    """Conditions on variables: comparisons that err on IRIs, on words and on nothing, and questions that never err."""
    return st.one_of(
        st.builds(lambda variable, limit: call(">", variable, limit), asked, limits),
        st.builds(lambda variable, limit: call("=", variable, limit), asked, limits),
        st.builds(lambda one, other: call("=", one, other), asked, asked),
        st.builds(lambda variable: call("BOUND", variable), asked),
        st.builds(lambda variable: call("!", call("BOUND", variable)), asked),
        st.builds(lambda variable: call("isIRI", variable), asked),
    )


conditions = tests_of(variables)
conjunctions = st.builds(lambda one, other: call("&&", one, other), conditions, conditions)
disjunctions = st.builds(lambda one, other: call("||", one, other), conditions, conditions)
matches = st.builds(Exists, leaves, st.booleans())
anything_asked = conditions | conjunctions | disjunctions | matches
about_graph_names = tests_of(variables) | tests_of(variables | st.just(GRAPH_NAME)) | matches


def values_of(asked: st.SearchStrategy[Variable]) -> st.SearchStrategy[Expression]:
    """What a bind computes: sums that err on anything but numbers, and what an error or nothing is replaced with."""
    return st.one_of(
        st.builds(lambda variable, limit: call("+", variable, limit), asked, limits),
        st.builds(lambda variable, limit: call("COALESCE", variable, limit), asked, limits),
        st.builds(lambda variable: call("STR", variable), asked),
        matches,
    )


computed = values_of(variables)
about_graph_name_values = values_of(variables) | values_of(st.just(GRAPH_NAME))
