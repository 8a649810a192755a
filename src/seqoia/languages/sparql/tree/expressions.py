"""Expressions (SPARQL 1.2, section 17). Chains are flat; brackets are there where the nesting needs them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from seqoia.languages.sparql.tree.syntax import Expression, Syntax
from seqoia.languages.sparql.tree.terms import Iri, Text

if TYPE_CHECKING:
    from seqoia.languages.sparql.tree.patterns import Group


@dataclass(frozen=True, slots=True)
class Disjunction(Expression):
    """`one || other || …`."""

    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Conjunction(Expression):
    """`one && other && …`."""

    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Comparison(Expression):
    """`left operator right`, the operator one of `=`, `!=`, `<`, `>`, `<=`, `>=`."""

    left: Expression
    operator: str
    right: Expression


@dataclass(frozen=True, slots=True)
class Membership(Expression):
    """`value IN (choices)` or `value NOT IN (choices)`."""

    value: Expression
    choices: tuple[Expression, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Step(Syntax):
    """An operator and what stands right of it, inside a chain of operators of one rank."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Additive(Expression):
    """`first + next - next …`, from left to right."""

    first: Expression
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Multiplicative(Expression):
    """`first * next / next …`, from left to right."""

    first: Expression
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Unary(Expression):
    """`!operand`, `+operand` or `-operand`."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class BuiltinCall(Expression):
    """`NAME(arguments)` of a function that the language has; the name as the language spells it."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Aggregate(Expression):
    """`NAME(DISTINCT argument; SEPARATOR = text)`; no argument stands for `*`."""

    name: str
    argument: Expression | None
    distinct: bool = False
    separator: Text | None = None


@dataclass(frozen=True, slots=True)
class IriCall(Expression):
    """`iri(arguments)`: a cast or a function of an extension."""

    function: Iri
    arguments: tuple[Expression, ...]
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Exists(Expression):
    """`EXISTS { … }` or `NOT EXISTS { … }`."""

    group: Group
    negated: bool = False
