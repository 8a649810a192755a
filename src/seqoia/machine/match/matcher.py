"""From batches of events to the solutions of a plan's leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyoxigraph import Store

from seqoia.machine.bindings import Bindings, Matched, Rejected, Seen
from seqoia.machine.match.datasets import parsed
from seqoia.machine.match.events import EventBatch
from seqoia.machine.match.labels import numbered
from seqoia.machine.match.rows import Rows, table_of
from seqoia.machine.match.solver import Solver
from seqoia.machine.match.texts import serialised
from seqoia.model import Dataset, NamedNode
from seqoia.plan.leaf import Leaf
from seqoia.reference.entailment import Entail, as_it_stands
from seqoia.reference.sparql import NO_FUNCTIONS, Functions


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
    ) -> None:
        self._leaves = leaves
        self._streams = streams
        self._ticks = ticks
        self._solvers = [Solver(leaf.pattern, background, functions, entail) for leaf in leaves]

    def match(self, batch: EventBatch) -> Matched:
        """The solutions of the leaves whose stream this is; what cannot be read is rejected, and the rest goes on."""
        rejected: list[Rejected] = []
        places = [place for place, leaf in enumerate(self._leaves) if leaf.source == self._streams[batch.stream]]
        rows = {place: Rows(self._leaves[place]) for place in places}
        texts = serialised(batch.content)
        good = np.ones(len(texts), np.bool_)
        for event in range(len(texts)):
            text = texts.of(event)
            try:
                dataset = parsed(text, texts.syntax, numbered(batch.stream, int(batch.event[event])))
            except ValueError as error:
                good[event] = False
                rejected.append(Rejected(_position(batch, event), str(error), text.decode(errors="replace")))
                continue
            self._solve(event, dataset, rows)
        tables = {
            place: table_of(self._leaves[place], batch, found.events(), found.columns())
            for place, found in rows.items()
            if len(found)
        }
        return Matched(self._bindings(batch, good, tables), tuple(rejected), int(good.sum()))

    def _solve(self, event: int, dataset: Dataset, rows: Mapping[int, Rows]) -> None:
        stores: list[Store] = []

        def store() -> Store:
            if not stores:
                stores.append(Store())
                stores[0].extend(dataset.quads())
            return stores[0]

        for place, found in rows.items():
            slots = self._leaves[place].slots
            solutions = self._solvers[place].solutions(dataset, store)
            for terms in dict.fromkeys(tuple(solution.get(slot) for slot in slots) for solution in solutions):
                found.add(event, [None if term is None else str(term) for term in terms])

    def _bindings(self, batch: EventBatch, good: NDArray[np.bool_], tables: Mapping[int, pa.Table]) -> Bindings:
        start, end = batch.start[good], batch.end[good]
        newest = {batch.stream: int(end.max())} if len(end) else {}
        ticks = np.unique(np.stack((start, end), axis=1), axis=0) if self._ticks else None
        return Bindings(MappingProxyType(dict(tables)), Seen(newest), ticks)


def _position(batch: EventBatch, event: int) -> str:
    return f"event {batch.event[event]}" if batch.places is None else batch.places.of(event)
