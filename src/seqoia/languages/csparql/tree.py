"""What C-SPARQL writes around and inside a SPARQL query."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from seqoia.languages.sparql.tree import DatasetClause, Document, Iri, Query, Syntax
from seqoia.languages.windows import WrittenDuration, WrittenWindow


class Registered(Enum):
    """What a registered query is to others."""

    QUERY = "QUERY"
    STREAM = "STREAM"


@dataclass(frozen=True, slots=True)
class BareName(Syntax):
    """`name`: a word."""

    name: str


@dataclass(frozen=True, slots=True)
class Registration(Syntax):
    """`REGISTER QUERY name COMPUTED EVERY 1m AS`."""

    kind: Registered
    name: BareName | Iri
    period: WrittenDuration | None = None


@dataclass(frozen=True, slots=True)
class StreamWindow(DatasetClause):
    """`FROM STREAM stream [window]`, or `FROM NAMED STREAM …`."""

    stream: Iri
    window: WrittenWindow
    named: bool = False


@dataclass(frozen=True, slots=True)
class ContinuousQuery(Document):
    """A query, registered or not."""

    registration: Registration | None
    query: Query
