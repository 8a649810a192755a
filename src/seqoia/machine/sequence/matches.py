"""From complete runs to matches: a column for each variable, and what counting asks of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from seqoia.algebra.events import Presence
from seqoia.algebra.variables import mentioned
from seqoia.machine.bindings import slot_name
from seqoia.machine.sequence.arrays import (
    LINK_BEFORE,
    LINK_CHOICE,
    LINK_ROWS,
    RUN_BEGUN,
    RUN_END,
    RUN_NODE,
    RUN_START,
    Numbers,
)
from seqoia.machine.sequence.iterations import Iterations
from seqoia.machine.sequence.rowstore import RowStore
from seqoia.machine.sequence.tables import Compiled
from seqoia.machine.step import BEGINNING
from seqoia.machine.terms import texts_of
from seqoia.model import Selection, SkipTo, Which
from seqoia.plan.automaton import Place, Stage
from seqoia.plan.compile import hiding
from seqoia.plan.physical import PatternPlan


class Found(NamedTuple):
    """The runs that a step completed."""

    runs: Numbers
    keys: Numbers
    links: Numbers


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
        runs, keys = found.runs, found.keys
        kept = standing(self._compiled, runs)
        if kept is not None:
            runs, keys = runs[kept], keys[kept]
        columns: dict[str, pa.Array | pa.ChunkedArray] = {
            "start": pa.array(runs[:, RUN_START]),
            "end": pa.array(runs[:, RUN_END]),
            "key": pa.array(keys),
            "first": self._firsts(runs, store),
            "times": self._times(runs, store, found.links),
            "target": self._targets(runs, store, found.links),
        }
        for name in self._variables:
            columns[f"?{name}"] = self._values(name, runs, store)
        columns.update(self._iterations.columns(runs, found.links, store))
        return pa.table(columns)

    def _values(self, name: str, runs: Numbers, store: RowStore) -> pa.Array | pa.ChunkedArray:
        places = self._compiled.automaton.binding_places(name)
        columns = [
            store.column(place.reading.leaf, slot_name(_slot(place, name)), self._compiled.rows_of(runs, place.number))
            for place in places
            if store.has(place.reading.leaf)
        ]
        if not columns:
            return pa.nulls(len(runs), pa.string())
        if len({column.type for column in columns}) > 1:
            columns = [pa.array(texts_of(column), pa.string()) for column in columns]
        return columns[0] if len(columns) == 1 else pc.coalesce(*columns)

    def _firsts(self, runs: Numbers, store: RowStore) -> pa.Array:
        """What the match began with, for LIMIT … PER START."""
        counting = self._plan.counting
        if counting is None or counting.limit_per_start is None:
            return pa.nulls(len(runs), pa.string())
        texts = []
        for run in range(len(runs)):
            choice = self._compiled.choices[runs[run, RUN_BEGUN]]
            events = (
                f"{place.number} {_event(store, place, runs[run, self._compiled.firsts_at + part])}"
                for part, place in enumerate(choice.places)
            )
            texts.append("\n".join(events))
        return pa.array(texts, pa.string())

    def _times(self, runs: Numbers, store: RowStore, links: Numbers) -> pa.Array:
        """When the events happened, place by place, in a form that sorts; it decides between equal matches."""
        if self._plan.counting is None:
            return pa.nulls(len(runs), pa.string())
        texts = []
        for run in range(len(runs)):
            taken = self._taken(run, runs, links)
            times = sorted((place, int(store.ends(row)), int(store.starts(row))) for place, row in taken)
            texts.append(times_text(times))
        return pa.array(texts, pa.string())

    def _taken(self, run: int, runs: Numbers, links: Numbers) -> Iterator[tuple[int, int]]:
        """The places that events stood at, and their rows."""
        if not self._compiled.keeps_chains:
            yield from (
                (place, row) for place, row in enumerate(runs[run, self._compiled.places_at :].tolist()) if row >= 0
            )
            return
        node = int(runs[run, RUN_NODE])
        while node >= 0:
            choice = self._compiled.choices[links[node, LINK_CHOICE]]
            for part, place in enumerate(choice.places):
                yield place.number, int(links[node, LINK_ROWS + part])
            node = int(links[node, LINK_BEFORE])

    def _targets(self, runs: Numbers, store: RowStore, links: Numbers) -> pa.Array:
        """The event to which matching skips."""
        after = None if self._plan.counting is None else self._plan.counting.after_match
        if not isinstance(after, SkipTo):
            return pa.array(np.zeros(len(runs), np.int64))
        named = [place for place in self._compiled.automaton.places if place.label == after.label]
        if self._compiled.keeps_chains:
            return pa.array(
                [self._target(after, node, named, links, store) for node in runs[:, RUN_NODE].tolist()], pa.int64()
            )
        rows = runs[:, [self._compiled.places_at + place.number for place in named]]
        starts = store.starts(np.maximum(rows, 0))
        if after.which is Which.FIRST:
            starts = np.where(rows >= 0, starts, np.iinfo(np.int64).max).min(axis=1, initial=np.iinfo(np.int64).max)
            return pa.array(np.where((rows >= 0).any(axis=1), starts, BEGINNING))
        return pa.array(np.where(rows >= 0, starts, BEGINNING).max(axis=1, initial=BEGINNING))

    def _target(self, skip: SkipTo, node: int, named: Sequence[Place], links: Numbers, store: RowStore) -> int:
        numbers = {place.number for place in named}
        starts = []
        while node >= 0:
            choice = self._compiled.choices[links[node, LINK_CHOICE]]
            for part, place in enumerate(choice.places):
                if place.number in numbers:
                    starts.append(int(store.starts(links[node, LINK_ROWS + part])))
            node = int(links[node, LINK_BEFORE])
        if not starts:
            return BEGINNING
        return min(starts) if skip.which is Which.FIRST else max(starts)


def times_text(times: Sequence[tuple[int, int, int]]) -> str:
    """Place, end and start of events as text whose order is theirs."""
    return " ".join(f"{place:05d}:{end - BEGINNING:020d}:{start - BEGINNING:020d}" for place, end, start in times)


def standing(compiled: Compiled, runs: Numbers) -> Numbers | None:
    """The matches that no other one hides, which has the same events and an optional beginning besides."""
    stages = compiled.automaton.stages
    if not hiding(stages):
        return None
    rows = runs[:, compiled.places_at :]
    required = next(stage.number for stage in stages if stage.presence is Presence.REQUIRED)
    beginning = [stage for stage in stages[: required + 1] if stage.presence is not Presence.ABSENT]
    hidden = set()
    for row in rows:
        taken = [stage for stage in beginning if (row[_columns(stage)] >= 0).any()]
        rest = row.copy()
        for option, after in pairwise(taken):
            rest[_columns(option)] = -1
            if after.follows is not Selection.ANY:
                hidden.add(rest.tobytes())
    return np.array([at for at, row in enumerate(rows) if row.tobytes() not in hidden], np.int64)


def _columns(stage: Stage) -> list[int]:
    return [place.number for choice in stage.choices for place in choice.places]


def _slot(place: Place, name: str) -> int:
    slot = place.reading.slot_of(name)
    assert slot is not None
    return slot


def _event(store: RowStore, place: Place, row: int) -> str:
    rows = np.array([row], np.int64)
    stream, event = (store.column(place.reading.leaf, name, rows)[0].as_py() for name in ("stream", "event"))
    return f"{stream} {event}"
