"""Machines over small worlds: bindings as the reference solves them, cut into steps in any way."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from seqoia.algebra.events import BasicEvent
from seqoia.algebra.query import EventQuery
from seqoia.machine import machine_for
from seqoia.machine.bindings import Bindings, Seen
from seqoia.machine.terms import term_of
from seqoia.model import EMPTY_DATASET, Answer, Dataset, Duration, Event, Instant, Interval, Solution, Stream
from seqoia.plan.physical import PatternPlan, plan
from seqoia.reference.events.leaves import basic_event
from seqoia.reference.events.scope import Scope

FOREVER = Interval(Instant(-(2**61)), Instant(2**61))


def bindings_of(planned: PatternPlan, events: Sequence[Event], background: Dataset = EMPTY_DATASET) -> Bindings:
    """What matching gives for some events."""
    tables = {}
    for place, leaf in enumerate(planned.leaves):
        scope = Scope({leaf.source: tuple(e for e in events if e.stream == leaf.source)}, (), FOREVER, background)
        rows = []
        for found in basic_event(BasicEvent(leaf.source, leaf.pattern), scope):
            (evidence,) = found.evidence
            texts = [None if slot not in found.solution else str(found.solution[slot]) for slot in leaf.slots]
            key = hash(tuple(texts[slot] for slot in leaf.key)) if leaf.key else 0
            assert found.interval is not None
            start, end = found.interval.start.microseconds, found.interval.end.microseconds
            rows.append((start, end, planned.streams.index(leaf.source), evidence.arrival, key, *texts))
        names = ["start", "end", "stream", "event", "key", *(f"s{at}" for at in range(len(leaf.slots)))]
        types = [pa.int64(), pa.int64(), pa.int16(), pa.int64(), pa.int64(), *(pa.string() for _ in leaf.slots)]
        rows = list(dict.fromkeys(rows))
        columns = [pa.array([row[at] for row in rows], kind) for at, kind in enumerate(types)]
        tables[place] = pa.table(dict(zip(names, columns, strict=True)))
    newest: dict[int, int] = {}
    for event in events:
        stream = planned.streams.index(event.stream)
        newest[stream] = max(event.end.microseconds, newest.get(stream, event.end.microseconds))
    ticks = np.array([(e.start.microseconds, e.end.microseconds) for e in events], np.int64).reshape(-1, 2)
    return Bindings(tables, Seen(newest), np.unique(ticks, axis=0) if planned.ticks else None)


def answers_in_steps(
    query: EventQuery,
    cuts: Sequence[Sequence[Event]],
    lateness: int = 0,
    background: Dataset = EMPTY_DATASET,
    **choices: bool,
) -> list[Answer]:
    """What the machine answers when events come in these batches."""
    planned = plan(query)
    machine = machine_for(planned, Duration(lateness), background, **choices)
    state, found = machine.start(), []
    for number, events in enumerate([*cuts, []]):
        step = machine.step(state, [bindings_of(planned, events, background)], over=number == len(cuts))
        state = step.state
        assert step.late.num_rows == 0
        found += answers_of(step.answers)
    return found


def answers_of(table: pa.Table) -> list[Answer]:
    """The answers that a machine tells."""
    found = []
    for row in table.to_pylist():
        interval = Interval(Instant(row.pop("start")), Instant(row.pop("end")))
        terms = ((name, term_of(text)) for name, text in row.items() if text is not None)
        found.append(Answer(interval, Solution(terms)))
    return found


def in_one_step(query: EventQuery, streams: Sequence[Stream], background: Dataset = EMPTY_DATASET) -> list[Answer]:
    """What the machine answers over streams that are there as a whole."""
    planned = plan(query)
    machine = machine_for(planned, background=background)
    events = [event for stream in streams for event in stream.events]
    step = machine.step(machine.start(), [bindings_of(planned, events, background)], over=True)
    return answers_of(step.answers)
