"""A leaf that kernels solve: what they found over the events, joined, filtered, and as its table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import pyarrow as pa

from seqoia.algebra.variables import mentioned
from seqoia.machine.match.conditions import Condition, bound
from seqoia.machine.match.events import EventBatch
from seqoia.machine.match.lifted_stars import Star, found_by
from seqoia.machine.match.lifting import Rows
from seqoia.machine.match.reading import Pass
from seqoia.machine.match.rows import table_of
from seqoia.machine.match.search import Spans
from seqoia.machine.match.shapes import Shape, event_variables
from seqoia.machine.match.solutions import Column, Solutions
from seqoia.machine.match.tables import Table
from seqoia.model import Dataset
from seqoia.plan.leaf import Leaf
from seqoia.reference.sparql import Functions


class KernelLeaf:
    """A leaf with its tables of the background and its filters."""

    def __init__(self, leaf: Leaf, shape: Shape, background: Dataset, functions: Functions) -> None:
        self.shape = shape
        self._leaf = leaf
        self._functions = functions
        self._variables = event_variables(shape)
        self._tables = list[Table]()
        known = set(self._variables)
        for pattern in shape.tables:
            self._tables.append(Table(pattern, background, functions, known))
            known |= self._tables[-1].columns.keys()
        self._inside = {name for step in shape.steps for name in mentioned(step.expression)}
        self._inside |= {name for table in self._tables for name in table.columns}
        self._conditions = {
            step.expression: Condition(step.expression, functions) for step in shape.steps if step.variable is None
        }

    def table(self, batch: EventBatch, read: Pass, spans: Spans) -> pa.Table:
        """The leaf's table, from where the terms of its event's variables are."""
        columns = {
            name: Column(
                read.texts.data,
                np.ascontiguousarray(spans.starts[:, place]),
                np.ascontiguousarray(spans.lengths[:, place]),
                read.stream,
            )
            for place, name in enumerate(self._variables)
        }
        return self.finished(batch, Solutions(spans.events, columns, batch.event))

    def lifted(self, batch: EventBatch, star: Star, rows: Rows) -> pa.Table:
        """The leaf's table, from the columns of lifted rows; numbers stay what they are."""
        typed = {name: column for name, source in star.variables.items() if (column := rows.typed(source)) is not None}
        asked = self._inside | {slot for slot in self._leaf.slots if slot not in typed}
        return self.finished(batch, found_by(star, rows, batch, asked), typed)

    def finished(
        self, batch: EventBatch, found: Solutions, typed: Mapping[str, pa.Array] = MappingProxyType({})
    ) -> pa.Table:
        """The leaf's table, from the solutions of its event's triples; `typed` are columns of which each event has one
        value."""
        for table in self._tables:
            found = table.join(found)
        for step in self.shape.steps:
            if step.variable is None:
                found = found.take(self._conditions[step.expression].satisfied(found))
            else:
                found = found.extended(step.variable, bound(step.expression, found, self._functions))
        found = found.distinct(self._leaf.slots)
        shown = ["" if slot.startswith(".") else slot for slot in self._leaf.slots]
        places = pa.array(found.events)
        columns = [typed[slot].take(places) if slot in typed else found.terms(slot) for slot in shown]
        return table_of(self._leaf, batch, found.events, columns)
