"""Sequences by their definition: each step evaluates the pattern over what its windows keep, as the reference does.

It is there for the patterns that have no automaton. Its cost grows with what the windows hold, each time anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from seqoia.algebra import events as ev
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import possible_in_events
from seqoia.machine.sequence.matches import times_text
from seqoia.machine.step import BEGINNING, END
from seqoia.machine.terms import terms_of, text_of
from seqoia.machine.ticks import Ticks
from seqoia.model import EMPTY_DATASET, Dataset, Event, Instant, Interval, NamedNode, Solution, TimedBinding
from seqoia.plan.physical import PatternPlan
from seqoia.reference.events.bindings import bindings
from seqoia.reference.events.matches import start_evidence, target_of, times_by_place
from seqoia.reference.events.scope import Functions, Scope, number_leaves, tell_leaves_apart

_BEFORE_EVERYTHING, _AFTER_EVERYTHING = Instant(BEGINNING), Instant(END)


class InterpretedSequence:
    """Evaluates the pattern of a plan key by key."""

    whole_instants = True

    def __init__(self, plan: PatternPlan, functions: Functions, background: Dataset) -> None:
        self._plan, self._functions, self._background = plan, functions, background
        self._core = tell_leaves_apart(plan.core)
        self._places = number_leaves(self._core)
        self._variables = sorted(possible_in_events(self._core))
        self._leaves = [node for node in descendants(self._core) if isinstance(node, ev.BasicEvent)]
        self._reach = None if plan.width is None else 2 * plan.width.microseconds

    def asks_since(self, watermark: int) -> int:
        return BEGINNING if self._reach is None or watermark == END else watermark - 2 * self._reach

    def step(
        self, sections: dict[str, Any], due: Mapping[int, pa.Table], ticks: Ticks, watermark: int
    ) -> tuple[dict[str, Any], pa.Table, int]:
        before = int(sections.get("watermark", BEGINNING))
        kept = {leaf: _joined(sections.get(f"rows/{leaf}"), due.get(leaf)) for leaf in self._numbers(sections, due)}
        rows = []
        for key in _keys(kept):
            mine = {leaf: table.filter(pc.equal(table.column("key"), key)) for leaf, table in kept.items()}
            rows += [(key, match) for match in self._decided(mine, ticks, before, watermark)]
        after = {f"rows/{leaf}": self._still_needed(table, watermark) for leaf, table in kept.items()}
        waiting = sum(table.num_rows for table in after.values())
        return {"watermark": watermark, **after}, self._table(rows), waiting

    def _numbers(self, sections: Mapping[str, Any], due: Mapping[int, pa.Table]) -> list[int]:
        known = {int(name.removeprefix("rows/")) for name in sections if name.startswith("rows/")}
        return sorted(known | set(due))

    def _still_needed(self, table: pa.Table, watermark: int) -> pa.Table:
        if self._reach is None and watermark < END:
            return table
        oldest = END if watermark == END else watermark - 2 * (self._reach or 0)
        return table.filter(pc.greater_equal(table.column("start"), oldest))

    def _decided(
        self, tables: Mapping[int, pa.Table], ticks: Ticks, before: int, watermark: int
    ) -> list[tuple[TimedBinding, str, int, str]]:
        """The matches that this watermark decides and the one before did not."""
        scope = self._scope(tables, ticks)
        found = []
        for match in bindings(self._core, scope):
            if match.interval is not None and before <= self._known_at(match.interval) < watermark:
                found.append((match, *self._for_counting(match, scope)))
        return found

    def _known_at(self, interval: Interval) -> int:
        """The last instant whose events may change whether there is such a match."""
        if not self._plan.delayed:
            return interval.end.microseconds
        width = self._plan.width
        if width is None:
            return END - 1
        if isinstance(self._core, ev.Within) and self._core.frame is ev.Frame.SLIDING:
            return (interval.start + width).microseconds
        origin = (
            self._core.origin if isinstance(self._core, ev.Within) and self._core.origin else self._plan.query.origin
        )
        return (origin + width * ((interval.start - origin) // width + 1)).microseconds

    def _for_counting(self, match: TimedBinding, scope: Scope) -> tuple[str, int, str]:
        if self._plan.counting is None:
            return "", 0, ""
        target = target_of(self._plan.counting.after_match, match, self._core, scope)
        first = sorted(f"{each.place} {each.stream.value} {each.arrival}" for each in start_evidence(match, scope))
        happened = {(event.stream, event.arrival): event.interval for event in scope.streamset}
        times = [
            (place, end.microseconds, start.microseconds) for place, (end, start) in times_by_place(match, happened)
        ]
        return "\n".join(first), BEGINNING if target is None else target.microseconds, times_text(times)

    def _scope(self, tables: Mapping[int, pa.Table], ticks: Ticks) -> Scope:
        solved: dict[int, dict[Event, list[Solution]]] = {}
        events: dict[Event, None] = {}
        for leaf, table in tables.items():
            solved[leaf] = self._solutions(table, leaf)
            events.update(dict.fromkeys(solved[leaf]))
        unseen = NamedNode("urn:x-seqoia:tick")
        passing = [
            Event(unseen, Interval(Instant(start), Instant(end)), EMPTY_DATASET, number)
            for number, (start, end) in enumerate(ticks.times.tolist())
        ]
        ordered = sorted([*events, *passing], key=lambda event: event.interval.order)
        sources: dict[NamedNode, tuple[Event, ...]] = {
            name: tuple(event for event in ordered if event.stream == name) for name in self._plan.streams
        }
        return Scope(
            sources=sources,
            streamset=tuple(ordered),
            boundary=Interval(_BEFORE_EVERYTHING, _AFTER_EVERYTHING),
            background=self._background,
            functions=self._functions,
            registration=self._plan.query.origin,
            places=self._places,
            matched=self._matched(solved, list(events)),
        )

    def _solutions(self, table: pa.Table, leaf: int) -> dict[Event, list[Solution]]:
        """Each event's solutions on the leaf's slots."""
        slots = self._plan.leaves[leaf].slots
        columns = [terms_of(table.column(f"s{place}")) for place in range(len(slots))]
        found: dict[Event, list[Solution]] = {}
        times = zip(*(table.column(name).to_pylist() for name in ("start", "end", "stream", "event")), strict=True)
        for row, (start, end, stream, number) in enumerate(times):
            interval = Interval(Instant(start), Instant(end))
            event = Event(self._plan.streams[stream], interval, EMPTY_DATASET, number)
            terms = ((slot, column[row]) for slot, column in zip(slots, columns, strict=True))
            solution = Solution((slot, term) for slot, term in terms if term is not None)
            found.setdefault(event, []).append(solution)
        return found

    def _matched(
        self, solved: Mapping[int, Mapping[Event, list[Solution]]], events: list[Event]
    ) -> dict[tuple[int, Event], tuple[Solution, ...]]:
        matched: dict[tuple[int, Event], tuple[Solution, ...]] = {}
        for node in self._leaves:
            reading = self._plan.readings[node]
            names = {self._plan.leaves[reading.leaf].slots[slot]: name for name, slot in reading.slots}
            for event in events:
                found = solved.get(reading.leaf, {}).get(event, ())
                renamed = (
                    Solution((names[slot], term) for slot, term in each.items() if slot in names) for each in found
                )
                matched[id(node), event] = tuple(dict.fromkeys(renamed))
        return matched

    def _table(self, rows: list[tuple[int, tuple[TimedBinding, str, int, str]]]) -> pa.Table:
        def column(name: str) -> pa.Array:
            terms = (match.solution.get(name) for _, (match, *_) in rows)
            return pa.array([None if term is None else text_of(term) for term in terms], pa.string())

        intervals = [match.interval for _, (match, *_) in rows if match.interval is not None]
        return pa.table(
            {
                "start": pa.array([each.start.microseconds for each in intervals], pa.int64()),
                "end": pa.array([each.end.microseconds for each in intervals], pa.int64()),
                "key": pa.array(np.array([key for key, _ in rows], np.int64)),
                "first": pa.array([first for _, (_, first, _, _) in rows], pa.string()),
                "times": pa.array([times for _, (_, _, _, times) in rows], pa.string()),
                "target": pa.array([target for _, (_, _, target, _) in rows], pa.int64()),
                **{f"?{name}": column(name) for name in self._variables},
            }
        )


def _joined(kept: pa.Table | None, due: pa.Table | None) -> pa.Table:
    tables = [table for table in (kept, due) if table is not None]
    return pa.concat_tables(tables)


def _keys(tables: Mapping[int, pa.Table]) -> list[int]:
    return sorted({key for table in tables.values() for key in table.column("key").unique().to_pylist()})
