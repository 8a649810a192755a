"""A query over streams that go on: each micro-batch is told as it comes, until somebody stops it."""

from __future__ import annotations

import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from seqoia.spark.checkpoint import take_up
from seqoia.spark.failures import QueryStoppedError, sentence_in
from seqoia.spark.told import Told

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from pyspark.sql.streaming.query import StreamingQuery

    from seqoia.spark.running import Running

Telling = Callable[[int, Told], None]
"""What is done with the batch of that number; the same batch may come again after a crash."""

_GLANCE = 0.1
"""Seconds between looks at whether the query goes on."""


def follow(running: Running, tell: Telling, checkpoint: Path | None = None, *, until_idle: bool = False) -> None:
    """Runs until an interrupt or a request to terminate, or, `until_idle`, until all that is there has been read."""
    with _checkpoint(checkpoint) as folder, _asked_to_stop() as stopping:
        take_up(running, folder)
        query = _started(running, tell, folder, until_idle)
        try:
            while query.isActive and not stopping.wait(_GLANCE):
                pass
            failed = None if query.isActive else query.exception()
        finally:
            query.stop()
        if failed is not None:
            raise _as_ours(failed)


def _started(running: Running, tell: Telling, checkpoint: Path, until_idle: bool) -> StreamingQuery:
    plan = running.plan

    def each(frame: DataFrame, batch: int) -> None:
        tell(batch, Told(plan, frame.toArrow()))

    writer = running.rows.writeStream.outputMode("append").option("checkpointLocation", str(checkpoint))
    if until_idle:
        writer = writer.trigger(availableNow=True)
    return writer.foreachBatch(each).start()


def _as_ours(failed: Exception) -> Exception:
    sentence = sentence_in(str(failed))
    return failed if sentence is None else QueryStoppedError(sentence)


@contextmanager
def _checkpoint(given: Path | None) -> Iterator[Path]:
    """Without a checkpoint the query cannot be taken up again, and its state goes with it."""
    if given is not None:
        given.mkdir(parents=True, exist_ok=True)
        yield given.absolute()
        return
    with tempfile.TemporaryDirectory(prefix="seqoia-checkpoint-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@contextmanager
def _asked_to_stop() -> Iterator[threading.Event]:
    """An event that an interrupt or a request to terminate sets."""
    stopping = threading.Event()

    def stop(_: int, __: FrameType | None) -> None:
        stopping.set()

    if threading.current_thread() is not threading.main_thread():
        yield stopping
        return
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopping
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
