"""What a run, or a micro-batch, has told: answers, late events, rejected input, counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from pyoxigraph import RdfFormat, parse

from seqoia.algebra.query import Ask, Construct
from seqoia.model import Answer, Instant, Interval
from seqoia.plan.physical import PatternPlan
from seqoia.spark.arranging import bindings_of
from seqoia.spark.counts import Counts
from seqoia.spark.emission import Kind, shown


@dataclass(frozen=True, slots=True)
class Told:
    """Rows of all kinds, as they were collected."""

    plan: PatternPlan
    rows: pa.Table

    @property
    def answers(self) -> list[Answer]:
        """In the order of the rows."""
        table = self.of(Kind.ANSWER)
        form = self.plan.query.form
        if isinstance(form, Ask):
            return [Answer(interval, True) for interval in _intervals(table)]
        if isinstance(form, Construct):
            texts = table.column("v0").to_pylist()
            graphs = (frozenset(q.triple for q in parse(t.encode(), format=RdfFormat.N_TRIPLES)) for t in texts)
            return [Answer(when, graph) for when, graph in zip(_intervals(table), graphs, strict=True)]
        found = bindings_of(table, shown(self.plan))
        return [Answer(each.interval, each.solution) for each in found if each.interval is not None]

    @property
    def late(self) -> Iterator[dict[str, Any]]:
        """Stream, event number, start and end of what came too late."""
        table = self.of(Kind.LATE)
        for note, interval in zip(table.column("note").to_pylist(), _intervals(table), strict=True):
            yield {**json.loads(note), "start": str(interval.start), "end": str(interval.end)}

    @property
    def rejected(self) -> Iterator[dict[str, Any]]:
        """Position, reason and content of what is no event."""
        return map(json.loads, self.of(Kind.REJECTED).column("note").to_pylist())

    @property
    def counts(self) -> Counts:
        table = self.of(Kind.PROGRESS)
        totals = {
            name: pc.sum(table.column(name)).as_py() or 0 for name in ("events", "late", "rejected", "waiting", "state")
        }
        return Counts(answers=self.of(Kind.ANSWER).num_rows, **totals)

    def of(self, kind: Kind) -> pa.Table:
        """The rows of that kind."""
        return self.rows.filter(pc.equal(self.rows.column("kind"), int(kind)))


def _intervals(table: pa.Table) -> list[Interval]:
    starts, ends = table.column("start").to_pylist(), table.column("end").to_pylist()
    return [Interval(Instant(start), Instant(end)) for start, end in zip(starts, ends, strict=True)]
