"""From events to packs, where the events are read: the one crossing from here to the machines."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from seqoia.machine.bindings import Bindings, Matched, Rejected
from seqoia.machine.match import EventBatch
from seqoia.machine.packs import merged, packed
from seqoia.model import Instant
from seqoia.spark.deployment import Malformed
from seqoia.spark.failures import WorkerError
from seqoia.spark.hosted import Hosted

PACKS = "bucket int, pack binary, note binary"
_SCHEMA = pa.schema([("bucket", pa.int32()), ("pack", pa.binary()), ("note", pa.binary())])
_MANY = 1 << 20
"""Rows of bindings after which a pack is sent on."""
_LONGEST = 2000
"""Characters of rejected content that are kept."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a task tells besides bindings."""

    events: int
    rejected: int
    kept: tuple[Rejected, ...]

    def to_bytes(self) -> bytes:
        return pickle.dumps((self.events, self.rejected, [(r.position, r.reason, r.content) for r in self.kept]))

    @classmethod
    def from_bytes(cls, note: bytes) -> Note:
        events, rejected, kept = pickle.loads(note)
        return cls(events, rejected, tuple(Rejected(*each) for each in kept))


@dataclass(frozen=True, slots=True)
class Read:
    """A batch of events, and what was found on the way to it that is no event."""

    batch: EventBatch | None
    rejected: Sequence[Rejected] = ()


def pack_rows(read: Iterable[Read], host: Hosted, labels: Sequence[int]) -> Iterator[pa.RecordBatch]:
    """Rows of `PACKS`: for each bucket what a task, or a large part of it, found."""
    found = (_found(part, host) for part in read)
    yield from matched_rows(found, host, labels)


def matched_rows(found: Iterable[Matched], host: Hosted, labels: Sequence[int]) -> Iterator[pa.RecordBatch]:
    """As `pack_rows`, of what has been matched."""
    for matched in _gathered(_tolerated(each, host) for each in found):
        bindings = _until(matched.bindings, host.deployment.until)
        note = _note(matched, host.deployment.malformed).to_bytes()
        packs = packed(bindings, len(labels))
        notes = [note, *[None] * (len(packs) - 1)]
        columns = [pa.array(labels, pa.int32()), pa.array(packs, pa.binary()), pa.array(notes, pa.binary())]
        yield pa.RecordBatch.from_arrays(columns, schema=_SCHEMA)


def _found(part: Read, host: Hosted) -> Matched:
    found = Matched(Bindings({}), (), 0) if part.batch is None else host.matcher.match(part.batch)
    return Matched(found.bindings, (*part.rejected, *found.rejected), found.events)


def _tolerated(matched: Matched, host: Hosted) -> Matched:
    if matched.rejected and host.deployment.malformed is Malformed.FAIL:
        raise WorkerError(f"{matched.rejected[0].position}: {matched.rejected[0].reason}")
    return matched


def _gathered(found: Iterable[Matched]) -> Iterator[Matched]:
    """Several as one, until they are many."""
    waiting: list[Matched] = []
    rows = 0
    for matched in found:
        waiting.append(matched)
        rows += sum(table.num_rows for table in matched.bindings.tables.values())
        if rows >= _MANY:
            yield _together(waiting)
            waiting, rows = [], 0
    if waiting:
        yield _together(waiting)


def _together(parts: Sequence[Matched]) -> Matched:
    if len(parts) == 1:
        return parts[0]
    rejected = [each for part in parts for each in part.rejected]
    return Matched(merged([part.bindings for part in parts]), rejected, sum(part.events for part in parts))


def _note(matched: Matched, malformed: Malformed) -> Note:
    keeps = malformed is Malformed.COLLECT
    kept = [Rejected(r.position, r.reason, r.content[:_LONGEST]) for r in matched.rejected] if keeps else []
    return Note(matched.events, len(matched.rejected), tuple(kept))


def _until(bindings: Bindings, until: Instant | None) -> Bindings:
    """What has been seen by then."""
    if until is None:
        return bindings
    last = until.microseconds
    tables = {leaf: table.filter(pc.less_equal(table.column("end"), last)) for leaf, table in bindings.tables.items()}
    ticks = bindings.ticks
    return Bindings(tables, bindings.seen, None if ticks is None else ticks[ticks[:, 1] <= last])
