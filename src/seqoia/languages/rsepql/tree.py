"""What RSEP-QL adds to RSP-QL: event patterns (P-RSEP, section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from seqoia.languages.sparql.tree import DatasetClause, Group, Iri, PatternElement, Syntax
from seqoia.model import Selection, Which


@dataclass(frozen=True, slots=True)
class EventName(Syntax):
    """`E1`: an event that is defined above."""

    name: str


@dataclass(frozen=True, slots=True)
class BasicEvent(Syntax):
    """`EVENT ON window { … }`."""

    window: Iri
    group: Group


@dataclass(frozen=True, slots=True)
class Extreme(Syntax):
    """`FIRST event` or `LAST event`."""

    which: Which
    event: EventPattern


@dataclass(frozen=True, slots=True)
class NextEvent(Syntax):
    """`SEQ policy event`; without a policy every pair counts."""

    event: EventPattern
    policy: Selection | None = None


@dataclass(frozen=True, slots=True)
class Sequence(Syntax):
    """`event SEQ event SEQ …`, read from the left."""

    first: EventPattern
    others: tuple[NextEvent, ...]


EventPattern: TypeAlias = EventName | BasicEvent | Extreme | Sequence


@dataclass(frozen=True, slots=True)
class EventClause(DatasetClause):
    """`EVENT ON window { … } AS name`."""

    event: BasicEvent
    name: EventName


@dataclass(frozen=True, slots=True)
class Consuming(DatasetClause):
    """`CONSUMING`: what justified an answer is not used again."""


@dataclass(frozen=True, slots=True)
class Match(PatternElement):
    """`MATCH { event pattern }`."""

    pattern: EventPattern
