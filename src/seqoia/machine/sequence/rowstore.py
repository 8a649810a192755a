"""The rows that a step looks at: those that runs have kept, then those that are new, leaf by leaf."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seqoia.machine.bindings import EVENT_FIELDS, slot_name
from seqoia.machine.sequence.arrays import HASH, ROW_END, ROW_SLOTS, ROW_START, VALUE_WIDTH, Numbers, empty
from seqoia.machine.sequence.values import values_of
from seqoia.machine.terms import terms_of
from seqoia.model import Term


@dataclass(frozen=True, slots=True)
class RowStore:
    """Rows by number, as kernels see them, and as the tables from which answers take their terms."""

    numbers: Numbers
    kept: Mapping[int, pa.Table]
    new: Mapping[int, pa.Table]
    kept_from: Mapping[int, int]
    new_from: Mapping[int, int]
    size_kept: int

    @classmethod
    def of(
        cls, sections: Mapping[str, Any], due: Mapping[int, pa.Table], compared: Collection[tuple[int, int]]
    ) -> RowStore:
        """What the state has kept and what is due. `compared` are leaves and slots at which the kernel looks."""
        kept = {int(name[5:]): table for name, table in sections.items() if name.startswith("rows/")}
        kept_from, new_from, at = {}, {}, 0
        for leaf, table in kept.items():
            kept_from[leaf] = at
            at += table.num_rows
        size_kept = at
        width = ROW_SLOTS + VALUE_WIDTH * max((slot + 1 for _, slot in compared), default=0)
        parts = [_read(table, _slots(compared, leaf), width) for leaf, table in kept.items()]
        for leaf, table in due.items():
            new_from[leaf] = at
            at += table.num_rows
            parts.append(_read(table, _slots(compared, leaf), width))
        return cls(np.concatenate(parts) if parts else empty(0, width), kept, due, kept_from, new_from, size_kept)

    def column(self, leaf: int, name: str, rows: Numbers) -> pa.Array | pa.ChunkedArray:
        """A column of a leaf for some rows; null where the row is -1."""
        missing = rows < 0
        local = pa.array(np.where(missing, 0, self._local(leaf, rows)), mask=missing if missing.any() else None)
        return self._table(leaf).column(name).take(local)

    def starts(self, rows: Numbers | int) -> Numbers:
        """When the events of rows began."""
        found: Numbers = self.numbers[rows, ROW_START]
        return found

    def ends(self, rows: Numbers | int) -> Numbers:
        """When they ended."""
        found: Numbers = self.numbers[rows, ROW_END]
        return found

    def hashes(self, rows: Numbers, slot: int) -> Numbers:
        """What stands in a slot, as a hash."""
        found: Numbers = self.numbers[rows, ROW_SLOTS + slot * VALUE_WIDTH + HASH]
        return found

    def has(self, leaf: int) -> bool:
        """Whether there is a row of the leaf."""
        return leaf in self.kept or leaf in self.new

    def terms(self, rows: Numbers, slots: Numbers) -> list[Term | None]:
        """The term of each row in each slot; `None` where the row is -1."""
        found: list[Term | None] = [None] * len(rows)
        for leaf in {*self.kept, *self.new}:
            mine = np.isin(rows, self._numbers(leaf))
            for slot in np.unique(slots[mine]).tolist():
                places = np.flatnonzero(mine & (slots == slot))
                column = self.column(leaf, slot_name(slot), rows[places])
                for place, term in zip(places.tolist(), terms_of(column), strict=True):
                    found[place] = term
        return found

    def compacted(self, live: NDArray[np.bool_]) -> tuple[dict[str, Any], Numbers]:
        """The sections that keep the live rows, and each row's new number."""
        renumbered = np.full(len(live), -1, np.int64)
        sections: dict[str, Any] = {}
        at = 0
        for leaf in sorted({*self.kept, *self.new}):
            rows = self._numbers(leaf)
            alive = np.flatnonzero(live[rows])
            if len(alive):
                renumbered[rows[alive]] = np.arange(at, at + len(alive))
                at += len(alive)
                sections[f"rows/{leaf}"] = self._table(leaf).take(pa.array(alive))
        return sections, renumbered

    def _table(self, leaf: int) -> pa.Table:
        return pa.concat_tables([tables[leaf] for tables in (self.kept, self.new) if leaf in tables])

    def _numbers(self, leaf: int) -> NDArray[np.int64]:
        ranges = [
            np.arange(start[leaf], start[leaf] + tables[leaf].num_rows)
            for tables, start in ((self.kept, self.kept_from), (self.new, self.new_from))
            if leaf in tables
        ]
        return np.concatenate(ranges)

    def _local(self, leaf: int, rows: Numbers) -> NDArray[np.int64]:
        before = self.kept[leaf].num_rows if leaf in self.kept else 0
        of_kept = rows - self.kept_from.get(leaf, 0)
        of_new = before + rows - self.new_from.get(leaf, 0)
        return np.where(rows < self.size_kept, of_kept, of_new).astype(np.int64)


def empty_leaf(slots: int) -> pa.Table:
    """The table of a leaf without bindings."""
    fields = [*EVENT_FIELDS, *(pa.field(slot_name(place), pa.string()) for place in range(slots))]
    return pa.schema(fields).empty_table()


def _slots(compared: Collection[tuple[int, int]], leaf: int) -> list[int]:
    return [slot for known, slot in compared if known == leaf]


def _read(table: pa.Table, slots: Sequence[int], width: int) -> Numbers:
    numbers = empty(table.num_rows, width)
    numbers[:, ROW_START] = table.column("start").to_numpy()
    numbers[:, ROW_END] = table.column("end").to_numpy()
    for slot in slots:
        first = ROW_SLOTS + slot * VALUE_WIDTH
        numbers[:, first : first + VALUE_WIDTH] = values_of(table.column(slot_name(slot)))
    return numbers
