"""From batches of events to the solutions of a plan's leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyoxigraph import Store

from seqoia.machine.bindings import Bindings, Matched, Rejected, Seen
from seqoia.machine.match import searching as kernel
from seqoia.machine.match.canonical import text_of
from seqoia.machine.match.events import Columns, EventBatch, Texts
from seqoia.machine.match.kernel_leaf import KernelLeaf
from seqoia.machine.match.lift import Lift
from seqoia.machine.match.lifted_stars import Star, star_of
from seqoia.machine.match.lifting import Rows
from seqoia.machine.match.programme import programme_of
from seqoia.machine.match.reading import Reader, Reading
from seqoia.machine.match.rows import FoundRows, table_of
from seqoia.machine.match.solver import Solver
from seqoia.machine.match.texts import Serialised, serialised
from seqoia.machine.match.trees import tree_of
from seqoia.model import Dataset, NamedNode
from seqoia.plan.leaf import Leaf
from seqoia.reference.entailment import Entail, as_it_stands
from seqoia.reference.sparql import NO_FUNCTIONS, Functions

_MOST_BYTES = 1 << 29
"""Columns of terms have room for four times as much; batches of longer texts are matched in parts."""

_NOTHING = np.zeros((0, 0), np.bool_)


class Matcher:
    """The leaves of a plan over the streams that it reads, with what it knows of the background."""

    def __init__(
        self,
        leaves: Sequence[Leaf],
        streams: Sequence[NamedNode],
        background: Dataset,
        entail: Entail = as_it_stands,
        functions: Functions = NO_FUNCTIONS,
        ticks: bool = False,
        lifts: Mapping[int, Lift] = MappingProxyType({}),
    ) -> None:
        self._leaves = leaves
        self._lifts = lifts
        self._ticks = ticks
        self._solvers = [Solver(leaf.pattern, background, functions, entail) for leaf in leaves]
        self._kernels: dict[int, KernelLeaf] = {}
        for place, leaf in enumerate(leaves):
            tree = tree_of(leaf.pattern, background) if entail is as_it_stands else None
            if tree is not None:
                self._kernels[place] = KernelLeaf(leaf, tree, background, functions)
        self._streams = [self._stream(source) for source in streams]
        self._written = {place: self._stream(streams[place], lift) for place, lift in lifts.items()}

    def _stream(self, source: NamedNode, lift: Lift | None = None) -> _StreamLeaves:
        """The leaves over a stream; with a lift, stars that read its columns are kept apart."""
        mine = [place for place, leaf in enumerate(self._leaves) if leaf.source == source]
        kernels = {place: self._kernels[place] for place in mine if place in self._kernels}
        found = {place: star_of(leaf.star, lift) for place, leaf in kernels.items() if lift and leaf.star}
        stars = {place: star for place, star in found.items() if star is not None}
        rest = {place: leaf for place, leaf in kernels.items() if place not in stars}
        return _StreamLeaves([place for place in mine if place not in stars], rest, stars)

    def match(self, batch: EventBatch) -> Matched:
        """The solutions of the leaves whose stream this is; what cannot be read is rejected, and the rest goes on."""
        if isinstance(batch.content, Columns):
            return self._lifted(batch, batch.content)
        if isinstance(batch.content, Texts) and batch.content.texts.nbytes > _MOST_BYTES and len(batch.event) > 1:
            half = len(batch.event) // 2
            return _together(self.match(batch.some(slice(0, half))), self.match(batch.some(slice(half, None))))
        return self._read(batch, self._streams[batch.stream], serialised(batch.content), {})

    def _lifted(self, batch: EventBatch, content: Columns) -> Matched:
        if batch.stream not in self._lifts:
            raise ValueError(f"stream {batch.stream} has columns, and no lift that says what they mean")
        rows, mine = Rows(self._lifts[batch.stream], content.rows), self._written[batch.stream]
        tables = {place: [self._kernels[place].lifted(batch, star, rows)] for place, star in mine.stars.items()}
        if mine.places:
            return self._read(batch, mine, rows.texts(), tables)
        return self._matched(batch, tables, (), np.ones(len(rows), np.bool_))

    def _read(
        self, batch: EventBatch, mine: _StreamLeaves, texts: Serialised, known: Mapping[int, list[pa.Table]]
    ) -> Matched:
        reading = mine.reader.read(batch, texts)
        parts = {place: mine.found(place, reading) for place in mine.kernels}
        for place, rows in self._solved(mine, reading).items():
            if len(rows):
                table = table_of(self._leaves[place], batch, rows.events(), rows.columns())
                parts.setdefault(place, []).append(table)
        return self._matched(batch, {**known, **parts}, reading.rejected, reading.good)

    def _matched(
        self,
        batch: EventBatch,
        parts: Mapping[int, list[pa.Table]],
        rejected: Sequence[Rejected],
        good: NDArray[np.bool_],
    ) -> Matched:
        tables = {place: pa.concat_tables(found) for place, found in parts.items() if found}
        return Matched(self._bindings(batch, good, tables), tuple(rejected), int(good.sum()))

    def _solved(self, mine: _StreamLeaves, reading: Reading) -> dict[int, FoundRows]:
        """What kernels leave to pyoxigraph: other patterns, large events, and events that hide the background."""
        rows = {place: FoundRows(self._leaves[place]) for place in mine.places}
        asked = np.stack([mine.left_over(place, reading) for place in mine.places]) if mine.places else _NOTHING
        for event in np.flatnonzero(asked.any(axis=0)).tolist():
            places = [mine.places[at] for at in np.flatnonzero(asked[:, event]).tolist()]
            self._solve(event, reading.dataset(event), {place: rows[place] for place in places})
        return rows

    def _solve(self, event: int, dataset: Dataset, rows: Mapping[int, FoundRows]) -> None:
        stores: list[Store] = []

        def store() -> Store:
            if not stores:
                stores.append(Store())
                stores[0].extend(dataset.quads())
            return stores[0]

        for place, found in rows.items():
            shown = [slot if not slot.startswith(".") else "" for slot in self._leaves[place].slots]
            solutions = self._solvers[place].solutions(dataset, store)
            for terms in dict.fromkeys(tuple(solution.get(slot) for slot in shown) for solution in solutions):
                found.add(event, [None if term is None else text_of(term) for term in terms])

    def _bindings(self, batch: EventBatch, good: NDArray[np.bool_], tables: Mapping[int, pa.Table]) -> Bindings:
        start, end = batch.start[good], batch.end[good]
        newest = {batch.stream: int(end.max())} if len(end) else {}
        ticks = np.unique(np.stack((start, end), axis=1), axis=0) if self._ticks else None
        return Bindings(MappingProxyType(dict(tables)), Seen(newest), ticks)


def _together(one: Matched, other: Matched) -> Matched:
    """What two parts of a batch give."""
    tables = dict(one.bindings.tables)
    for place, table in other.bindings.tables.items():
        tables[place] = pa.concat_tables([tables[place], table]) if place in tables else table
    newest = dict(one.bindings.seen.newest)
    for stream, end in other.bindings.seen.newest.items():
        newest[stream] = max(end, newest.get(stream, end))
    known = [each.bindings.ticks for each in (one, other) if each.bindings.ticks is not None]
    ticks = np.unique(np.concatenate(known), axis=0) if known else None
    bindings = Bindings(MappingProxyType(tables), Seen(newest), ticks)
    return Matched(bindings, (*one.rejected, *other.rejected), one.events + other.events)


class _StreamLeaves:
    """The leaves over one stream: those that read texts, those of them that kernels solve, and those that read
    columns."""

    def __init__(self, places: list[int], kernels: dict[int, KernelLeaf], stars: dict[int, Star]) -> None:
        self.places = places
        self.kernels = kernels
        self.stars = stars
        shapes = [shape for leaf in kernels.values() for shape in leaf.shapes]
        edges = np.cumsum([0, *(len(leaf.shapes) for leaf in kernels.values())]).tolist()
        self._shapes = {place: slice(*edge) for place, edge in zip(kernels, pairwise(edges), strict=True)}
        self.reader = Reader(programme_of(shapes))

    def found(self, place: int, reading: Reading) -> list[pa.Table]:
        """What the kernels found for a leaf."""
        hidden = self._hidden(place, reading)
        tables = []
        for read in reading.passes:
            spans = [each.without(hidden) for each in read.found[self._shapes[place]]]
            if any(len(each) for each in spans):
                tables.append(self.kernels[place].table(reading.batch, read, spans))
        return tables

    def left_over(self, place: int, reading: Reading) -> NDArray[np.bool_]:
        """The events over which pyoxigraph solves a leaf."""
        if place not in self.kernels:
            return reading.good
        large: NDArray[np.bool_] = reading.outcome.kinds == kernel.LARGE
        return large | self._hidden(place, reading)

    def _hidden(self, place: int, reading: Reading) -> NDArray[np.bool_]:
        hidden: NDArray[np.bool_] = np.logical_or.reduce(reading.outcome.hidden[self._shapes[place]], axis=0)
        return hidden
