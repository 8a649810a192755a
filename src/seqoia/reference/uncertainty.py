"""Uncertainty functions of RSP-QL* (P-UNC, definitions 3 to 7 and 14), for the SPARQL engine to call.

A SPARQL error is `None`: an argument that is not of the kind that the definition asks for, a literal that does not
parse, a wrong number of arguments. The filter then fails and the bind stays unbound.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from seqoia.model.distributions import (
    Constant,
    Distribution,
    add,
    between,
    greater_than,
    less_than,
    parse,
    show,
    subtract,
)
from seqoia.model.term import RSPU, XSD, Literal, NamedNode, Term
from seqoia.reference.trace import FunctionCalled, Resolution, Tracer, silent

DISTRIBUTION = NamedNode(RSPU + "distribution")
ADD = NamedNode(RSPU + "add")
SUBTRACT = NamedNode(RSPU + "subtract")
GREATER_THAN = NamedNode(RSPU + "greaterThan")
LESS_THAN = NamedNode(RSPU + "lessThan")
BETWEEN = NamedNode(RSPU + "between")

UNCERTAINTY_FUNCTIONS = frozenset({ADD, SUBTRACT, GREATER_THAN, LESS_THAN, BETWEEN})

Function: TypeAlias = Callable[..., Term | None]


def functions(tracer: Tracer = silent, *, cached: bool = True) -> Mapping[NamedNode, Function]:
    """The five functions for one evaluation of a query; a cache lives as long as the mapping (P-UNC, section 4.1)."""
    return {
        name: _cached(name, function, tracer) if cached else _traced(name, function, tracer)
        for name, function in _FUNCTIONS.items()
    }


def distribution(term: Term) -> Distribution | None:
    """val(c) for c in 𝓛d: the distribution that a literal stands for."""
    if not isinstance(term, Literal) or term.datatype != DISTRIBUTION:
        return None
    try:
        return parse(term.value)
    except ValueError:
        return None


def number(term: Term) -> Constant | None:
    """val(c) for c in 𝓛n: the number that a numeric literal stands for; infinities and NaN are none."""
    if not isinstance(term, Literal) or (lexical := _NUMERIC.get(term.datatype.value)) is None:
        return None
    text = term.value.strip(_XML_SPACE)
    if not lexical.fullmatch(text):
        return None
    try:
        return Constant(float(text))
    except ValueError:
        return None


def _traced(name: NamedNode, function: Function, tracer: Tracer) -> Function:
    def call(*arguments: Term) -> Term | None:
        tracer(FunctionCalled(name, tuple(map(str, arguments)), Resolution.COMPUTED))
        return function(*arguments)

    return call


def _cached(name: NamedNode, function: Function, tracer: Tracer) -> Function:
    compute = _traced(name, function, tracer)
    known: dict[tuple[Term, ...], Term | None] = {}

    def call(*arguments: Term) -> Term | None:
        if arguments in known:
            tracer(FunctionCalled(name, tuple(map(str, arguments)), Resolution.CACHED))
        else:
            known[arguments] = compute(*arguments)
        return known[arguments]

    return call


def _combine(operation: Callable[[Distribution, Distribution], Distribution], *arguments: Term) -> Term | None:
    operands = _operands(arguments, 2)
    if operands is None:
        return None
    try:
        return Literal(show(operation(*operands)), datatype=DISTRIBUTION)
    except ValueError:
        return None


def _compare(probability: Callable[..., float], arity: int, *arguments: Term) -> Term | None:
    operands = _operands(arguments, arity)
    if operands is None:
        return None
    try:
        return Literal(probability(*operands))
    except (ValueError, ArithmeticError):
        return None


def _operands(arguments: tuple[Term, ...], arity: int) -> list[Distribution] | None:
    """The first argument as a distribution, the others as distributions or numbers."""
    if len(arguments) != arity:
        return None
    first, *others = arguments
    operands = [distribution(first), *(distribution(other) or number(other) for other in others)]
    known = [operand for operand in operands if operand is not None]
    return known if len(known) == arity else None


_FUNCTIONS: Mapping[NamedNode, Function] = {
    ADD: partial(_combine, add),
    SUBTRACT: partial(_combine, subtract),
    GREATER_THAN: partial(_compare, greater_than, 2),
    LESS_THAN: partial(_compare, less_than, 2),
    BETWEEN: partial(_compare, between, 3),
}

_XML_SPACE = " \t\r\n"
_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_DOUBLE = re.compile(_DECIMAL.pattern + r"(?:[eE][+-]?[0-9]+)?")

_NUMERIC = {
    **{XSD + name: _DOUBLE for name in ("double", "float")},
    XSD + "decimal": _DECIMAL,
    **{XSD + "unsigned" + size: _INTEGER for size in ("Long", "Int", "Short", "Byte")},
    **{XSD + name: _INTEGER for name in ("integer", "long", "int", "short", "byte")},
    **{XSD + sign + "Integer": _INTEGER for sign in ("nonNegative", "positive", "nonPositive", "negative")},
}
