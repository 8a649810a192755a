"""Batches of events, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


class Syntax(Enum):
    """How an event's content is written."""

    N_TRIPLES = "ntriples"
    N_QUADS = "nquads"
    TURTLE = "turtle"
    TRIG = "trig"
    JSON_LD = "jsonld"
    RDF_XML = "rdfxml"


@dataclass(frozen=True, slots=True)
class Texts:
    """Serialised datasets, one an event (large_binary)."""

    texts: pa.LargeBinaryArray
    syntax: Syntax


@dataclass(frozen=True, slots=True)
class Quads:
    """Datasets as lists of structs of N-Triples terms: s, p, o and, null for the default graph, g."""

    lists: pa.ListArray


@dataclass(frozen=True, slots=True)
class Columns:
    """One event a row of plain columns, which the declared lift of its stream turns into triples."""

    rows: pa.RecordBatch


Content: TypeAlias = Texts | Quads | Columns


@dataclass(frozen=True, slots=True)
class Places:
    """Where the events of a batch stand in a file."""

    file: str
    lines: NDArray[np.int64]
    """The line on which each begins."""

    def of(self, place: int) -> str:
        return f"{self.file}:{self.lines[place]}"


@dataclass(frozen=True, slots=True)
class EventBatch:
    """Some events of one stream."""

    stream: int
    """The stream's place in the plan."""
    start: NDArray[np.int64]
    end: NDArray[np.int64]
    """Microseconds from the epoch."""
    event: NDArray[np.int64]
    """Each event's number, which no other event of the stream has."""
    content: Content
    places: Places | None = None
    """Where the events stand, for messages; without them their numbers say it."""
