"""Solutions as the tables of leaves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seqoia.machine.bindings import EVENT_FIELDS, TERM, slot_name
from seqoia.machine.match.events import EventBatch
from seqoia.machine.match.keys import keys_of
from seqoia.plan.leaf import Leaf


def table_of(leaf: Leaf, batch: EventBatch, events: NDArray[np.int64], columns: Sequence[pa.Array]) -> pa.Table:
    """The table of a leaf: for each row the event, by its place in the batch, and the values of the slots."""
    key = keys_of([columns[slot] for slot in leaf.key], len(events))
    stream = np.full(len(events), batch.stream, np.int16)
    about = [batch.start[events], batch.end[events], stream, batch.event[events], key]
    slots = [pa.field(slot_name(place), column.type) for place, column in enumerate(columns)]
    arrays = [*map(pa.array, about), *columns]
    return pa.Table.from_arrays(arrays, schema=pa.schema([*EVENT_FIELDS, *slots]))


class FoundRows:
    """Solutions that come one by one, each on the slots of a leaf."""

    def __init__(self, leaf: Leaf) -> None:
        self._events: list[int] = []
        self._terms: list[list[str | None]] = [[] for _ in leaf.slots]

    def add(self, event: int, terms: Sequence[str | None]) -> None:
        self._events.append(event)
        for column, term in zip(self._terms, terms, strict=True):
            column.append(term)

    def __len__(self) -> int:
        return len(self._events)

    def events(self) -> NDArray[np.int64]:
        return np.array(self._events, np.int64)

    def columns(self) -> list[pa.Array]:
        return [pa.array(terms, TERM) for terms in self._terms]
