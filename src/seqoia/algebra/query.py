"""Queries: a body, what is made of its solutions, and over which data, when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.algebra.events import EventPattern
from seqoia.algebra.expressions import Variable
from seqoia.algebra.patterns import GraphPattern, Slot, TriplePattern
from seqoia.model import (
    EPOCH,
    RSPQL,
    Consumption,
    Entailment,
    Instant,
    NamedNode,
    Profile,
    ScopeRule,
    Strategy,
    StreamOperator,
    Window,
)


@dataclass(frozen=True, slots=True)
class Select:
    """Answers are solutions on these variables, shown in this order."""

    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """Answers are truth values."""


@dataclass(frozen=True, slots=True)
class Construct:
    """Answers are graphs: the template once for each solution."""

    template: tuple[TriplePattern, ...]


@dataclass(frozen=True, slots=True)
class Describe:
    """Answers are graphs that describe these resources."""

    resources: tuple[Slot, ...]


Form: TypeAlias = Select | Ask | Construct | Describe


@dataclass(frozen=True, slots=True)
class WindowDeclaration:
    """A window over a stream; with a name it is reached by WINDOW (or GRAPH), without one its content joins the
    default graph (P-RSP, definition 14). Counting duplicates makes its content a bag of triples."""

    name: NamedNode | None
    stream: NamedNode
    window: Window
    counts_duplicates: bool = False


@dataclass(frozen=True, slots=True)
class DatasetClause:
    """Which background graphs the query sees (FROM, FROM NAMED)."""

    default: tuple[NamedNode, ...] = ()
    named: tuple[NamedNode, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A CONSTRUCT rule (P-EP, section 4.2): what it derives is added to the stream over the interval of the
    solution that derived it, and may feed this rule and others."""

    template: tuple[TriplePattern, ...]
    pattern: EventPattern
    name: str | None = None


class OutputKind(Enum):
    """What a registered query is to others."""

    STREAM = "stream"
    QUERY = "query"


@dataclass(frozen=True, slots=True)
class Registration:
    """The name under which a query's answers can be read by others (REGISTER)."""

    name: NamedNode
    kind: OutputKind = OutputKind.STREAM


@dataclass(frozen=True, slots=True)
class WindowQuery:
    """A continuous query (P-RSP, definitions 11 and 24; P-RSEP, definition 5): at each instant that the report
    policy allows, the body over the dataset of that instant. What is `None` here the profile decides."""

    form: Form
    body: GraphPattern
    windows: tuple[WindowDeclaration, ...] = ()
    background: DatasetClause | None = None
    report: tuple[Strategy, ...] | None = None
    operator: StreamOperator | None = None
    consumption: Consumption = Consumption.NONE
    entailment: Entailment = Entailment.SIMPLE
    scope: ScopeRule | None = None
    registration: Registration | None = None
    profile: Profile = RSPQL
    origin: Instant = EPOCH
    """The registration time."""


@dataclass(frozen=True, slots=True)
class EventQuery:
    """A query whose answers are matches with their intervals (P-EP, P-SPA definition 16)."""

    form: Form
    body: EventPattern
    streams: tuple[NamedNode, ...] = ()
    """The streamset that it reads; none named means every stream given."""
    background: DatasetClause | None = None
    rules: tuple[Rule, ...] = ()
    consumption: Consumption = Consumption.NONE
    entailment: Entailment = Entailment.SIMPLE
    registration: Registration | None = None
    origin: Instant = EPOCH
    """The registration time, from which tumbling windows count."""


Query: TypeAlias = WindowQuery | EventQuery
