"""What RSP-QL writes around and inside a SPARQL query."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.languages.sparql.tree import (
    DatasetClause,
    Group,
    Iri,
    PatternElement,
    Query,
    QueryForm,
    Syntax,
    VariableOrIri,
)
from seqoia.model import Bound, Counted, Entailment, Reading, ScopeRule, StreamOperator


@dataclass(frozen=True, slots=True)
class Length(Syntax):
    """`PT10S`, `1m30s` or `5`: a duration as it is written, without quotes; a bare number counts seconds."""

    written: str


@dataclass(frozen=True, slots=True)
class Moment(Syntax):
    """`2026-01-31T12:00:00Z` or `9`: an instant as it is written, without quotes; a bare number counts seconds."""

    written: str


@dataclass(frozen=True, slots=True)
class TimeWindow(Syntax):
    """`RANGE width STEP slide START AT origin READING reading BOUND bound`."""

    width: Length
    slide: Length | None = None
    origin: Moment | None = None
    reading: Reading | None = None
    bound: Bound | None = None


@dataclass(frozen=True, slots=True)
class LandmarkWindow(Syntax):
    """`LANDMARK origin`, or `LND origin`."""

    origin: Moment | None = None


@dataclass(frozen=True, slots=True)
class FixedWindow(Syntax):
    """`FIXED start end`."""

    start: Moment
    end: Moment


@dataclass(frozen=True, slots=True)
class IdentityWindow(Syntax):
    """`IDENTITY`."""


@dataclass(frozen=True, slots=True)
class CountWindow(Syntax):
    """`ELEMENTS n` or `TRIPLES n`."""

    count: int
    counted: Counted


@dataclass(frozen=True, slots=True)
class NestedWindow(Syntax):
    """`outer OVER inner`."""

    outer: Window
    inner: Window


Window: TypeAlias = TimeWindow | LandmarkWindow | FixedWindow | IdentityWindow | CountWindow | NestedWindow


@dataclass(frozen=True, slots=True)
class WindowClause(DatasetClause):
    """`FROM NAMED WINDOW name ON stream [window] COUNTING DUPLICATES`; without a name `FROM WINDOW ON stream …`."""

    name: Iri | None
    stream: Iri
    window: Window
    counts_duplicates: bool = False


class Occasion(Enum):
    """What makes a window report (P-RSP, definition 23)."""

    CONTENT_CHANGE = "CONTENT CHANGE"
    WINDOW_CLOSE = "WINDOW CLOSE"
    NON_EMPTY_CONTENT = "NON-EMPTY CONTENT"


@dataclass(frozen=True, slots=True)
class WindowCondition(Syntax):
    """`WINDOW CLOSE OF window`; without a name any window."""

    occasion: Occasion
    window: Iri | None = None


@dataclass(frozen=True, slots=True)
class PeriodicCondition(Syntax):
    """`EVERY period START AT origin`."""

    period: Length
    origin: Moment | None = None


@dataclass(frozen=True, slots=True)
class Report(DatasetClause):
    """`REPORT ON condition AND condition …`."""

    conditions: tuple[WindowCondition | PeriodicCondition, ...]


@dataclass(frozen=True, slots=True)
class EntailmentClause(DatasetClause):
    """`ENTAILMENT RDFS`."""

    regime: Entailment


@dataclass(frozen=True, slots=True)
class ScopeClause(DatasetClause):
    """`SCOPE FLATTEN`."""

    rule: ScopeRule


@dataclass(frozen=True, slots=True)
class WindowPattern(PatternElement):
    """`WINDOW name { … }`."""

    name: VariableOrIri
    group: Group


class Registered(Enum):
    """What a registered query is to others, and what it streams."""

    STREAM = "STREAM"
    QUERY = "QUERY"
    RSTREAM = "RSTREAM"
    ISTREAM = "ISTREAM"
    DSTREAM = "DSTREAM"


@dataclass(frozen=True, slots=True)
class Registration(Syntax):
    """`REGISTER STREAM name COMPUTED EVERY period AS`."""

    kind: Registered
    name: Iri
    period: Length | None = None


@dataclass(frozen=True, slots=True)
class Streamed(QueryForm):
    """A form with the word that says what it streams: `SELECT RSTREAM …`."""

    operator: StreamOperator
    form: QueryForm


@dataclass(frozen=True, slots=True)
class ContinuousQuery(Query):
    """A query, what it streams, and under which name it is registered."""

    operator: StreamOperator = StreamOperator.NONE
    registration: Registration | None = None
