"""Events as columns: what a data set is before it is written in some form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc


@dataclass(frozen=True, slots=True)
class Events:
    """A stream's events in the order of their arrival: `time` (milliseconds, UTC) and one column a property."""

    stream: str
    table: pa.Table
    graph: Callable[[pa.Table], pa.ChunkedArray]
    """Each event's graph as N-Triples."""
    origin: str
    """Where the columns come from, in words for the report."""

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def head(self, count: int) -> Events:
        return Events(self.stream, self.table.slice(0, count), self.graph, self.origin)

    def middle(self, count: int) -> Events:
        return Events(self.stream, self.table.slice(max(0, len(self) - count) // 2, count), self.graph, self.origin)

    def where(self, mask: pa.Array) -> Events:
        return Events(self.stream, self.table.filter(mask), self.graph, self.origin)

    def untied(self, key: str) -> Events:
        """The first event of each key at each instant: over these, engines agree whether or not they order ties."""
        numbered = self.table.append_column("place", pa.array(range(len(self)), pa.int64()))
        first = numbered.group_by([key, "time"]).aggregate([("place", "min")])["place_min"]
        kept = self.table.take(pc.take(first, pc.sort_indices(first)))
        return Events(self.stream, kept, self.graph, f"{self.origin}, one event a {key} and instant")


def text(column: pa.ChunkedArray) -> pa.ChunkedArray:
    return column.cast(pa.string())


def joined(*parts: str | pa.ChunkedArray) -> pa.ChunkedArray:
    """Row by row, the parts one after the other."""
    return pc.binary_join_element_wise(*(pa.scalar(part) if isinstance(part, str) else part for part in parts), "")


def instants(milliseconds: pa.ChunkedArray) -> pa.ChunkedArray:
    """`2004-06-02T23:01:03.125Z`"""
    plain = milliseconds.cast(pa.timestamp("ms")).cast(pa.string())
    return joined(pc.replace_substring(plain, " ", "T", max_replacements=1), "Z")
