"""The syntax tree of SPAseq: what it has besides SPARQL's parts, in the order of the text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.languages.sparql.tree import (
    DatasetClause,
    Declaration,
    Document,
    Expression,
    FullIri,
    Group,
    Iri,
    Number,
    OrderCondition,
    PrefixedName,
    SelectClause,
    Syntax,
    Text,
    TextLiteral,
    TriplesBlock,
    TypedLiteral,
    VariableOrIri,
)
from seqoia.model import AfterMatch, Entailment, Selection


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """The name of a stream or of a GPM; as an argument of COUNT, the iterations of that GPM."""

    text: str


@dataclass(frozen=True, slots=True)
class Registration(Syntax):
    """`REGISTER STREAM iri AS` or `REGISTER QUERY iri AS`."""

    kind: str
    name: Iri


@dataclass(frozen=True, slots=True)
class AskHead(Syntax):
    """`ASK`."""


@dataclass(frozen=True, slots=True)
class ConstructHead(Syntax):
    """`CONSTRUCT { template }`."""

    template: TriplesBlock


@dataclass(frozen=True, slots=True)
class DescribeHead(Syntax):
    """`DESCRIBE resource …`; no targets stand for `*`."""

    targets: tuple[VariableOrIri, ...] | None


@dataclass(frozen=True, slots=True)
class StreamClause(DatasetClause):
    """`FROM STREAM name iri`."""

    name: Name
    iri: Iri


class Unit(Enum):
    """What the number of a width counts, and how many microseconds that is."""

    MILLISECONDS = 1_000
    SECONDS = 1_000_000
    MINUTES = 60_000_000
    HOURS = 3_600_000_000
    DAYS = 86_400_000_000


@dataclass(frozen=True, slots=True)
class Width(Syntax):
    """`30 MINUTES`; a number alone counts seconds."""

    amount: str
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class BareDuration(Syntax):
    """`PT30M`."""

    text: str


@dataclass(frozen=True, slots=True)
class QuotedDuration(Syntax):
    """`"PT30M"` or `"PT30M"^^xsd:duration`."""

    text: Text
    datatype: FullIri | PrefixedName | None = None


@dataclass(frozen=True, slots=True)
class WithinClause(DatasetClause):
    """`WITHIN width SLIDING STARTING AT start`."""

    width: Width | BareDuration | QuotedDuration
    sliding: bool = False
    start: Number | TextLiteral | TypedLiteral | None = None


@dataclass(frozen=True, slots=True)
class EntailmentClause(DatasetClause):
    """`ENTAILMENT RDFS`."""

    regime: Entailment


@dataclass(frozen=True, slots=True)
class SequenceExpression(Syntax):
    """What can stand between the brackets of SEQ (P-SPA, definition 4)."""


@dataclass(frozen=True, slots=True)
class EventName(SequenceExpression):
    """An event that matches the GPM of this name."""

    name: Name


@dataclass(frozen=True, slots=True)
class Follower(Syntax):
    """`, next`, `; next` or `: next`: what comes next, and by which policy."""

    policy: Selection
    expression: SequenceExpression


@dataclass(frozen=True, slots=True)
class Chain(SequenceExpression):
    """`first , next ; next …`, from left to right."""

    first: SequenceExpression
    followers: tuple[Follower, ...]


@dataclass(frozen=True, slots=True)
class Choices(SequenceExpression):
    """`one | other | …`."""

    branches: tuple[SequenceExpression, ...]


@dataclass(frozen=True, slots=True)
class Together(SequenceExpression):
    """`one & other & …`."""

    parts: tuple[SequenceExpression, ...]


@dataclass(frozen=True, slots=True)
class Repeated(SequenceExpression):
    """`expression+`, `*` (at least none), `{n}`, `{n,}` or `{n,m}`, with `BY policy` and `LONGEST` if written."""

    expression: SequenceExpression
    at_least: int = 1
    at_most: int | None = None
    follows: Selection | None = None
    longest: bool = False


@dataclass(frozen=True, slots=True)
class OptionalEvent(SequenceExpression):
    """`expression?`."""

    expression: SequenceExpression


@dataclass(frozen=True, slots=True)
class AbsentEvent(SequenceExpression):
    """`expression!`."""

    expression: SequenceExpression


@dataclass(frozen=True, slots=True)
class Definition(Declaration):
    """`DEFINE GPM name ON stream { … }`."""

    name: Name
    stream: Name
    group: Group


@dataclass(frozen=True, slots=True)
class Pattern(Syntax):
    """`{ SEQ (expression) DEFINE GPM … }`."""

    expression: SequenceExpression
    definitions: tuple[Definition, ...]


@dataclass(frozen=True, slots=True)
class SkipClause(Syntax):
    """`AFTER MATCH …`; the name is that of SKIP TO FIRST and SKIP TO LAST."""

    after_match: AfterMatch
    name: Name | None = None


@dataclass(frozen=True, slots=True)
class Modifiers(Syntax):
    """`AFTER MATCH … LIMIT n PER START ORDER BY … LIMIT n OFFSET n`, each if written."""

    skip: SkipClause | None = None
    limit_per_start: int | None = None
    order_by: tuple[OrderCondition, ...] = ()
    limit: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class SequenceQuery(Document):
    """A SPAseq query."""

    prologue: tuple[Declaration, ...]
    registration: Registration | None
    head: Head
    dataset: tuple[DatasetClause, ...]
    pattern: Pattern
    modifiers: Modifiers


Head: TypeAlias = SelectClause | AskHead | ConstructHead | DescribeHead
