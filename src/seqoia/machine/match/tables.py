"""Parts of patterns that no event changes, of the background or of VALUES: solved once, joined with every batch."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from seqoia.algebra.patterns import GraphPattern
from seqoia.machine.match import joining as kernel
from seqoia.machine.match.solutions import LABELLED, Column, Solutions, column_of
from seqoia.machine.match.solver import Solver
from seqoia.model import Dataset
from seqoia.reference.entailment import as_it_stands
from seqoia.reference.sparql import Functions


class Table:
    """The solutions of a pattern over the background, indexed by the variables that solutions over events bind too."""

    def __init__(self, pattern: GraphPattern, background: Dataset, functions: Functions, known: Iterable[str]) -> None:
        solver = Solver(pattern, background, functions, as_it_stands)
        rows = list(dict.fromkeys(solver.over_background()))
        names = sorted({name for row in rows for name in row})
        self.columns = {name: column_of([row.get(name) for row in rows]) for name in names}
        self._shared = [name for name in names if name in set(known)]
        self._hashes = _hashes([self.columns[name] for name in self._shared], len(rows))
        size = 1 << max(6, (2 * len(rows)).bit_length())
        self._slots = np.full(size, -1, np.int64)
        self._following = np.empty(len(rows), np.int64)
        kernel.build(self._hashes, self._slots, self._following)

    def join(self, found: Solutions) -> Solutions:
        """The solutions with what the table says more of their terms."""
        mine = [found.columns[name] for name in self._shared]
        if not self._shared:
            return found.take(np.empty(0, np.int64))
        own = np.ones(len(found), np.bool_)
        for column in mine:
            if column.stream != LABELLED:
                kernel.not_blank(column.data, column.starts, column.lengths, own)
        left, right = self._pairs(_hashes(mine, len(found)), own)
        kept = np.ones(len(left), np.bool_)
        for name, column in zip(self._shared, mine, strict=True):
            other = self.columns[name]
            kernel.check(
                column.data, column.starts, column.lengths, other.data, other.starts, other.lengths, left, right, kept
            )
        joined = found.take(left[kept])
        for name, column in self.columns.items():
            if name not in self._shared:
                joined = joined.extended(name, column.take(right[kept]))
        return joined

    def _pairs(self, hashes: NDArray[np.uint64], own: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        room = len(hashes) + 64
        while True:
            left, right = np.empty(room, np.int64), np.empty(room, np.int64)
            count = kernel.probe(hashes, own, self._hashes, self._slots, self._following, left, right)
            if count <= room:
                return left[:count], right[:count]
            room = count


def _hashes(columns: list[Column], rows: int) -> NDArray[np.uint64]:
    hashes = np.zeros(rows, np.uint64)
    for column in columns:
        kernel.hash_terms(column.data, column.starts, column.lengths, hashes)
    return hashes
