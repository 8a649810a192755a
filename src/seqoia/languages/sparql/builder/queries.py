"""Query rules become queries."""

from __future__ import annotations

from lark import Token, v_args

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder.patterns import PatternBuilder
from seqoia.languages.sparql.builder.spans import Piece, across, span_of
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import NOWHERE


@v_args(inline=True)
class QueryBuilder(PatternBuilder):
    """Rules under `prologue`, `query forms` and `solution modifiers` in the grammar."""

    def query(
        self, prologue: tuple[tree.Declaration, ...], form: tree.QueryForm, values: tree.Values | None
    ) -> tree.Query:
        return tree.Query(prologue, form, values, span=across(*prologue, form, values))

    def prologue(self, *declarations: tree.Declaration) -> tuple[tree.Declaration, ...]:
        return declarations

    def base_declaration(self, keyword: Token, iri: Token) -> tree.BaseDeclaration:
        return tree.BaseDeclaration(self.full_iri(iri), span=across(keyword, iri))

    def prefix_declaration(self, keyword: Token, prefix: Token, iri: Token) -> tree.PrefixDeclaration:
        return tree.PrefixDeclaration(prefix[:-1], self.full_iri(iri), span=across(keyword, iri))

    def version_declaration(self, keyword: Token, version: Token) -> tree.VersionDeclaration:
        return tree.VersionDeclaration(self.string(version), span=across(keyword, version))

    def select_query(
        self,
        select: tree.SelectClause,
        dataset: tuple[tree.DatasetClause, ...],
        where: tree.Group,
        modifiers: tree.SolutionModifiers,
    ) -> tree.Select:
        return tree.Select(select, dataset, where, modifiers, span=across(select, where, written(modifiers)))

    def construct_query(
        self,
        keyword: Token,
        template: tree.TriplesBlock,
        dataset: tuple[tree.DatasetClause, ...],
        where: tree.Group,
        modifiers: tree.SolutionModifiers,
    ) -> tree.Construct:
        span = across(keyword, where, written(modifiers))
        return tree.Construct(template, dataset, where, modifiers, span=span)

    def construct_where(
        self,
        keyword: Token,
        dataset: tuple[tree.DatasetClause, ...],
        _where_keyword: Token,
        where: tree.Group,
        modifiers: tree.SolutionModifiers,
    ) -> tree.Construct:
        span = across(keyword, where, written(modifiers))
        return tree.Construct(None, dataset, where, modifiers, span=span)

    def construct_template(self, opening: Token, block: tree.TriplesBlock | None, closing: Token) -> tree.TriplesBlock:
        return tree.TriplesBlock(block.triples if block else (), span=across(opening, closing))

    def describe_query(
        self,
        keyword: Token,
        dataset_targets: tuple[tree.VariableOrIri, ...] | None,
        dataset: tuple[tree.DatasetClause, ...],
        where: tree.Group | None,
        modifiers: tree.SolutionModifiers,
    ) -> tree.Describe:
        span = across(keyword, *(dataset_targets or ()), *dataset, where, written(modifiers))
        return tree.Describe(dataset_targets, dataset, where, modifiers, span=span)

    def ask_query(
        self,
        keyword: Token,
        dataset: tuple[tree.DatasetClause, ...],
        where: tree.Group,
        modifiers: tree.SolutionModifiers,
    ) -> tree.Ask:
        return tree.Ask(dataset, where, modifiers, span=across(keyword, where, written(modifiers)))

    def select_clause(
        self,
        keyword: Token,
        modifier: Token | None,
        projection: tuple[tree.Variable | tree.ProjectedExpression, ...] | Token,
    ) -> tree.SelectClause:
        duplicates = tree.Duplicates(modifier.upper() if modifier else "")
        if isinstance(projection, Token):
            return tree.SelectClause(None, duplicates, span=across(keyword, projection))
        return tree.SelectClause(projection, duplicates, span=across(keyword, *projection))

    def select_modifier(self, token: Token) -> Token:
        return token

    def project_everything(self, star: Token) -> Token:
        return star

    def projection(
        self, *projected: tree.Variable | tree.ProjectedExpression
    ) -> tuple[tree.Variable | tree.ProjectedExpression, ...]:
        return projected

    def projected_expression(
        self, opening: Token, expression: tree.Expression, _as: Token, variable: tree.Variable, closing: Token
    ) -> tree.ProjectedExpression:
        return tree.ProjectedExpression(expression, variable, span=across(opening, closing))

    def describe_everything(self, _star: Token) -> None:
        return None

    def describe_targets(self, *targets: tree.VariableOrIri) -> tuple[tree.VariableOrIri, ...]:
        return targets

    def dataset_clauses(self, *clauses: tree.DatasetClause) -> tuple[tree.DatasetClause, ...]:
        return clauses

    def default_graph(self, keyword: Token, iri: tree.Iri) -> tree.DefaultGraph:
        return tree.DefaultGraph(iri, span=across(keyword, iri))

    def named_graph(self, keyword: Token, _named: Token, iri: tree.Iri) -> tree.NamedGraph:
        return tree.NamedGraph(iri, span=across(keyword, iri))

    def where_clause(self, _keyword: Token | None, group: tree.Group) -> tree.Group:
        return group

    def sub_select(
        self,
        select: tree.SelectClause,
        where: tree.Group,
        modifiers: tree.SolutionModifiers,
        values: tree.Values | None,
    ) -> tree.SubSelect:
        span = across(select, where, written(modifiers), values)
        return tree.SubSelect(select, where, modifiers, values, span=span)

    def solution_modifiers(
        self,
        group_by: tuple[tree.GroupCondition, ...] | None,
        having: tuple[tree.Expression, ...] | None,
        order_by: tuple[tree.OrderCondition, ...] | None,
        limits: tuple[Token, ...] | None,
    ) -> tree.SolutionModifiers:
        limit = offset = None
        for keyword, number in zip((limits or ())[::2], (limits or ())[1::2], strict=True):
            if keyword.type == "LIMIT":
                limit = _count(number)
            else:
                offset = _count(number)
        pieces: list[Piece] = [*(group_by or ()), *(having or ()), *(order_by or ()), *(limits or ())]
        return tree.SolutionModifiers(
            group_by or (), having or (), order_by or (), limit, offset, span=across(*pieces) if pieces else NOWHERE
        )

    def group_clause(self, _group: Token, _by: Token, *keys: tree.GroupCondition) -> tuple[tree.GroupCondition, ...]:
        return keys

    def group_condition(self, key: tree.Expression) -> tree.GroupCondition:
        return tree.GroupCondition(key, span=key.span)

    def group_expression(
        self, opening: Token, key: tree.Expression, _as: Token | None, variable: tree.Variable | None, closing: Token
    ) -> tree.GroupCondition:
        return tree.GroupCondition(key, variable, span=across(opening, closing))

    def having_clause(self, _keyword: Token, *conditions: tree.Expression) -> tuple[tree.Expression, ...]:
        return conditions

    def order_clause(self, _order: Token, _by: Token, *keys: tree.OrderCondition) -> tuple[tree.OrderCondition, ...]:
        return keys

    def order_condition(self, key: tree.Expression) -> tree.OrderCondition:
        return tree.OrderCondition(key, span=key.span)

    def directed_order(self, direction: Token, key: tree.Expression) -> tree.OrderCondition:
        return tree.OrderCondition(key, direction.type == "DESC", span=across(direction, key))

    def slice(self, first: tuple[Token, ...], second: tuple[Token, ...] | None) -> tuple[Token, ...]:
        return first + (second or ())

    def limit(self, keyword: Token, number: Token) -> tuple[Token, ...]:
        return (keyword, number)

    offset = limit


def written(modifiers: tree.SolutionModifiers) -> tree.SolutionModifiers | None:
    """The modifiers, if there are any."""
    return None if modifiers.span == NOWHERE else modifiers


def _count(number: Token) -> int:
    if len(number) > 18:
        raise Refusal("this number is too large", span_of(number), "at most 18 digits")
    return int(number)
