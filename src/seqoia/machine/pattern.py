"""The machine of an event query: from the bindings of leaves to answers, as time goes on.

It keeps what is ahead of the watermark, hands what is due to the machine of the sequence, lets through the matches
that count, and tells of them what the query asks for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from seqoia.machine import layout
from seqoia.machine.bindings import Bindings
from seqoia.machine.clock import Clock
from seqoia.machine.counting import Counted
from seqoia.machine.packs import merged
from seqoia.machine.sequence.compiled import CompiledSequence
from seqoia.machine.sequence.interpreted import InterpretedSequence
from seqoia.machine.step import BEGINNING, END, Step
from seqoia.machine.telling import Telling
from seqoia.machine.ticks import Ticks
from seqoia.model import EMPTY_DATASET, Dataset, Duration
from seqoia.plan.automaton import Interpreted
from seqoia.plan.physical import PatternPlan
from seqoia.reference import uncertainty
from seqoia.reference.trace import silent

Sections = dict[str, Any]

IN_ORDER = Duration(0)
"""No event comes later than one that ends after it."""


class SequenceMachine(Protocol):
    """Finds the matches of a sequence in what is due."""

    whole_instants: bool
    """Whether all events of an instant have to be there before it is looked at."""

    def asks_since(self, watermark: int) -> int:
        """The earliest start of an event that may still be looked at."""

    def step(
        self, sections: Sections, due: Mapping[int, pa.Table], ticks: Ticks, watermark: int
    ) -> tuple[Sections, pa.Table, int]:
        """Its next state, the matches that are decided, and how many runs wait."""


class PatternMachine:
    """The machine of one bucket of keys. Its steps are pure: the same state and input give the same step."""

    def __init__(self, plan: PatternPlan, lateness: Duration, sequence: SequenceMachine, telling: Telling) -> None:
        self._plan, self._lateness, self._sequence, self._telling = plan, lateness.microseconds, sequence, telling
        self._counted = None if plan.counting is None else Counted(plan)

    def start(self) -> bytes:
        """The state before anything was seen."""
        return layout.to_bytes({})

    def step(self, state: bytes, parts: Sequence[Bindings], *, over: bool) -> Step:
        """What follows from some more bindings; `over` says that no more will come."""
        sections = layout.from_bytes(state)
        batch = merged(parts)
        clock = _clock(sections)
        before, clock = self._watermark(clock, over=False), clock.after(batch.seen)
        watermark = self._watermark(clock, over=over)
        timely, late = _parted_by_lateness(batch.tables, before)
        due, held = self._due(_with(timely, _tables(sections, "held")), watermark)
        ticks = Ticks.of(sections).with_seen(_timely_ticks(batch.ticks, before))
        inner, matches, waiting = self._sequence.step(_below(sections, "sequence"), due, ticks, watermark)
        unsettled, matches = self._settled(_with_table(sections.get("unsettled"), matches), watermark)
        counted: Sections = {}
        if self._counted is not None:
            counted, matches = self._counted.step(_below(sections, "counted"), matches, watermark)
        told, answers = self._telling.step(_below(sections, "told"), matches, watermark)
        after = {
            **_clock_sections(clock),
            **{f"held/{leaf}": table for leaf, table in held.items()},
            **ticks.forgotten(self._sequence.asks_since(watermark)).sections(),
            **({} if unsettled is None else {"unsettled": unsettled}),
            **_above(inner, "sequence"),
            **_above(counted, "counted"),
            **_above(told, "told"),
        }
        return Step(layout.to_bytes(after), answers, late, waiting, watermark)

    def _watermark(self, clock: Clock, *, over: bool) -> int:
        return clock.watermark(len(self._plan.streams), self._lateness, over=over)

    def _settled(self, matches: pa.Table, watermark: int) -> tuple[pa.Table | None, pa.Table]:
        """Where matches are looked at in the order ≺ and some of them are known late, those that none can precede."""
        if not (self._plan.delayed and (self._plan.counting or self._plan.distinct)):
            return None, matches
        wait = END if self._plan.width is None else self._plan.width.microseconds
        settled = pc.less(matches.column("end"), BEGINNING if watermark - wait < BEGINNING else watermark - wait)
        if watermark == END:
            return None, matches
        return matches.filter(pc.invert(settled)), matches.filter(settled)

    def _due(self, tables: Mapping[int, pa.Table], watermark: int) -> tuple[dict[int, pa.Table], dict[int, pa.Table]]:
        decides = pc.less if self._sequence.whole_instants else pc.less_equal
        due, held = {}, {}
        for leaf, table in tables.items():
            come = decides(table.column("end"), watermark)
            due[leaf] = table.filter(come)
            rest = table.filter(pc.invert(come))
            if rest.num_rows:
                held[leaf] = rest
        return due, held


def machine_for(
    plan: PatternPlan,
    lateness: Duration = IN_ORDER,
    background: Dataset = EMPTY_DATASET,
    *,
    state_limit: int | None = None,
    interpreted: bool = False,
    intervals: bool = False,
) -> PatternMachine:
    """The machine of a plan: with its automaton, or by the definition where it has none (or that is wanted).

    `intervals` says that events may take time, and so may come after events that began later; without it a machine
    that goes on from step to step expects points.
    """
    functions = uncertainty.functions(silent, cached=True)
    telling = Telling(plan, functions, background)
    if interpreted or isinstance(plan.automaton, Interpreted):
        return PatternMachine(plan, lateness, InterpretedSequence(plan, functions, background), telling)
    sequence = CompiledSequence(plan, plan.automaton, functions, background, state_limit, intervals=intervals)
    return PatternMachine(plan, lateness, sequence, telling)


def _parted_by_lateness(tables: Mapping[int, pa.Table], watermark: int) -> tuple[dict[int, pa.Table], pa.Table]:
    timely, late = {}, []
    for leaf, table in tables.items():
        missed = pc.less(table.column("end"), watermark)
        timely[leaf] = table.filter(pc.invert(missed)) if watermark > BEGINNING else table
        lost = table.filter(missed)
        if lost.num_rows:
            places = pa.array(np.full(lost.num_rows, leaf, np.int16))
            late.append(lost.select(["start", "end", "stream", "event"]).add_column(0, "leaf", places))
    return timely, pa.concat_tables(late) if late else _NOTHING_LATE


def _timely_ticks(ticks: NDArray[np.int64] | None, watermark: int) -> NDArray[np.int64] | None:
    """Without the events that come too late: what is not seen lies between no two events either."""
    return None if ticks is None else ticks[ticks[:, 1] >= watermark]


_NOTHING_LATE = pa.table(
    {
        "leaf": pa.array([], pa.int16()),
        "start": pa.array([], pa.int64()),
        "end": pa.array([], pa.int64()),
        "stream": pa.array([], pa.int16()),
        "event": pa.array([], pa.int64()),
    }
)


def _with(first: Mapping[int, pa.Table], second: Mapping[int, pa.Table]) -> dict[int, pa.Table]:
    both = dict(first)
    for leaf, table in second.items():
        both[leaf] = pa.concat_tables([table, both[leaf]]) if leaf in both else table
    return both


def _with_table(kept: pa.Table | None, new: pa.Table) -> pa.Table:
    return new if kept is None else pa.concat_tables([kept, new])


def _clock(sections: Sections) -> Clock:
    known = sections.get("clock")
    return Clock() if known is None else Clock({int(stream): int(end) for stream, end in known})


def _clock_sections(clock: Clock) -> Sections:
    return {"clock": np.array(sorted(clock.newest.items()), np.int64).reshape(-1, 2)}


def _tables(sections: Sections, prefix: str) -> dict[int, pa.Table]:
    return {int(name): table for name, table in _below(sections, prefix).items()}


def _below(sections: Sections, prefix: str) -> Sections:
    return {name[len(prefix) + 1 :]: section for name, section in sections.items() if name.startswith(f"{prefix}/")}


def _above(sections: Sections, prefix: str) -> Sections:
    return {f"{prefix}/{name}": section for name, section in sections.items()}
