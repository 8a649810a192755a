"""The machine of an automaton: keeps runs between steps, and lets the kernel advance them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seqoia.machine.sequence import arrays as ar
from seqoia.machine.sequence.advance import advance
from seqoia.machine.sequence.arrays import Links, Log, Runs
from seqoia.machine.sequence.lineup import Lineup, line_up
from seqoia.machine.sequence.matches import Found, MatchTable
from seqoia.machine.sequence.memory import Memory
from seqoia.machine.sequence.programs import STACK
from seqoia.machine.sequence.rowstore import RowStore, empty_leaf
from seqoia.machine.sequence.tables import Compiled, compiled
from seqoia.machine.step import BEGINNING, END
from seqoia.machine.ticks import Ticks
from seqoia.model import Dataset, SkipTo
from seqoia.plan.automaton import Automaton
from seqoia.plan.physical import PatternPlan
from seqoia.reference.events.scope import Functions

_ROOM = 1024


class StateLimitError(RuntimeError):
    """More runs wait than the query was allowed to keep."""


@dataclass(slots=True)
class _Room:
    """How much is set aside for a step; more whenever it was too little."""

    runs: int
    matches: int
    links: int
    log: int

    def grow(self, full: int) -> None:
        self.runs *= 2 if full & ar.FULL_RUNS else 1
        self.matches *= 4 if full & ar.FULL_MATCHES else 1
        self.links *= 4 if full & ar.FULL_LINKS else 1
        self.log *= 4 if full & ar.FULL_LOG else 1


class CompiledSequence:
    """Advances the runs of an automaton."""

    def __init__(
        self,
        plan: PatternPlan,
        automaton: Automaton,
        functions: Functions,
        background: Dataset,
        state_limit: int | None = None,
    ) -> None:
        self._plan = plan
        counting = plan.counting
        loops = any(stage.loop is not None for stage in automaton.stages)
        collects = any(stage.loop is not None and stage.loop.collected for stage in automaton.stages)
        skips_to = counting is not None and isinstance(counting.after_match, SkipTo)
        self._compiled = compiled(automaton, keeps_chains=collects or (skips_to and loops))
        self._needed = _needed_slots(self._compiled, len(plan.leaves))
        self._memory = Memory(self._compiled, functions, background)
        self._matches = MatchTable(plan, self._compiled)
        self._limit = state_limit
        self.whole_instants = any(len(kind.leaves) > 1 for kind in self._compiled.kinds)

    def asks_since(self, watermark: int) -> int:
        return watermark

    def step(
        self, sections: dict[str, Any], due: Mapping[int, pa.Table], ticks: Ticks, watermark: int
    ) -> tuple[dict[str, Any], pa.Table, int]:
        leaves = self._plan.leaves
        tables = {leaf: due.get(leaf, empty_leaf(len(leaves[leaf].slots))) for leaf in range(len(leaves))}
        tables = {leaf: table for leaf, table in tables.items() if table.num_rows}
        store = RowStore.of(sections, tables, self._needed)
        given = _Given.of(sections, self._compiled)
        lineup = line_up(self._compiled.kinds, store, given.keys, ticks if self._plan.ticks else None)
        latest = int(ticks.barriers(np.array([watermark], np.int64))[0]) if watermark < END else BEGINNING
        done = self._advance(store, lineup, given, watermark, latest)
        self._check_limit(done, lineup)
        after = _after(done, store, lineup, given) if watermark < END else {}
        return after, self._matches.table(done.found, store), done.kept_count

    def _advance(self, store: RowStore, lineup: Lineup, given: _Given, watermark: int, latest: int) -> _Done:
        room = _Room(
            _ROOM + 2 * len(given.run_keys),
            _ROOM + len(lineup.candidates.kind) // 4,
            _ROOM + len(given.links.before) + 2 * len(lineup.candidates.kind),
            _ROOM + 2 * len(given.log.start) + len(lineup.candidates.kind),
        )
        while True:
            done = self._once(store, lineup, given, watermark, latest, room)
            asked = self._memory.answered(store)
            if done.full & ~ar.FULL_ASKED:
                if self._limit is not None and room.runs > 4 * max(self._limit, _ROOM):
                    self._refuse(lineup)
                room.grow(done.full)
            elif not asked:
                return done

    def _once(
        self, store: RowStore, lineup: Lineup, given: _Given, watermark: int, latest: int, room: _Room
    ) -> _Done:
        tables = self._compiled.tables
        targets, parts, places = (
            int(tables.numbers[ar.TARGETS]),
            int(tables.numbers[ar.PARTS]),
            len(self._compiled.automaton.places),
        )
        keys = len(lineup.keys)
        links = ar.links_of(room.links if self._compiled.keeps_chains else 1, parts)
        for array, known in zip(links, given.links, strict=True):
            array[: len(known)] = known
        matches = ar.runs_of(room.matches, places, targets, parts)
        kept = ar.runs_of(room.runs + len(given.run_keys), places, targets, parts)
        match_keys, kept_keys = np.zeros(room.matches, np.int64), np.zeros(len(kept.start), np.int64)
        kept_log, kept_log_keys = ar.log_of(room.log, parts), np.zeros(room.log, np.int64)
        counters = np.zeros(7, np.int64)
        counters[ar.LINKS] = len(given.links.before)
        points = bool(np.array_equal(store.arrays.start, store.arrays.end))
        advance(
            tables, store.arrays, lineup.candidates, points, watermark, watermark == END, latest,
            given.runs, _offsets(given.run_keys, keys), given.log, _offsets(given.log_keys, keys),
            ar.runs_of(room.runs, places, targets, parts),
            ar.pool_of(room.runs, len(self._compiled.automaton.stages), targets),
            links, ar.log_of(room.log, parts), self._memory.table(),
            ar.scratch_of(STACK, places),
            matches, match_keys, kept, kept_keys, kept_log, kept_log_keys, counters,
        )  # fmt: skip
        self._memory.asked = int(counters[ar.ASKED])
        found = Found(matches, int(counters[ar.MATCHES]), match_keys, lineup.keys, links)
        return _Done(
            found, kept, int(counters[ar.KEPT]), kept_keys, kept_log, int(counters[ar.LOGS_KEPT]), kept_log_keys,
            links, int(counters[ar.LINKS]), int(counters[ar.FULL]),
        )  # fmt: skip

    def _check_limit(self, done: _Done, lineup: Lineup) -> None:
        if self._limit is not None and done.kept_count > self._limit:
            self._refuse(lineup)

    def _refuse(self, lineup: Lineup) -> None:
        raise StateLimitError(
            f"more than {self._limit} runs wait at once, over {len(lineup.keys)} keys; narrow WITHIN, add a filter, "
            "or allow more with --state-limit"
        )


class _Done(NamedTuple):
    """What a step left behind."""

    found: Found
    kept: Runs
    kept_count: int
    kept_keys: NDArray[np.int64]
    log: Log
    log_count: int
    log_keys: NDArray[np.int64]
    links: Links
    link_count: int
    full: int


class _Given(NamedTuple):
    """What the state holds: runs and log in the order of their keys."""

    keys: NDArray[np.int64]
    runs: Runs
    run_keys: NDArray[np.int64]
    log: Log
    log_keys: NDArray[np.int64]
    links: Links

    @classmethod
    def of(cls, sections: Mapping[str, Any], compiled: Compiled) -> _Given:
        numbers = compiled.tables.numbers
        targets, parts, places = int(numbers[ar.TARGETS]), int(numbers[ar.PARTS]), len(compiled.automaton.places)
        if "keys" not in sections:
            nothing = np.empty(0, np.int64)
            return cls(
                nothing, ar.runs_of(0, places, targets, parts), nothing, ar.log_of(0, parts), nothing,
                ar.links_of(0, parts),
            )  # fmt: skip
        return cls(
            sections["keys"],
            Runs(*(sections[f"runs/{name}"] for name in Runs._fields)),
            sections["run keys"],
            Log(*(sections[f"log/{name}"] for name in Log._fields)),
            sections["log keys"],
            Links(*(sections[f"links/{name}"] for name in Links._fields)),
        )


def _offsets(numbers: NDArray[np.int64], keys: int) -> NDArray[np.int64]:
    """Where the entries of each key begin; entries are in the order of their keys."""
    return np.searchsorted(numbers, np.arange(keys + 1)).astype(np.int64)


def _after(done: _Done, store: RowStore, lineup: Lineup, given: _Given) -> dict[str, Any]:
    """The state that goes on: what is kept, with the rows that it speaks of and no others."""
    runs = Runs(*(array[: done.kept_count] for array in done.kept))
    log = Log(*(array[: done.log_count] for array in done.log))
    links = Links(*(array[: done.link_count] for array in done.links))
    reached = _reached(links, runs.node)
    links_numbers = np.cumsum(reached) - 1
    live = np.zeros(len(store.arrays.start), np.bool_)
    for rows in (runs.rows, runs.firsts, log.rows, links.rows[reached]):
        live[rows[rows >= 0]] = True
    sections, renumbered = store.compacted(live)

    def moved(rows: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(rows >= 0, renumbered[rows], -1).astype(np.int32)

    def relinked(nodes: NDArray[np.int32]) -> NDArray[np.int32]:
        return np.where(nodes >= 0, links_numbers[nodes], -1).astype(np.int32)

    runs = runs._replace(rows=moved(runs.rows), firsts=moved(runs.firsts), node=relinked(runs.node) if len(links.before) else runs.node)
    log = log._replace(rows=moved(log.rows))
    links = Links(relinked(links.before[reached]), links.choice[reached], moved(links.rows[reached]))
    used = np.union1d(done.kept_keys[: done.kept_count], done.log_keys[: done.log_count])
    return {
        **sections,
        "keys": lineup.keys[used],
        "run keys": np.searchsorted(used, done.kept_keys[: done.kept_count]).astype(np.int64),
        "log keys": np.searchsorted(used, done.log_keys[: done.log_count]).astype(np.int64),
        **{f"runs/{name}": array for name, array in zip(Runs._fields, runs, strict=True)},
        **{f"log/{name}": array for name, array in zip(Log._fields, log, strict=True)},
        **{f"links/{name}": array for name, array in zip(Links._fields, links, strict=True)},
    }


def _reached(links: Links, nodes: NDArray[np.int32]) -> NDArray[np.bool_]:
    """The links to which a run still leads."""
    reached = np.zeros(len(links.before), np.bool_)
    front = np.unique(nodes[nodes >= 0]) if len(links.before) else np.empty(0, np.int32)
    while len(front):
        reached[front] = True
        front = np.unique(links.before[front])
        front = front[(front >= 0)]
        front = front[~reached[front]]
    return reached


def _needed_slots(compiled: Compiled, leaves: int) -> list[list[int]]:
    """For each leaf the slots whose values the kernel looks at."""
    needed: list[set[int]] = [set() for _ in range(leaves)]
    tables = compiled.tables
    places = compiled.automaton.places
    for origin, index, slot in zip(tables.source_origin, tables.source_index, tables.source_slot, strict=True):
        if origin == ar.OF_RUN:
            needed[places[index].reading.leaf].add(int(slot))
    for kind in compiled.kinds:
        for one, slot, other, other_slot in kind.equal:
            needed[kind.leaves[one]].add(slot)
            needed[kind.leaves[other]].add(other_slot)
    for at, choice in enumerate(compiled.choices):
        for again in (at, at + len(compiled.choices)):
            for entry in range(tables.agree_offsets[again], tables.agree_offsets[again + 1]):
                part = choice.places[int(tables.agree_part[entry])]
                needed[part.reading.leaf].add(int(tables.agree_slot[entry]))
        for condition in range(tables.condition_offsets[at], tables.condition_offsets[at + 1]):
            for operand in range(tables.operand_offsets[condition], tables.operand_offsets[condition + 1]):
                lookup = tables.operand_lookup[operand]
                for source in range(tables.lookup_offsets[lookup], tables.lookup_offsets[lookup + 1]):
                    if tables.source_origin[source] == ar.OF_CANDIDATE:
                        part = choice.places[int(tables.source_index[source])]
                        needed[part.reading.leaf].add(int(tables.source_slot[source]))
    return [sorted(slots) for slots in needed]
