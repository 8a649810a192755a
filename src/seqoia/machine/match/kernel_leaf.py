"""A leaf that kernels solve: from what they found over the events to its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pyarrow as pa
from typing_extensions import assert_never

from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.variables import mentioned, possible
from seqoia.machine.match import relations
from seqoia.machine.match import trees as tr
from seqoia.machine.match.conditions import Condition
from seqoia.machine.match.events import EventBatch
from seqoia.machine.match.flat_leaf import FlatLeaf, ReadyStep
from seqoia.machine.match.lifted_stars import Star, found_by
from seqoia.machine.match.lifting import Rows
from seqoia.machine.match.reading import Pass
from seqoia.machine.match.rows import table_of
from seqoia.machine.match.search import Spans
from seqoia.machine.match.shapes import Shape
from seqoia.machine.match.solutions import Solutions
from seqoia.machine.match.tables import Table
from seqoia.model import Dataset
from seqoia.plan.leaf import Leaf
from seqoia.reference.sparql import Functions

_Found = Sequence[Solutions]
_Solve = Callable[[_Found], Solutions]


class KernelLeaf:
    """A leaf, with what it knows of the background."""

    def __init__(self, leaf: Leaf, tree: tr.Tree, background: Dataset, functions: Functions) -> None:
        self.shapes = list(tr.shapes_in(tree))
        self._leaf = leaf
        self._background = background
        self._functions = functions
        self._flats = [FlatLeaf(shape, background, functions) for shape in self.shapes]
        self._places = iter(range(len(self.shapes)))
        self._solve = self._ready(tree)
        self._flat = isinstance(tree, tr.Flat)

    @property
    def star(self) -> Shape | None:
        """The one shape of a leaf that is nothing more."""
        return self.shapes[0] if self._flat else None

    def table(self, batch: EventBatch, read: Pass, found: Sequence[Spans]) -> pa.Table:
        """The leaf's table, from where the terms of each shape's variables are."""
        parts = [flat.solutions(batch, read, spans) for flat, spans in zip(self._flats, found, strict=True)]
        return self._table(batch, self._solve(parts), {})

    def lifted(self, batch: EventBatch, star: Star, rows: Rows) -> pa.Table:
        """The leaf's table, from the columns of lifted rows; numbers stay what they are."""
        typed = {name: column for name, source in star.variables.items() if (column := rows.typed(source)) is not None}
        [flat] = self._flats
        inside = {name for step in self.shapes[0].steps for name in mentioned(step.expression)} | flat.joined
        asked = inside | {slot for slot in self._leaf.slots if slot not in typed}
        return self._table(batch, flat.finished(found_by(star, rows, batch, asked)), typed)

    def _table(self, batch: EventBatch, found: Solutions, typed: Mapping[str, pa.Array]) -> pa.Table:
        """`typed` are columns of which each event has one value."""
        found = found.distinct(self._leaf.slots)
        shown = ["" if slot.startswith(".") else slot for slot in self._leaf.slots]
        places = pa.array(found.events)
        columns = [typed[slot].take(places) if slot in typed else found.terms(slot) for slot in shown]
        return table_of(self._leaf, batch, found.events, columns)

    def _ready(self, tree: tr.Tree) -> _Solve:
        """What makes the tree's solutions of those of its shapes."""
        match tree:
            case tr.Flat():
                place = next(self._places)
                return lambda found: found[place]
            case tr.Then(inner, step):
                before, ready = self._ready(inner), ReadyStep(step, self._functions)
                return lambda found: ready.applied(before(found))
            case tr.Either(parts):
                each = [self._ready(part) for part in parts]
                return lambda found: relations.united([part(found) for part in each])
            case tr.WithTable(inner, pattern):
                return self._ready_table(inner, pattern)
            case tr.Both() | tr.Without() | tr.Perhaps():
                return self._ready_pair(tree)
            case _:
                assert_never(tree)

    def _ready_table(self, inner: tr.Tree, pattern: GraphPattern) -> _Solve:
        before = self._ready(inner)
        known = {name for shape in tr.shapes_in(inner) for name in _bound_by(shape)}
        table = Table(pattern, self._background, self._functions, known)
        return lambda found: table.join(before(found))

    def _ready_pair(self, tree: tr.Both | tr.Without | tr.Perhaps) -> _Solve:
        one, other = self._ready(tree.left), self._ready(tree.right)

        def paired(found: _Found) -> tuple[Solutions, Solutions, relations.Pairs]:
            left, right = one(found), other(found)
            return left, right, relations.pairs_of(left, right, tree.shared)

        match tree:
            case tr.Both():
                return lambda found: relations.merged(*paired(found))
            case tr.Without(_, _, shared):
                return lambda found: _without(*paired(found)) if shared else one(found)
            case tr.Perhaps(_, _, _, condition):
                ready = None if condition is None else Condition(condition, self._functions)
                return lambda found: _perhaps(*paired(found), ready)
            case _:
                assert_never(tree)


def _without(left: Solutions, _: Solutions, pairs: relations.Pairs) -> Solutions:
    return relations.others(left, pairs[0])


def _perhaps(left: Solutions, right: Solutions, pairs: relations.Pairs, condition: Condition | None) -> Solutions:
    found, matched = relations.merged(left, right, pairs), pairs[0]
    if condition is not None:
        rows = condition.satisfied(found)
        found, matched = found.take(rows), matched[rows]
    return relations.united([found, relations.others(left, matched)])


def _bound_by(shape: Shape) -> set[str]:
    names = {name for _, triple in shape.triples for name in mentioned(triple)}
    names |= {step.variable for step in shape.steps if step.variable is not None}
    return names.union(*(possible(table) for table in shape.tables))
