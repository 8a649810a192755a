"""Expressions (SPARQL 1.2, section 17)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce

from seqoia.algebra.expressions import (
    Aggregate,
    AggregateFunction,
    Call,
    Constant,
    Exists,
    Expression,
    IriCall,
    TripleExpression,
    Variable,
)
from seqoia.algebra.patterns import GraphPattern
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower.functions import KNOWN_FUNCTIONS
from seqoia.languages.sparql.lower.iris import resolved
from seqoia.languages.sparql.lower.triples import TriplesLowering
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import Literal, NamedNode, Triple
from seqoia.model.term import XSD
from seqoia.text import Span, closest

ZERO = Constant(Literal("0", datatype=NamedNode(XSD + "integer")))
_ONE_NAME = {"URI": "IRI", "ISURI": "ISIRI"}


@dataclass
class Gathering:
    """What is asked of groups: the variables with one value in each, and the aggregates asked for so far."""

    singular: set[str]
    aggregates: dict[Aggregate, Variable] = field(default_factory=dict)


class ExpressionLowering(TriplesLowering):
    """Operators become calls by their sign, functions calls by their name in capitals."""

    gathering: Gathering | None = None
    """Set while expressions over groups are lowered; aggregates then become hidden variables."""

    @abstractmethod
    def existing(self, group: tree.Group) -> GraphPattern:
        """The pattern of EXISTS."""

    def expression(self, written: tree.Expression) -> Expression:
        """An expression in the algebra; a dialect adds its own forms."""
        match written:
            case tree.Variable(name):
                return self._single(Variable(name))
            case tree.Disjunction(operands):
                return Call("||", self.expressions(operands))
            case tree.Conjunction(operands):
                return Call("&&", self.expressions(operands))
            case tree.Comparison(left, operator, right):
                return Call(operator, (self.expression(left), self.expression(right)))
            case tree.Membership(value, choices, negated):
                return Call("NOT IN" if negated else "IN", self.expressions((value, *choices)))
            case tree.Additive(first, steps) | tree.Multiplicative(first, steps):
                return self._chain(first, steps)
            case tree.Unary(operator, operand):
                return _unary(operator, self.expression(operand))
            case tree.BuiltinCall(name, arguments):
                return self.builtin(name, self.expressions(arguments))
            case tree.Aggregate():
                return self._aggregate(written)
            case tree.IriCall():
                return self._iri_call(written)
            case tree.Exists(group, negated):
                return Exists(self.existing(group), negated)
            case _:
                return self.value(written)

    def expressions(self, written: Iterable[tree.Expression]) -> tuple[Expression, ...]:
        return tuple(map(self.expression, written))

    def value(self, written: tree.Expression) -> Expression:
        """A term as an expression."""
        match written:
            case tree.TripleTerm(subject, predicate, object_):
                return self._triple(subject, predicate, object_)
            case tree.FullIri() | tree.PrefixedName():
                return Constant(self.iri(written))
            case tree.TextLiteral() | tree.TypedLiteral() | tree.Number() | tree.Boolean():
                return Constant(self.literal(written))
            case _:
                raise TypeError(f"nothing says what {type(written).__name__} means")

    def builtin(self, name: str, arguments: tuple[Expression, ...]) -> Expression:
        """A function that the language has."""
        function = _ONE_NAME.get(name.upper(), name.upper())
        if function == "IRI" and self.base is not None:
            arguments = tuple(_seen_from(self.base, argument) for argument in arguments)
        return TripleExpression(*arguments) if function == "TRIPLE" else Call(function, arguments)

    def _single(self, variable: Variable) -> Expression:
        """Over groups, a variable that has many values stands for one of them (section 18.2.4.1)."""
        if self.gathering is None or variable.name in self.gathering.singular:
            return variable
        return self._gathered(Aggregate(AggregateFunction.SAMPLE, variable))

    def _chain(self, first: tree.Expression, steps: tuple[tree.Step, ...]) -> Expression:
        def follow(before: Expression, step: tree.Step) -> Expression:
            return Call(step.operator, (before, self.expression(step.operand)))

        return reduce(follow, steps, self.expression(first))

    def _triple(self, subject: tree.Term, predicate: tree.SimpleVerb, object_: tree.Term) -> Expression:
        parts = [self._part(part) for part in (subject, predicate, object_)]
        match parts:
            case [Constant(NamedNode() as s), Constant(NamedNode() as p), Constant(o)]:
                return Constant(Triple(s, p, o))
            case _:
                return TripleExpression(*parts)

    def _part(self, part: tree.Term | tree.RdfType) -> Expression:
        return self.expression(part) if isinstance(part, tree.Expression) else Constant(self.term(_unblank(part)))

    def _aggregate(self, written: tree.Aggregate) -> Expression:
        gathering, self.gathering = self.gathering, None
        argument = None if written.argument is None else self.expression(written.argument)
        self.gathering = gathering
        separator = None if written.separator is None else written.separator.value
        return self._gathered(Aggregate(AggregateFunction[written.name], argument, written.distinct, separator))

    def _gathered(self, aggregate: Aggregate) -> Expression:
        """The hidden variable of an aggregate; outside of groups it is the dialect's own affair."""
        if self.gathering is None:
            return aggregate
        if aggregate not in self.gathering.aggregates:
            self.gathering.aggregates[aggregate] = self.fresh("agg")
        return self.gathering.aggregates[aggregate]

    def _iri_call(self, written: tree.IriCall) -> Expression:
        function = self.iri(written.function)
        if written.distinct:
            raise Refusal(f"{function} takes no DISTINCT", written.span, "only aggregates do")
        self._check_function(function, written.function.span, written.span, len(written.arguments))
        return IriCall(function, self.expressions(written.arguments))

    def _check_function(self, function: NamedNode, place: Span, call: Span, given: int) -> None:
        arity = KNOWN_FUNCTIONS.get(function.value)
        if arity is None:
            meant = closest(function.value, KNOWN_FUNCTIONS)
            self.warn(
                f"the function {function} is not known here",
                place,
                "a call of it is an error: a filter fails, a bind stays unbound",
                f"did you mean <{meant}>?" if meant else "",
            )
        elif not arity.admits(given):
            raise Refusal(f"{function} takes {arity}", call, f"{given} given")


def _unary(operator: str, operand: Expression) -> Expression:
    match operator:
        case "-":
            return Call("negate", (operand,))
        case "+":
            return Call("+", (ZERO, operand))
        case _:
            return Call(operator, (operand,))


def _unblank(part: tree.BlankNode | tree.RdfType) -> tree.RdfType:
    if isinstance(part, tree.RdfType):
        return part
    raise Refusal("a blank node has no value here", part.span, "expected an IRI, a literal or a triple term")


def _seen_from(base: str, argument: Expression) -> Expression:
    """A constant relative reference with the base before it; the algebra has no base."""
    match argument:
        case Constant(Literal() as text) if text.datatype.value == XSD + "string":
            return Constant(Literal(resolved(text.value, base)))
        case _:
            return argument
