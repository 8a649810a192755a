"""Joins, options, differences and unions of solutions, event by event but for all events at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from seqoia.machine.match import joining as kernel
from seqoia.machine.match.solutions import Column, Solutions, column_of_texts

Pairs = tuple[NDArray[np.int64], NDArray[np.int64]]


def pairs_of(left: Solutions, right: Solutions, shared: Sequence[str]) -> Pairs:
    """The rows of one event that agree on what both sides bind."""
    count = kernel.pairs_of_events(left.events, right.events, np.empty(0, np.int64), np.empty(0, np.int64))
    one, other = np.empty(count, np.int64), np.empty(count, np.int64)
    kernel.pairs_of_events(left.events, right.events, one, other)
    kept = np.ones(count, np.bool_)
    for name in shared:
        mine, theirs = _alike(left, right, name)
        kernel.check(mine.data, mine.starts, mine.lengths, theirs.data, theirs.starts, theirs.lengths, one, other, kept)
    return one[kept], other[kept]


def merged(left: Solutions, right: Solutions, pairs: Pairs) -> Solutions:
    """The merges of some pairs."""
    one, other = pairs
    found = left.take(one)
    for name, column in right.columns.items():
        if name not in left.columns:
            found = found.extended(name, column.take(other))
    return found


def others(left: Solutions, matched: NDArray[np.int64]) -> Solutions:
    """The solutions but for some."""
    kept = np.ones(len(left), np.bool_)
    kept[matched] = False
    return left.take(np.flatnonzero(kept))


def united(parts: Sequence[Solutions]) -> Solutions:
    """The solutions of all parts, those of an event together."""
    events = np.concatenate([part.events for part in parts])
    names = {name: None for part in parts for name in part.columns}
    columns = {name: _stacked([_column(part, name) for part in parts], parts, name) for name in names}
    return Solutions(events, columns, parts[0].numbers).take(np.argsort(events, kind="stable"))


def _column(part: Solutions, name: str) -> Column | None:
    return part.columns.get(name)


def _stacked(columns: Sequence[Column | None], parts: Sequence[Solutions], name: str) -> Column:
    known = [column for column in columns if column is not None]
    if all(column.data is known[0].data and column.stream == known[0].stream for column in known):
        data, stream = known[0].data, known[0].stream
        made = [_unbound(part, data) if column is None else column for column, part in zip(columns, parts, strict=True)]
        edges = np.zeros(len(made), np.int64)
    else:
        made = [column_of_texts(part.terms(name)) for part in parts]
        edges = np.cumsum([0, *(len(column.data) for column in made[:-1])], dtype=np.int64)
        data, stream = np.concatenate([column.data for column in made]), made[0].stream
        data.flags.writeable = False
    starts = np.concatenate([column.starts + edge for column, edge in zip(made, edges.tolist(), strict=True)])
    return Column(data, starts, np.concatenate([column.lengths for column in made]), stream)


def _unbound(part: Solutions, data: NDArray[np.uint8]) -> Column:
    return Column(data, np.zeros(len(part), np.int64), np.full(len(part), -1, np.int32))


def _alike(left: Solutions, right: Solutions, name: str) -> tuple[Column, Column]:
    """A variable's columns on both sides, with blank nodes labelled in the same way."""
    mine, theirs = left.columns[name], right.columns[name]
    if mine.stream == theirs.stream:
        return mine, theirs
    return column_of_texts(left.terms(name)), column_of_texts(right.terms(name))
