"""EP-SPARQL's rules of the grammar become tree."""

from __future__ import annotations

from typing import ClassVar

from lark import Token, v_args

from seqoia.languages.epsparql import tree
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.builder import QueryBuilder
from seqoia.languages.sparql.builder.functions import FUNCTIONS, Arity
from seqoia.languages.sparql.builder.spans import Piece, across, span_of
from seqoia.languages.sparql.refusal import Refusal

INTERVAL_FUNCTIONS = {"getDURATION": Arity(0, 0), "getSTARTTIME": Arity(0, 0), "getENDTIME": Arity(0, 0)}
"""What may be asked of the interval of a group (P-EP, section 4.1)."""


@v_args(inline=True)
class EpsparqlBuilder(QueryBuilder):
    """A method for each rule of `grammar.lark`."""

    functions: ClassVar[dict[str, Arity]] = {**FUNCTIONS, **INTERVAL_FUNCTIONS}

    def ruled_query(self, prologue: tuple[sparql.Declaration, ...], *pieces: Piece) -> tree.RuledQuery:
        *statements, values = pieces
        *earlier, form = statements
        rules = tuple(_rule(statement) for statement in earlier)
        if isinstance(form, tree.Rule):
            raise Refusal(
                "the last rule has no query after it",
                form.span,
                "a query that asks for what was derived",
                "leave out RULE and the name: a last CONSTRUCT answers with what it derives",
            )
        assert isinstance(form, sparql.QueryForm)
        assert values is None or isinstance(values, sparql.Values)
        return tree.RuledQuery(prologue, rules, form, values, span=across(*prologue, *rules, form, values))

    def named_rule(self, keyword: Token, name: Token, construct: sparql.Construct) -> tree.Rule:
        return tree.Rule(construct, str(name), span=across(keyword, construct))

    def named_expression(
        self, expression: sparql.Expression, _: Token | None, variable: sparql.Variable | None
    ) -> sparql.Variable | sparql.ProjectedExpression:
        if variable is not None:
            return sparql.ProjectedExpression(expression, variable, span=across(expression, variable))
        if isinstance(expression, sparql.Variable):
            return expression
        raise Refusal(
            "this expression has no name",
            expression.span,
            "expected AS and a variable after it",
            "write expression AS ?variable",
        )

    def stream(self, keyword: Token, _: Token, iri: sparql.Iri) -> tree.FromStream:
        return tree.FromStream(iri, span=across(keyword, iri))

    def policy(self, keyword: Token, name: Token) -> tree.Policy:
        return tree.Policy(tree.PolicyName(name.upper()), span=across(keyword, name))

    def policy_name(self, token: Token) -> Token:
        return token

    def entailment(self, keyword: Token, regime: Token) -> tree.Entailment:
        return tree.Entailment(tree.Regime(regime.upper()), span=across(keyword, regime))

    def regime_name(self, token: Token) -> Token:
        return token

    def operator(self, token: Token) -> Token:
        return token

    def chain(self, *pieces: Piece) -> tree.Chain:
        operands = tuple(piece for piece in pieces if isinstance(piece, sparql.PatternElement))
        operators = tuple(tree.Operator(piece.upper()) for piece in pieces if isinstance(piece, Token))
        return tree.Chain(operands, operators, span=across(*pieces))


def _rule(statement: Piece) -> tree.Rule:
    """A CONSTRUCT query before the last query is a rule."""
    if isinstance(statement, tree.Rule):
        return statement
    if isinstance(statement, sparql.Construct):
        return tree.Rule(statement, span=statement.span)
    assert isinstance(statement, sparql.QueryForm)
    raise Refusal(
        "only a CONSTRUCT can stand before another query",
        span_of(statement),
        "a text has rules, and one query at its end",
        "keep one query, or put each in a text of its own",
    )
