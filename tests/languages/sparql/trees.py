"""Syntax trees of every class, small ones, as the grammar allows them.

Strategies that are used in others are named, because Hypothesis describes a strategy with all that it is made of.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder import AGGREGATES, FUNCTIONS

Trees = SearchStrategy[tree.Syntax]


def tuples(parts: SearchStrategy, least: int = 0, most: int = 3) -> SearchStrategy:
    return st.lists(parts, min_size=least, max_size=most).map(tuple)


def maybe(parts: SearchStrategy) -> SearchStrategy:
    return st.none() | parts


def named(parts: SearchStrategy) -> SearchStrategy:
    """The same trees from a strategy that is described in a word."""

    @st.composite
    def parts_of_a_query(draw: st.DrawFn) -> object:
        return draw(parts)

    return parts_of_a_query()


words = st.text("ab\\'\"\n\r\t é👾{}#", max_size=5)
variables = st.builds(tree.Variable, st.sampled_from(["x", "é", "1", "y_2"]))
full_iris = st.builds(tree.FullIri, st.sampled_from(["", "http://e/é?a=1#b", "a(b)'c"]))
local_names = st.from_regex(r"\A(?:%[0-9A-F]{2}|[a0:é_~.!$&'()*+,;=/?#@-]){0,4}\Z")
prefixed_names = st.builds(tree.PrefixedName, st.sampled_from(["", "ex", "a.b-c", "é"]), local_names)
iris = full_iris | prefixed_names
variables_or_iris = variables | iris
texts = st.builds(tree.Text, words, st.sampled_from(tree.Quote))
languages = st.builds(tree.Language, st.sampled_from(["en", "de-CH-1901"]), st.sampled_from([None, "ltr", "rtl"]))
signed = st.sampled_from(["-1", "+1.5", "-.5e3"])
unsigned = st.sampled_from(["0", "10", "1.5", ".5", "1e3", "1.E-7", "2.5e+1"])
numbers = st.builds(tree.Number, signed | unsigned)
literals = (
    st.builds(tree.TextLiteral, texts, maybe(languages))
    | st.builds(tree.TypedLiteral, texts, iris)
    | numbers
    | st.builds(tree.Boolean, st.booleans())
)
blank_nodes = st.builds(tree.BlankNodeLabel, st.sampled_from(["a", "0.b", "é-1"])) | st.builds(tree.Anonymous)
predicates = iris | st.builds(tree.RdfType)
simple_verbs = variables | predicates
flat_terms = variables | iris | literals | blank_nodes
triple_terms = st.recursive(
    st.builds(tree.TripleTerm, flat_terms, simple_verbs, flat_terms),
    lambda inner: st.builds(tree.TripleTerm, flat_terms | inner, simple_verbs, flat_terms | inner),
    max_leaves=2,
)
_terms = flat_terms | triple_terms
terms = named(_terms)
_paths = st.recursive(
    predicates | st.builds(tree.PathNegated, tuples(predicates | st.builds(tree.PathInverse, predicates))),
    lambda inner: (
        st.builds(tree.PathAlternative, tuples(inner, 2))
        | st.builds(tree.PathSequence, tuples(inner, 2))
        | st.builds(tree.PathInverse, inner)
        | st.builds(tree.PathRepeat, inner, st.sampled_from(tree.Times))
    ),
    max_leaves=4,
)
paths = named(_paths)
reifiers = st.builds(tree.Reifier, maybe(variables_or_iris | blank_nodes))
_reified_triples = st.recursive(
    st.builds(tree.ReifiedTriple, terms, simple_verbs, terms, maybe(reifiers)),
    lambda inner: st.builds(tree.ReifiedTriple, terms | inner, simple_verbs, terms | inner, maybe(reifiers)),
    max_leaves=2,
)
reified_triples = named(_reified_triples)


def properties_of(nodes: SearchStrategy, annotations: SearchStrategy) -> SearchStrategy:
    objects = st.builds(tree.Object, nodes, annotations)
    return tuples(st.builds(tree.Property, variables | paths, tuples(objects, 1, 2)), 1, 2)


_graph_nodes = st.recursive(
    terms | reified_triples | st.just(tree.Collection(())),
    lambda inner: (
        st.builds(tree.Collection, tuples(inner, 1))
        | st.builds(tree.BlankNodeProperties, properties_of(inner, st.just(())))
    ),
    max_leaves=4,
)
graph_nodes = named(_graph_nodes)
annotation_blocks = st.builds(tree.AnnotationBlock, properties_of(graph_nodes, tuples(reifiers, 0, 1)))
_properties = properties_of(graph_nodes, tuples(reifiers | annotation_blocks, 0, 2))
properties = named(_properties)
standing_alone = st.builds(tree.BlankNodeProperties, properties) | reified_triples
triples = st.builds(tree.Triples, graph_nodes, properties) | st.builds(tree.Triples, standing_alone, st.just(()))
_blocks = st.builds(tree.TriplesBlock, tuples(triples, 1, 2))
blocks = named(_blocks)


@st.composite
def builtin_calls(draw: st.DrawFn, arguments: SearchStrategy) -> tree.BuiltinCall:
    name = draw(st.sampled_from(sorted(FUNCTIONS)))
    if name == "BOUND":
        return tree.BuiltinCall(name, (draw(variables),))
    least, most = FUNCTIONS[name].least, FUNCTIONS[name].most
    return tree.BuiltinCall(name, draw(tuples(arguments, least, 3 if most is None else most)))


@st.composite
def aggregates(draw: st.DrawFn, arguments: SearchStrategy) -> tree.Aggregate:
    name = draw(st.sampled_from(sorted(AGGREGATES)))
    argument = draw(maybe(arguments)) if name == "COUNT" else draw(arguments)
    separator = draw(maybe(st.builds(tree.Text, words))) if name == "GROUP_CONCAT" else None
    return tree.Aggregate(name, argument, draw(st.booleans()), separator)


def chained(operators: str, operands: SearchStrategy) -> SearchStrategy:
    return tuples(st.builds(tree.Step, st.sampled_from(operators), operands), 1, 2)


def grown(inner: SearchStrategy) -> SearchStrategy:
    return (
        st.builds(tree.Disjunction, tuples(inner, 2))
        | st.builds(tree.Conjunction, tuples(inner, 2))
        | st.builds(tree.Comparison, inner, st.sampled_from(["=", "!=", "<", ">", "<=", ">="]), inner)
        | st.builds(tree.Membership, inner, tuples(inner), st.booleans())
        | st.builds(tree.Additive, inner, chained("+-", inner))
        | st.builds(tree.Multiplicative, inner, chained("*/", inner))
        | st.builds(tree.Unary, st.sampled_from("!+-"), inner)
        | builtin_calls(inner)
        | aggregates(inner)
        | st.builds(tree.IriCall, iris, tuples(inner), st.booleans())
    )


_expressions = st.recursive(variables | iris | literals | triple_terms, grown, max_leaves=6)
expressions = named(_expressions)
cells = iris | literals | triple_terms | st.builds(tree.Undef)


@st.composite
def tables(draw: st.DrawFn) -> tree.Values:
    heads = draw(tuples(variables))
    row = st.builds(tree.DataRow, tuples(cells, len(heads), len(heads)))
    return tree.Values(heads, draw(tuples(row)))


def selects() -> SearchStrategy:
    named = st.builds(tree.ProjectedExpression, expressions, variables)
    return st.builds(tree.SelectClause, maybe(tuples(variables | named, 1)), st.sampled_from(tree.Duplicates))


counts = maybe(st.integers(0, 99))
_modifiers = st.builds(
    tree.SolutionModifiers,
    tuples(st.builds(tree.GroupCondition, expressions, maybe(variables)), 0, 2),
    tuples(expressions, 0, 2),
    tuples(st.builds(tree.OrderCondition, expressions, st.booleans()), 0, 2),
    counts,
    counts,
)
modifiers = named(_modifiers)


def without_neighbouring_blocks(elements: tuple[tree.PatternElement, ...]) -> tree.Group:
    """Two blocks of triples side by side are one block."""
    kept: list[tree.PatternElement] = []
    for element in elements:
        if not (kept and isinstance(element, tree.TriplesBlock) and isinstance(kept[-1], tree.TriplesBlock)):
            kept.append(element)
    return tree.Group(tuple(kept))


flat_elements = blocks | tables() | st.builds(tree.Bind, expressions, variables) | st.builds(tree.Filter, expressions)


def groups_around(inner: SearchStrategy) -> SearchStrategy:
    nesting = (
        inner
        | st.builds(tree.Union, tuples(inner, 2))
        | st.builds(tree.Optional, inner)
        | st.builds(tree.Minus, inner)
        | st.builds(tree.Graph, variables_or_iris, inner)
        | st.builds(tree.Service, variables_or_iris, inner, st.booleans())
        | st.builds(tree.Filter, st.builds(tree.Exists, inner, st.booleans()))
    )
    sub_select = st.builds(tree.SubSelect, selects(), inner, modifiers, maybe(tables()))
    return tuples(flat_elements | nesting).map(without_neighbouring_blocks) | sub_select.map(
        lambda query: tree.Group((query,))
    )


_groups = st.recursive(tuples(flat_elements).map(without_neighbouring_blocks), groups_around, max_leaves=3)
groups = named(_groups)
datasets = tuples(st.builds(tree.DefaultGraph, iris) | st.builds(tree.NamedGraph, iris), 0, 2)
declarations = (
    st.builds(tree.BaseDeclaration, full_iris)
    | st.builds(tree.PrefixDeclaration, st.sampled_from(["", "ex", "a.b"]), full_iris)
    | st.builds(
        tree.VersionDeclaration,
        st.builds(tree.Text, words, st.sampled_from([tree.Quote.DOUBLE, tree.Quote.SINGLE])),
    )
)
templates = st.builds(tree.TriplesBlock, tuples(triples, 0, 2))
triples_only = tuples(blocks, 0, 1).map(tree.Group)
_forms = (
    st.builds(tree.Select, selects(), datasets, groups, modifiers)
    | st.builds(tree.Construct, templates, datasets, groups, modifiers)
    | st.builds(tree.Construct, st.none(), datasets, triples_only, modifiers)
    | st.builds(tree.Describe, maybe(tuples(variables_or_iris, 1)), datasets, maybe(groups), modifiers)
    | st.builds(tree.Ask, datasets, groups, modifiers)
)
forms = named(_forms)
queries = st.builds(tree.Query, tuples(declarations, 0, 2), forms, maybe(tables()))
