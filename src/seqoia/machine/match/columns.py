"""Solutions as places in texts, made into columns of terms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seqoia.machine.bindings import TERM
from seqoia.machine.match import gathering
from seqoia.machine.match.buffers import strings
from seqoia.machine.match.events import EventBatch
from seqoia.machine.match.reading import Pass
from seqoia.machine.match.search import Spans


def term_column(batch: EventBatch, read: Pass, spans: Spans, column: int, rows: NDArray[np.int64]) -> pa.Array:
    """The terms of a variable in some of the rows."""
    tables = (batch.event, spans.events, spans.starts, spans.lengths, column, read.stream)
    offsets = np.empty(len(rows) + 1, np.int64)
    gathering.sizes(read.texts.data, rows, *tables, offsets)
    target = np.empty(int(offsets[-1]) + gathering.SPARE, np.uint8)
    gathering.gather(read.texts.data, rows, *tables, target)
    return strings(target, offsets)


def distinct_rows(read: Pass, spans: Spans, columns: Sequence[int], rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows without those that say of an event what an earlier one says; an event's rows stand together."""
    if len(rows) < 2 or not (spans.events[rows][1:] == spans.events[rows][:-1]).any():
        return rows
    kept = np.ones(len(rows), np.bool_)
    some = np.array(columns, np.int64)
    gathering.distinct(
        read.texts.data, spans.events[rows], spans.starts[rows], spans.lengths[rows], some, kept
    )
    return rows[kept]


def unbound(rows: int) -> pa.Array:
    return pa.nulls(rows, TERM)
