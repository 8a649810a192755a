"""From complete runs to matches: a column for each variable, and what counting asks of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from seqoia.algebra.variables import mentioned
from seqoia.machine.bindings import slot_name
from seqoia.machine.sequence.arrays import Links, Runs
from seqoia.machine.sequence.iterations import Iterations
from seqoia.machine.sequence.rowstore import RowStore
from seqoia.machine.sequence.tables import Compiled
from seqoia.machine.step import BEGINNING
from seqoia.machine.terms import texts_of
from seqoia.model import SkipTo, Which
from seqoia.plan.automaton import Place
from seqoia.plan.physical import PatternPlan


class Found(NamedTuple):
    """The runs that a step completed."""

    runs: Runs
    count: int
    keys_of: NDArray[np.int64]
    keys: NDArray[np.int64]
    links: Links


class MatchTable:
    """Makes tables of matches."""

    def __init__(self, plan: PatternPlan, compiled: Compiled) -> None:
        self._plan, self._compiled = plan, compiled
        self._iterations = Iterations(compiled)
        places = compiled.automaton.places
        bound = {name for place in places for name, _ in place.reading.slots}
        asked = set(plan.shown).union(*(mentioned(expression) for _, expression in plan.computed))
        wanted = bound if plan.counting is not None or plan.makes_blank_nodes else bound & asked
        self._variables = sorted(wanted)

    def table(self, found: Found, store: RowStore) -> pa.Table:
        """`start`, `end`, `key`, what counting asks for, and `?x` for each variable x that is told of."""
        runs = Runs(*(array[: found.count] for array in found.runs))
        columns: dict[str, pa.Array | pa.ChunkedArray] = {
            "start": pa.array(runs.start),
            "end": pa.array(runs.end),
            "key": pa.array(found.keys[found.keys_of[: found.count]]),
            "first": self._firsts(runs, store),
            "target": self._targets(runs, store, found.links),
        }
        for name in self._variables:
            columns[f"?{name}"] = self._values(name, runs, store)
        columns.update(self._iterations.columns(runs, found.links, store))
        return pa.table(columns)

    def _values(self, name: str, runs: Runs, store: RowStore) -> pa.Array | pa.ChunkedArray:
        places = self._compiled.automaton.binding_places(name)
        columns = [
            store.column(place.reading.leaf, slot_name(_slot(place, name)), runs.rows[:, place.number])
            for place in places
            if store.has(place.reading.leaf)
        ]
        if not columns:
            return pa.nulls(len(runs.start), pa.string())
        if len({column.type for column in columns}) > 1:
            columns = [pa.array(texts_of(column), pa.string()) for column in columns]
        return columns[0] if len(columns) == 1 else pc.coalesce(*columns)

    def _firsts(self, runs: Runs, store: RowStore) -> pa.Array:
        """What the match began with, for LIMIT … PER START."""
        counting = self._plan.counting
        if counting is None or counting.limit_per_start is None:
            return pa.nulls(len(runs.start), pa.string())
        texts = []
        for run in range(len(runs.start)):
            choice = self._compiled.choices[runs.begun[run]]
            events = (
                f"{place.number} {_event(store, place, runs.firsts[run, part])}"
                for part, place in enumerate(choice.places)
            )
            texts.append("\n".join(events))
        return pa.array(texts, pa.string())

    def _targets(self, runs: Runs, store: RowStore, links: Links) -> pa.Array:
        """The event to which matching skips."""
        after = None if self._plan.counting is None else self._plan.counting.after_match
        if not isinstance(after, SkipTo):
            return pa.array(np.zeros(len(runs.start), np.int64))
        named = [place for place in self._compiled.automaton.places if place.label == after.label]
        if self._compiled.keeps_chains:
            return pa.array([self._target(after, node, named, links, store) for node in runs.node.tolist()], pa.int64())
        rows = runs.rows[:, [place.number for place in named]]
        starts = store.arrays.start[np.maximum(rows, 0)]
        if after.which is Which.FIRST:
            starts = np.where(rows >= 0, starts, np.iinfo(np.int64).max).min(axis=1, initial=np.iinfo(np.int64).max)
            return pa.array(np.where((rows >= 0).any(axis=1), starts, BEGINNING))
        return pa.array(np.where(rows >= 0, starts, BEGINNING).max(axis=1, initial=BEGINNING))

    def _target(self, skip: SkipTo, node: int, named: Sequence[Place], links: Links, store: RowStore) -> int:
        numbers = {place.number for place in named}
        starts = []
        while node >= 0:
            choice = self._compiled.choices[links.choice[node]]
            for part, place in enumerate(choice.places):
                if place.number in numbers:
                    starts.append(int(store.arrays.start[links.rows[node, part]]))
            node = int(links.before[node])
        if not starts:
            return BEGINNING
        return min(starts) if skip.which is Which.FIRST else max(starts)


def _slot(place: Place, name: str) -> int:
    slot = place.reading.slot_of(name)
    assert slot is not None
    return slot


def _event(store: RowStore, place: Place, row: int) -> str:
    rows = np.array([row], np.int32)
    stream, event = (store.column(place.reading.leaf, name, rows)[0].as_py() for name in ("stream", "event"))
    return f"{stream} {event}"
