"""A shape with its tables of the background and its filters: from what one search finds to solutions."""

from __future__ import annotations

import numpy as np

from seqoia.machine.match.conditions import Condition, bound
from seqoia.machine.match.events import EventBatch
from seqoia.machine.match.reading import Pass
from seqoia.machine.match.search import Spans
from seqoia.machine.match.shapes import Shape, Step, event_variables
from seqoia.machine.match.solutions import Column, Solutions
from seqoia.machine.match.tables import Table
from seqoia.model import Dataset
from seqoia.reference.sparql import Functions


class ReadyStep:
    """A filter or a bind, ready to be asked of many solutions."""

    def __init__(self, step: Step, functions: Functions) -> None:
        self._step = step
        self._functions = functions
        self._condition = Condition(step.expression, functions) if step.variable is None else None

    def applied(self, found: Solutions) -> Solutions:
        if self._condition is not None:
            return found.take(self._condition.satisfied(found))
        assert self._step.variable is not None
        return found.extended(self._step.variable, bound(self._step.expression, found, self._functions))


class FlatLeaf:
    """A shape, ready."""

    def __init__(self, shape: Shape, background: Dataset, functions: Functions) -> None:
        self._variables = event_variables(shape)
        self._tables = list[Table]()
        known = set(self._variables)
        for pattern in shape.tables:
            self._tables.append(Table(pattern, background, functions, known))
            known |= self._tables[-1].columns.keys()
        self._steps = [ReadyStep(step, functions) for step in shape.steps]

    @property
    def joined(self) -> set[str]:
        """The variables of its tables."""
        return {name for table in self._tables for name in table.columns}

    def solutions(self, batch: EventBatch, read: Pass, spans: Spans) -> Solutions:
        """The solutions, from where the terms of the event's variables are."""
        columns = {
            name: Column(
                read.texts.data,
                np.ascontiguousarray(spans.starts[:, place]),
                np.ascontiguousarray(spans.lengths[:, place]),
                read.stream,
            )
            for place, name in enumerate(self._variables)
        }
        return self.finished(Solutions(spans.events, columns, batch.event))

    def finished(self, found: Solutions) -> Solutions:
        """What tables and steps make of the solutions of the event's triples."""
        for table in self._tables:
            found = table.join(found)
        for step in self._steps:
            found = step.applied(found)
        return found
