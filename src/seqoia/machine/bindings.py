"""What matching hands to the machines: for each leaf the solutions over each event, as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

EVENT_FIELDS = (
    pa.field("start", pa.int64(), nullable=False),
    pa.field("end", pa.int64(), nullable=False),
    pa.field("stream", pa.int16(), nullable=False),
    pa.field("event", pa.int64(), nullable=False),
    pa.field("key", pa.int64(), nullable=False),
)
"""Microseconds from the epoch; the stream's place in the plan; the event's number, which no other event of its
stream has; a hash of the terms of the correlation key, 0 without a key."""

TERM = pa.string()
"""A term as N-Triples writes it in its canonical form; null is unbound."""


def slot_name(place: int) -> str:
    """The column of a slot. Its type is `TERM`, or int64 for values that are all xsd:integer, or float64 for values
    that are all xsd:double."""
    return f"s{place}"


@dataclass(frozen=True, slots=True)
class Seen:
    """What one part of the input has shown of time: for each stream of the plan its newest end."""

    newest: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Bindings:
    """The solutions of the leaves over some events. Each table has `EVENT_FIELDS` and then one column a slot; its rows
    are in no order."""

    tables: Mapping[int, pa.Table]
    """By the place of the leaf in the plan; a leaf without solutions may be missing."""
    seen: Seen = field(default_factory=lambda: Seen({}))
    ticks: NDArray[np.int64] | None = None
    """Where strict contiguity is asked: start and end of every event of the streamset, matching or not, as rows (n, 2)
    without duplicates."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """A piece of input that is no event, and why."""

    position: str
    """File and line, or the row's own position."""
    reason: str
    content: str


@dataclass(frozen=True, slots=True)
class Matched:
    """What matching a batch gives."""

    bindings: Bindings
    rejected: Sequence[Rejected]
    events: int
    """How many events were read."""
