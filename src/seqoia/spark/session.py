"""A Spark session for one machine: everything stays on it, it starts quickly and says nothing."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from seqoia.spark.launch import Launch, launch

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOOPBACK = "127.0.0.1"
_FILES = "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager"


class SessionAhead:
    """A session that is on its way while other work is done."""

    def __init__(self, settings: dict[str, str], launched: Launch | None) -> None:
        self._settings = settings
        self._launched = launched
        self._asked = False
        self._coming: Future[SparkSession] = Future()
        threading.Thread(target=self._come, daemon=True).start()

    def get(self) -> SparkSession:
        """The session, as soon as it is there."""
        self._asked = True
        return self._coming.result()

    def close(self) -> None:
        """Ends what was started and not asked for; a session that is there ends with the process."""
        if self._launched is not None and not self._asked:
            self._launched.stop()

    def _come(self) -> None:
        try:
            session = self._built()
        except Exception as error:
            self._coming.set_exception(error)
            return
        self._coming.set_result(session)
        if self._launched is not None:
            _warm_up(session)

    def _built(self) -> SparkSession:
        from pyspark.sql import SparkSession

        if self._launched is not None:
            self._launched.wait()
        builder = SparkSession.builder
        for name, value in self._settings.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        if self._launched is not None:
            self._launched.forget()
        return session


def _warm_up(session: SparkSession) -> None:
    """A small job, so that the parent of the Python workers loads while a query is still being understood."""
    with suppress(Exception):
        session.range(1).mapInArrow(lambda rows: rows, "id bigint").count()


def session(
    workers: int | None = None, memory: str = "2g", *, master: str | None = None, ui: bool = False, **settings: str
) -> SparkSession:
    """The running session, or else a new one on this machine with so many workers, all of its processors if unsaid.

    `memory` is that of Java, which only passes data on; `settings` are Spark's own, with `_` for `.`.
    """
    from seqoia.spark.rdf import register

    spark = session_ahead(workers, memory, master=master, ui=ui, **settings).get()
    register(spark)
    return spark


def session_ahead(
    workers: int | None = None, memory: str = "2g", *, master: str | None = None, ui: bool = False, **settings: str
) -> SessionAhead:
    """Starts a session without waiting for it."""
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    os.environ.setdefault("PYSPARK_DRIVER_PYTHON", sys.executable)
    count = workers or _processors()
    chosen = {
        "spark.master": master or f"local[{count},{_TRIES}]",
        "spark.sql.shuffle.partitions": str(count),
        "spark.ui.enabled": str(ui).lower(),
        **_SETTINGS,
        "spark.sql.warehouse.dir": str(Path(tempfile.gettempdir()) / "seqoia-warehouse"),
        **{name.replace("_", "."): value for name, value in settings.items()},
    }
    if master is None:
        os.environ.setdefault("SPARK_LOCAL_IP", _LOOPBACK)
        chosen |= _LOCAL
    return SessionAhead(chosen, None if _is_running() else launch(chosen, memory, os.environ.get(_LOG, "OFF")))


_LOG = "SEQOIA_SPARK_LOG"
_TRIES = 3
"""How often a task is tried: a worker may be killed by whoever needs its memory."""

_SETTINGS = {
    "spark.app.name": "seqoia",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.catalogImplementation": "in-memory",
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.execution.arrow.pyspark.enabled": "true",
    "spark.sql.streaming.noDataMicroBatches.enabled": "false",
    "spark.sql.streaming.minBatchesToRetain": "10",
    "spark.ui.showConsoleProgress": "false",
    "spark.locality.wait": "0",
}
"""What holds everywhere. Adaptive execution costs latency and would merge the buckets' partitions."""

_LOCAL = {
    "spark.driver.host": _LOOPBACK,
    "spark.driver.bindAddress": _LOOPBACK,
    "spark.python.unix.domain.socket.enabled": "true",
    "spark.python.daemon.module": "seqoia.spark.daemon",
    "spark.sql.streaming.checkpointFileManagerClass": _FILES,
    "spark.shuffle.compress": "false",
    "spark.sql.files.openCostInBytes": "65536",
}
"""What holds on one machine, whose disk renames files as a whole and whose workers are neighbours."""


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_running() -> bool:
    """Whether this process has Java already, or has been told of one."""
    if "PYSPARK_GATEWAY_PORT" in os.environ:
        return True
    spark = sys.modules.get("pyspark.core.context")
    return spark is not None and spark.SparkContext._gateway is not None
