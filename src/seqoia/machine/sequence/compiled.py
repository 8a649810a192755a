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
from seqoia.machine.sequence.arrays import Numbers
from seqoia.machine.sequence.lineup import Lineup, line_up
from seqoia.machine.sequence.matches import Found, MatchTable
from seqoia.machine.sequence.memory import Memory
from seqoia.machine.sequence.programs import STACK
from seqoia.machine.sequence.rowstore import RowStore, empty_leaf
from seqoia.machine.sequence.tables import Compiled, Kind, compiled
from seqoia.machine.step import BEGINNING, END
from seqoia.machine.ticks import Ticks
from seqoia.model import Dataset
from seqoia.plan.automaton import Automaton
from seqoia.plan.physical import PatternPlan
from seqoia.reference.events.scope import Functions

_ROOM = 1024


class UndeclaredIntervalsError(RuntimeError):
    """Events that take time came on streams that were taken for streams of points."""


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
        *,
        intervals: bool = False,
    ) -> None:
        self._plan, self._intervals = plan, intervals
        counting = plan.counting
        loops = any(stage.loop is not None for stage in automaton.stages)
        collects = any(stage.loop is not None and stage.loop.collected for stage in automaton.stages)
        self._compiled = compiled(automaton, keeps_chains=collects or (counting is not None and loops))
        self._memory = Memory(self._compiled, functions, background)
        self._matches = MatchTable(plan, self._compiled)
        self._known = np.array([self._sees_all(kind) for kind in self._compiled.kinds])
        self._limit = state_limit
        self.whole_instants = any(len(kind.leaves) > 1 for kind in self._compiled.kinds)

    def _sees_all(self, kind: Kind) -> bool:
        """Whether the kernel compares all that a match may tell of a candidate, and matches are not counted."""
        if len(kind.leaves) > 1 or self._plan.counting is not None:
            return False
        (leaf,) = kind.leaves
        return all((leaf, slot) in self._compiled.compared for slot in range(len(self._plan.leaves[leaf].slots)))

    def asks_since(self, watermark: int) -> int:
        if not self._intervals or watermark == END:
            return watermark
        return BEGINNING if self._plan.width is None else watermark - self._plan.width.microseconds

    def step(
        self, sections: dict[str, Any], due: Mapping[int, pa.Table], ticks: Ticks, watermark: int
    ) -> tuple[dict[str, Any], pa.Table, int]:
        leaves = self._plan.leaves
        tables = {leaf: due.get(leaf, empty_leaf(len(leaves[leaf].slots))) for leaf in range(len(leaves))}
        tables = {leaf: table for leaf, table in tables.items() if table.num_rows}
        store = RowStore.of(sections, tables, self._compiled.compared)
        given = _Given.of(sections, self._compiled)
        points = self._are_points(store, bool(sections.get("points", 0)), ticks)
        lineup = line_up(self._compiled.kinds, store, given.keys, ticks if self._plan.ticks else None, self._known)
        latest = int(ticks.barriers(np.array([watermark], np.int64))[0]) if watermark < END else BEGINNING
        done = self._advance(store, lineup, given, watermark, latest, points)
        self._check_limit(done, lineup)
        after = _after(done, store, lineup, self._compiled) if watermark < END else {}
        after["points"] = int(points and watermark > BEGINNING)
        return after, self._matches.table(done.found, store), len(done.kept)

    def _are_points(self, store: RowStore, relied_on: bool, ticks: Ticks) -> bool:
        """Whether no event takes time: then a run need not wait for one that began long ago."""
        starts, ends = store.numbers[:, ar.ROW_START], store.numbers[:, ar.ROW_END]
        if self._intervals:
            return False
        points = bool(np.array_equal(starts, ends)) and bool(np.array_equal(ticks.times[:, 0], ticks.times[:, 1]))
        if relied_on and not points:
            raise UndeclaredIntervalsError(
                "an event with a start and another end came after only points had come; say that there are intervals"
            )
        return points

    def _advance(
        self, store: RowStore, lineup: Lineup, given: _Given, watermark: int, latest: int, points: bool
    ) -> _Done:
        new = len(lineup.candidates)
        room = _Room(
            _ROOM + len(given.runs) + 2 * new,
            _ROOM + 2 * new,
            (_ROOM + len(given.links) + 4 * new) if self._compiled.keeps_chains else 1,
            _ROOM + len(given.log) + new,
        )
        while True:
            done = self._once(store, lineup, given, watermark, latest, points, room)
            if done.asked:
                self._memory.answer(done.asked, store)
            if done.full & ~ar.FULL_ASKED:
                if self._limit is not None and room.runs > 4 * max(self._limit, _ROOM):
                    self._refuse(lineup)
                room.grow(done.full)
            elif not done.asked:
                return done

    def _once(
        self,
        store: RowStore,
        lineup: Lineup,
        given: _Given,
        watermark: int,
        latest: int,
        points: bool,
        room: _Room,
    ) -> _Done:
        made = self._compiled
        keys, width, queues = len(lineup.keys), made.run_width, 2 * len(made.automaton.stages)
        links = ar.empty(room.links, ar.LINK_ROWS + made.parts)
        links[: len(given.links)] = given.links
        noted = ar.CANDIDATE_ROWS + max(len(kind.leaves) for kind in made.kinds)
        matches, kept = ar.empty(room.matches, width), ar.empty(room.runs + len(given.runs), width)
        match_keys, kept_keys, log_keys = (np.zeros(size, np.int64) for size in (len(matches), len(kept), room.log))
        log = ar.empty(room.log, noted)
        counters = np.zeros(ar.COUNTERS, np.int64)
        counters[ar.LINKS] = len(given.links)
        memory, questions, stack = self._memory.table(), self._memory.questions, ar.empty(STACK, ar.VALUE_WIDTH)
        counters[ar.ROOM_RUNS : ar.COUNTERS] = (
            room.runs, len(matches), len(links), room.log, len(kept), len(questions), len(memory),
        )  # fmt: skip
        advance(
            made.table, store.numbers, lineup.candidates, lineup.offsets, points, watermark, watermark == END, latest,
            given.runs, _offsets(given.run_keys, keys), given.log, _offsets(given.log_keys, keys),
            ar.empty(room.runs, width), ar.empty(room.runs, ar.POOL_PLACE + made.targets),
            np.zeros(ar.QUEUES + 2 * queues, np.int64), ar.empty(queues, room.runs), np.zeros((queues, room.runs)),
            links, ar.empty(room.log, noted),
            memory, questions, stack, stack.view(np.float64), np.zeros(ar.WALK, np.int64),
            matches, match_keys, kept, kept_keys, log, log_keys, counters,
        )  # fmt: skip
        matched, remaining, logged = (int(counters[at]) for at in (ar.MATCHES, ar.KEPT, ar.LOGS_KEPT))
        links = links[: int(counters[ar.LINKS])]
        return _Done(
            Found(matches[:matched], lineup.keys[match_keys[:matched]], links),
            kept[:remaining],
            kept_keys[:remaining],
            log[:logged],
            log_keys[:logged],
            links,
            int(counters[ar.ASKED]),
            int(counters[ar.FULL]),
        )

    def _check_limit(self, done: _Done, lineup: Lineup) -> None:
        if self._limit is not None and len(done.kept) > self._limit:
            self._refuse(lineup)

    def _refuse(self, lineup: Lineup) -> None:
        raise StateLimitError(
            f"more than {self._limit} runs wait at once, over {len(lineup.keys)} keys; narrow WITHIN, add a filter, "
            "or allow more with --state-limit"
        )


class _Done(NamedTuple):
    """What a step left behind."""

    found: Found
    kept: Numbers
    kept_keys: Numbers
    log: Numbers
    log_keys: Numbers
    links: Numbers
    asked: int
    full: int


class _Given(NamedTuple):
    """What the state holds: runs and log in the order of their keys."""

    keys: Numbers
    runs: Numbers
    run_keys: Numbers
    log: Numbers
    log_keys: Numbers
    links: Numbers

    @classmethod
    def of(cls, sections: Mapping[str, Any], compiled: Compiled) -> _Given:
        if "keys" in sections:
            return cls(*(sections[name.replace("_", " ")] for name in cls._fields))
        nothing = np.zeros(0, np.int64)
        log = ar.empty(0, ar.CANDIDATE_ROWS + max(len(kind.leaves) for kind in compiled.kinds))
        links = ar.empty(0, ar.LINK_ROWS + compiled.parts)
        return cls(nothing, ar.empty(0, compiled.run_width), nothing, log, nothing, links)


def _offsets(numbers: Numbers, keys: int) -> Numbers:
    """Where the entries of each key begin; entries are in the order of their keys."""
    return np.searchsorted(numbers, np.arange(keys + 1)).astype(np.int64)


def _after(done: _Done, store: RowStore, lineup: Lineup, compiled: Compiled) -> dict[str, Any]:
    """The state that goes on: what is kept, with the rows and links that it speaks of and no others."""
    reached = _reached(done.links, done.kept[:, ar.RUN_NODE])
    runs, log, links = done.kept, done.log, done.links[reached]
    of_runs, of_log, of_links = (compiled.firsts_at, ar.CANDIDATE_ROWS, ar.LINK_ROWS)
    live = np.zeros(len(store.numbers), np.bool_)
    for rows in (runs[:, of_runs:], log[:, of_log:], links[:, of_links:]):
        live[rows[rows >= 0]] = True
    sections, renumbered = store.compacted(live)
    relinked = np.cumsum(reached) - 1
    for entries, at in ((runs, of_runs), (log, of_log), (links, of_links)):
        entries[:, at:] = _renumbered(entries[:, at:], renumbered)
    runs[:, ar.RUN_NODE] = _renumbered(runs[:, ar.RUN_NODE], relinked)
    links[:, ar.LINK_BEFORE] = _renumbered(links[:, ar.LINK_BEFORE], relinked)
    used = np.union1d(done.kept_keys, done.log_keys)
    return {
        **sections,
        "keys": lineup.keys[used],
        "runs": runs,
        "run keys": np.searchsorted(used, done.kept_keys).astype(np.int64),
        "log": log,
        "log keys": np.searchsorted(used, done.log_keys).astype(np.int64),
        "links": links,
    }


def _renumbered(numbers: Numbers, after: Numbers) -> Numbers:
    if not len(after):
        return np.full_like(numbers, -1)
    return np.where(numbers >= 0, after[numbers], -1)


def _reached(links: Numbers, nodes: Numbers) -> NDArray[np.bool_]:
    """The links to which a run still leads."""
    reached = np.zeros(len(links), np.bool_)
    front = np.unique(nodes[nodes >= 0]) if len(links) else nodes[:0]
    while len(front):
        reached[front] = True
        front = np.unique(links[front, ar.LINK_BEFORE])
        front = front[front >= 0]
        front = front[~reached[front]]
    return reached
