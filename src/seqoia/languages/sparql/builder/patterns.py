"""Pattern rules become triple patterns and graph patterns."""

from __future__ import annotations

from lark import Token, v_args

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder.paths import PathBuilder, parts
from seqoia.languages.sparql.builder.spans import Piece, across, span_of


@v_args(inline=True)
class PatternBuilder(PathBuilder):
    """Rules under `graph patterns` in the grammar."""

    def triples_block(self, *pieces: Piece) -> tree.TriplesBlock:
        return tree.TriplesBlock(parts(pieces), span=across(*pieces))

    def triples(self, subject: tree.GraphNode, properties: tuple[tree.Property, ...] | None) -> tree.Triples:
        told = properties or ()
        return tree.Triples(subject, told, span=across(subject, *told))

    def properties(self, *pieces: Piece) -> tuple[tree.Property, ...]:
        return parts(pieces)

    def property(self, verb: tree.Verb, *pieces: Piece) -> tree.Property:
        return tree.Property(verb, parts(pieces), span=across(verb, *pieces))

    def object(self, node: tree.GraphNode, *annotations: tree.Reifier | tree.AnnotationBlock) -> tree.Object:
        return tree.Object(node, annotations, span=across(node, *annotations))

    def reifier(self, tilde: Token, name: tree.VariableOrIri | tree.BlankNode | None) -> tree.Reifier:
        return tree.Reifier(name, span=across(tilde, name))

    def annotation_block(
        self, opening: Token, properties: tuple[tree.Property, ...], closing: Token
    ) -> tree.AnnotationBlock:
        return tree.AnnotationBlock(properties, span=across(opening, closing))

    def empty_collection(self, opening: Token, closing: Token) -> tree.Collection:
        return tree.Collection((), span=across(opening, closing))

    def collection(self, *pieces: Piece) -> tree.Collection:
        return tree.Collection(parts(pieces), span=across(*pieces))

    def blank_node_properties(
        self, opening: Token, properties: tuple[tree.Property, ...], closing: Token
    ) -> tree.BlankNodeProperties:
        return tree.BlankNodeProperties(properties, span=across(opening, closing))

    def reified_triple(
        self,
        opening: Token,
        subject: tree.ReifiedPart,
        predicate: tree.SimpleVerb,
        object_: tree.ReifiedPart,
        reifier: tree.Reifier | None,
        closing: Token,
    ) -> tree.ReifiedTriple:
        return tree.ReifiedTriple(subject, predicate, object_, reifier, span=across(opening, closing))

    def group(self, *pieces: Piece) -> tree.Group:
        return tree.Group(parts(pieces), span=across(*pieces))

    triples_group = group

    def union(self, *pieces: Piece) -> tree.Union:
        return tree.Union(parts(pieces), span=across(*pieces))

    def optional(self, keyword: Token, group: tree.Group) -> tree.Optional:
        return tree.Optional(group, span=across(keyword, group))

    def minus(self, keyword: Token, group: tree.Group) -> tree.Minus:
        return tree.Minus(group, span=across(keyword, group))

    def graph(self, keyword: Token, name: tree.VariableOrIri, group: tree.Group) -> tree.Graph:
        return tree.Graph(name, group, span=across(keyword, group))

    def service(
        self, keyword: Token, silent: Token | None, endpoint: tree.VariableOrIri, group: tree.Group
    ) -> tree.Service:
        return tree.Service(endpoint, group, silent is not None, span=across(keyword, group))

    def filter(self, keyword: Token, condition: tree.Expression) -> tree.Filter:
        return tree.Filter(condition, span=across(keyword, condition))

    def bind(
        self,
        keyword: Token,
        _opening: Token,
        expression: tree.Expression,
        _as: Token,
        variable: tree.Variable,
        closing: Token,
    ) -> tree.Bind:
        return tree.Bind(expression, variable, span=across(keyword, closing))

    def values_of_one(self, keyword: Token, variable: tree.Variable, *pieces: Piece) -> tree.Values:
        cells: tuple[tree.DataValue, ...] = parts(pieces)
        rows = tuple(tree.DataRow((cell,), span=cell.span) for cell in cells)
        return tree.Values((variable,), rows, span=across(keyword, *pieces))

    def values_of_many(self, keyword: Token, *pieces: Piece) -> tree.Values:
        variables = tuple(piece for piece in pieces if isinstance(piece, tree.Variable))
        rows = tuple(piece for piece in pieces if isinstance(piece, tree.DataRow))
        return tree.Values(variables, rows, span=across(keyword, *pieces))

    def data_row(self, *pieces: Piece) -> tree.DataRow:
        return tree.DataRow(parts(pieces), span=across(*pieces))

    def undef(self, token: Token) -> tree.Undef:
        return tree.Undef(span=span_of(token))
