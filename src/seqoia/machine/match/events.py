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
    offsets: NDArray[np.int64]
    """At which byte each begins."""
    first_line: int | None = None
    """The line on which the first of them stands, if each has a line of its own."""
    lines: NDArray[np.int64] | None = None
    """How many lines after that one each stands, if not in a row."""

    def of(self, place: int) -> str:
        """What messages say of where an event stands."""
        if self.first_line is None:
            return f"{self.file}, byte {self.offsets[place]}"
        after = place if self.lines is None else self.lines[place]
        return f"{self.file}:{self.first_line + after}"

    def some(self, rows: NDArray[np.int64]) -> Places:
        """Those of some of the events."""
        return Places(self.file, self.offsets[rows], self.first_line, rows if self.lines is None else self.lines[rows])


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

    def some(self, part: slice) -> EventBatch:
        """Some of the events that stand together; for texts alone."""
        if not isinstance(self.content, Texts):
            raise TypeError(f"{type(self.content).__name__} are not cut")
        places = None if self.places is None else self.places.some(np.arange(len(self.event))[part])
        texts = Texts(self.content.texts[part], self.content.syntax)
        return EventBatch(self.stream, self.start[part], self.end[part], self.event[part], texts, places)
