"""Expressions: what filters ask, binds compute and aggregates gather."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from seqoia.model import NamedNode, Term

if TYPE_CHECKING:
    from seqoia.algebra.patterns import GraphPattern


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable, named without its question mark.

    A name that starts with a dot was made here (for a blank node of the query, or for an aggregate): no query
    can spell it and no answer shows it.
    """

    name: str

    @property
    def hidden(self) -> bool:
        return self.name.startswith(".")


@dataclass(frozen=True, slots=True)
class Constant:
    """A term that stands for itself."""

    term: Term


@dataclass(frozen=True, slots=True)
class TripleExpression:
    """A triple term with expressions inside, `<<( s p o )>>` (SPARQL 1.2, ExprTripleTerm)."""

    subject: Expression
    predicate: Expression
    object: Expression


@dataclass(frozen=True, slots=True)
class Call:
    """An operator or a built-in function of SPARQL over its arguments.

    Operators by their sign: `||` and `&&` over two or more, `!`, `=`, `!=`, `<`, `<=`, `>`, `>=`, `+`, `-`, `*`,
    `/`, `negate`, `IN` and `NOT IN` (the tested value first). Functions by their name in capitals.
    """

    function: str
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True, slots=True)
class IriCall:
    """A function that is named by an IRI: casts, uncertainty functions, extensions."""

    function: NamedNode
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Exists:
    """Whether a pattern has a solution that agrees with the current one; `negated` for NOT EXISTS."""

    pattern: GraphPattern
    negated: bool = False


class AggregateFunction(Enum):
    """What is made of several values; FIRST, LAST and LIST follow the order of events."""

    COUNT = "COUNT"
    SUM = "SUM"
    AVG = "AVG"
    MIN = "MIN"
    MAX = "MAX"
    SAMPLE = "SAMPLE"
    GROUP_CONCAT = "GROUP_CONCAT"
    FIRST = "FIRST"
    LAST = "LAST"
    LIST = "LIST"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """An aggregate over the values of an expression in a group, or over its solutions (`COUNT(*)`)."""

    function: AggregateFunction
    argument: Expression | None
    distinct: bool = False
    separator: str | None = None

    def __post_init__(self) -> None:
        if self.argument is None and self.function is not AggregateFunction.COUNT:
            raise ValueError(f"{self.function.value}(*) means nothing; only COUNT(*) does")


class IntervalPart(Enum):
    """What an expression may ask of the interval in which it stands (P-EP, section 4.1)."""

    DURATION = "getDURATION"
    START = "getSTARTTIME"
    END = "getENDTIME"


@dataclass(frozen=True, slots=True)
class OfInterval:
    """`getDURATION()` and its siblings: they speak of the interval of the group in which they stand."""

    part: IntervalPart


@dataclass(frozen=True, slots=True)
class Previous:
    """`PREV(?x)`: the value of a variable in the previous iteration of the repetition around it.

    A filter that asks for the previous iteration constrains every iteration that has one.
    """

    variable: Variable


Expression: TypeAlias = (
    Variable | Constant | TripleExpression | Call | IriCall | Exists | Aggregate | OfInterval | Previous
)
