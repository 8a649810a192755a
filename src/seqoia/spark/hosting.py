"""The machine in Spark: once over all there is, or step by step with its state in Spark's hands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from seqoia.machine.packs import from_bytes
from seqoia.machine.sequence.compiled import StateLimitError
from seqoia.machine.step import Step
from seqoia.spark.deployment import Shipped
from seqoia.spark.emission import rows_of
from seqoia.spark.failures import WorkerError, told_in_a_sentence
from seqoia.spark.hosted import Hosted, hosted
from seqoia.spark.packing import Note

if TYPE_CHECKING:
    import pandas as pd
    from pyspark.sql.streaming.state import GroupState

Batches = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def at_once(shipped: Shipped) -> Batches:
    """Hosts a machine for each bucket of a partition, over all that will come."""

    def run(rows: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with told_in_a_sentence():
            host = hosted(shipped)
            for packs, notes in _by_bucket(rows).values():
                step = _step(host, host.machine.start(), packs, over=True)
                yield from _batches(host, step, notes)

    return run


def step_by_step(shipped: Shipped) -> Callable[..., Iterator[pd.DataFrame]]:
    """Hosts the machine of a bucket, whose state Spark keeps from one micro-batch to the next."""

    def run(_: Any, frames: Iterable[pd.DataFrame], state: GroupState) -> Iterator[pd.DataFrame]:
        with told_in_a_sentence():
            host = hosted(shipped)
            packs: list[bytes] = []
            notes: list[Note] = []
            for frame in frames:
                packs.extend(frame["pack"])
                notes.extend(Note.from_bytes(note) for note in frame["note"] if note is not None)
            before = bytes(state.get[0]) if state.exists else host.machine.start()
            step = _step(host, before, packs, over=False)
            state.update((step.state,))
            for table in rows_of(step, notes, host.deployment):
                yield table.to_pandas(integer_object_nulls=True)

    return run


def _by_bucket(rows: Iterable[pa.RecordBatch]) -> dict[int, tuple[list[bytes], list[Note]]]:
    found: dict[int, tuple[list[bytes], list[Note]]] = defaultdict(lambda: ([], []))
    for batch in rows:
        for row in batch.to_pylist():
            packs, notes = found[row["bucket"]]
            packs.append(row["pack"])
            if row["note"] is not None:
                notes.append(Note.from_bytes(row["note"]))
    return found


def _step(host: Hosted, state: bytes, packs: list[bytes], *, over: bool) -> Step:
    try:
        step = host.machine.step(state, [from_bytes(pack) for pack in packs], over=over)
    except StateLimitError as error:
        raise WorkerError(f"the query {_named(host)} cannot go on: {error}") from error
    limit = host.deployment.state_limit
    if limit is not None and step.waiting > limit:
        raise WorkerError(f"the query {_named(host)} cannot go on: more than {limit} runs wait at once; narrow WITHIN")
    return step


def _named(host: Hosted) -> str:
    """By what it reads and what it is keyed by, since queries need no names."""
    plan = host.deployment.plan
    streams = ", ".join(map(str, plan.streams))
    key = ", ".join(f"?{name}" for name in plan.key.variables)
    return f"over {streams}, " + (f"keyed by {key}," if key else "which has no key,")


def _batches(host: Hosted, step: Step, notes: list[Note]) -> Iterator[pa.RecordBatch]:
    for table in rows_of(step, notes, host.deployment):
        yield from table.to_batches(max_chunksize=65_536)
