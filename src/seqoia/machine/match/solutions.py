"""Solutions over events while they are worked on: for each variable where its terms are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seqoia.machine.bindings import TERM
from seqoia.machine.match import gathering
from seqoia.machine.match.buffers import bytes_of, string_parts, strings
from seqoia.machine.match.canonical import text_of
from seqoia.machine.match.rewriting import number_terms
from seqoia.model import Term

LABELLED = -1
"""Instead of a stream: blank nodes have their labels."""


@dataclass(frozen=True, slots=True)
class Column:
    """The terms of a variable, as places in a text; a length of -1 is unbound."""

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]
    stream: int = LABELLED
    """Whose events' labels blank nodes get."""

    def take(self, rows: NDArray[np.int64]) -> Column:
        return Column(self.data, self.starts[rows], self.lengths[rows], self.stream)

    def numbers(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The same number for the same terms, and where each stands first. Blank nodes are taken by their labels."""
        numbers, firsts = np.empty(len(self.starts), np.int64), np.empty(len(self.starts), np.int64)
        count = number_terms(self.data, self.starts, np.maximum(self.lengths, 0), numbers, firsts)
        return numbers, firsts[:count]


@dataclass(frozen=True, slots=True)
class Solutions:
    """Solutions: the event of each by its place in the batch, those of an event together; and their columns."""

    events: NDArray[np.int64]
    columns: Mapping[str, Column]
    numbers: NDArray[np.int64]
    """The number of each event of the batch."""

    def __len__(self) -> int:
        return len(self.events)

    def take(self, rows: NDArray[np.int64]) -> Solutions:
        columns = {name: column.take(rows) for name, column in self.columns.items()}
        return Solutions(self.events[rows], columns, self.numbers)

    def extended(self, name: str, column: Column) -> Solutions:
        return Solutions(self.events, {**self.columns, name: column}, self.numbers)

    def terms(self, name: str) -> pa.Array:
        """The terms of a variable."""
        column = self.columns.get(name)
        if column is None:
            return pa.nulls(len(self), TERM)
        valid = column.lengths >= 0
        lengths = column.lengths if valid.all() else np.maximum(column.lengths, 0)
        offsets = np.empty(len(self) + 1, np.int64)
        gathering.sizes(column.data, self.numbers, self.events, column.starts, lengths, column.stream, offsets)
        target = np.empty(int(offsets[-1]) + gathering.SPARE, np.uint8)
        gathering.gather(column.data, self.numbers, self.events, column.starts, lengths, column.stream, target)
        return strings(target, offsets, valid)

    def distinct(self, names: Iterable[str]) -> Solutions:
        """Without those that say of an event, on some variables, what an earlier one says."""
        same = self.events[1:] == self.events[:-1]
        if not same.any():
            return self
        shared = np.flatnonzero(np.append(same, False) | np.append(False, same))
        some = self.take(shared)
        codes = [
            column.numbers()[0] * 2 + (column.lengths < 0) for name, column in some.columns.items() if name in names
        ]
        kept = np.ones(len(self), np.bool_)
        again = np.ones(len(shared), np.bool_)
        table = np.stack(codes, axis=1) if codes else np.zeros((len(shared), 1), np.int64)
        gathering.distinct(some.events, table, again)
        kept[shared] = again
        return self.take(np.flatnonzero(kept))


def column_of(terms: Sequence[Term | None]) -> Column:
    """A column of terms, one a row."""
    array = pa.array([None if term is None else text_of(term) for term in terms], TERM)
    return column_of_texts(array)


def column_of_texts(array: pa.Array) -> Column:
    data, offsets = string_parts(array)
    lengths = np.diff(offsets).astype(np.int32)
    if array.null_count:
        lengths[~array.is_valid().to_numpy(zero_copy_only=False)] = -1
    return Column(bytes_of(data.data) if len(data) else data, np.array(offsets[:-1]), lengths)
