"""Expression rules become expressions."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from lark import Token, v_args

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder.functions import AGGREGATES, FUNCTIONS, Arity, checked_call
from seqoia.languages.sparql.builder.spans import Piece, across, span_of
from seqoia.languages.sparql.builder.terms import TermBuilder
from seqoia.languages.sparql.refusal import Refusal


@v_args(inline=True)
class ExpressionBuilder(TermBuilder):
    """Rules under `expressions` in the grammar; a dialect's builder may know more functions."""

    functions: ClassVar[dict[str, Arity]] = FUNCTIONS
    aggregates: ClassVar[dict[str, Arity]] = AGGREGATES

    def bracketed(self, opening: Token, inner: tree.Expression, closing: Token) -> tree.Expression:
        return replace(inner, span=across(opening, closing))

    def disjunction(self, *pieces: Piece) -> tree.Disjunction:
        return tree.Disjunction(_expressions(pieces), span=across(*pieces))

    def conjunction(self, *pieces: Piece) -> tree.Conjunction:
        return tree.Conjunction(_expressions(pieces), span=across(*pieces))

    def comparison(self, left: tree.Expression, operator: Token, right: tree.Expression) -> tree.Comparison:
        return tree.Comparison(left, str(operator), right, span=across(left, right))

    def comparison_operator(self, token: Token) -> Token:
        return token

    def membership(
        self, value: tree.Expression, negation: Token | None, _: Token, choices: tuple[Piece, ...]
    ) -> tree.Membership:
        return tree.Membership(value, _expressions(choices), negation is not None, span=across(value, choices[-1]))

    def expression_list(self, *pieces: Piece) -> tuple[Piece, ...]:
        return pieces

    def additive(self, first: tree.Expression, *steps: tree.Step) -> tree.Additive:
        return tree.Additive(first, steps, span=across(first, *steps))

    def additive_step(self, operator: Token, operand: tree.Expression) -> tree.Step:
        return tree.Step(str(operator), operand, span=across(operator, operand))

    def additive_signed(self, token: Token, *steps: tree.Step) -> tree.Step:
        """`?a -1 * ?b` subtracts the product: the sign is the operator."""
        place = span_of(token)
        operand: tree.Expression = tree.Number(token[1:], span=replace(place, start=place.start + 1))
        if steps:
            operand = tree.Multiplicative(operand, steps, span=across(operand, *steps))
        return tree.Step(token[0], operand, span=across(token, *steps))

    def multiplicative(self, first: tree.Expression, *steps: tree.Step) -> tree.Multiplicative:
        return tree.Multiplicative(first, steps, span=across(first, *steps))

    def multiplicative_step(self, operator: Token, operand: tree.Expression) -> tree.Step:
        return tree.Step(str(operator), operand, span=across(operator, operand))

    def negation(self, operator: Token, operand: tree.Expression) -> tree.Unary:
        return tree.Unary(str(operator), operand, span=across(operator, operand))

    positive = negation
    negative = negation

    def named_call(
        self,
        name: Token,
        _opening: Token,
        distinct: Token | None,
        arguments: tuple[tree.Expression, ...] | Token,
        separator: tree.Text | None,
        closing: Token,
    ) -> tree.Expression:
        span = across(name, closing)
        return checked_call(
            name, distinct, arguments, separator, span, functions=self.functions, aggregates=self.aggregates
        )

    def all_arguments(self, token: Token) -> Token:
        return token

    def call_arguments(self, *pieces: Piece) -> tuple[tree.Expression, ...]:
        return _expressions(pieces)

    def separator(self, _semicolon: Token, _keyword: Token, _equals: Token, text: tree.Text) -> tree.Text:
        return text

    def iri_call(
        self,
        function: tree.Iri,
        _opening: Token,
        distinct: Token | None,
        arguments: tuple[tree.Expression, ...] | Token,
        closing: Token,
    ) -> tree.IriCall:
        if isinstance(arguments, Token):
            raise Refusal("`*` cannot be the argument of this function", span_of(arguments), "expected an expression")
        return tree.IriCall(function, arguments, distinct is not None, span=across(function, closing))

    def exists(self, keyword: Token, group: tree.Group) -> tree.Exists:
        return tree.Exists(group, span=across(keyword, group))

    def not_exists(self, negation: Token, _: Token, group: tree.Group) -> tree.Exists:
        return tree.Exists(group, negated=True, span=across(negation, group))


def _expressions(pieces: tuple[Piece, ...]) -> tuple[tree.Expression, ...]:
    return tuple(piece for piece in pieces if isinstance(piece, tree.Expression))
