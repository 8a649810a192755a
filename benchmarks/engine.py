"""The one place where the benchmark calls Seqoia's engine: by its public surface, as a user would.

Everything above this module speaks of queries, sources and figures. If the surface changes, this module changes and
nothing else. As long as the installed Seqoia has no engine, each function says so and measures nothing.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.measure.figures import Figure, MissingError
from benchmarks.places import WORK


@dataclass(frozen=True, slots=True)
class Source:
    """A folder of files of a stream, in one form (`jsonl`, `nq`, `payload`, `parquet` or `csv`)."""

    path: Path
    form: str
    events: int
    mapping: Mapping[str, Any] = field(default_factory=dict)
    """For plain columns, how they are lifted to events without writing triples: what `seqoia.events(lift=…)` takes."""


def run_batch(
    query: str,
    streams: Mapping[str, Source],
    *,
    cores: int = 2,
    background: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Figure:
    """All matches of a query over files that are complete; steady state: the second of two runs in one Spark session.

    The matches are written nowhere (Spark's `noop`), every column of them is computed, and they are counted on the way.
    """
    spark = _session(cores, settings)
    _drain(query, _loaded(spark, streams), background)
    started = time.perf_counter()
    matches = _drain(query, _loaded(spark, streams), background)
    return Figure(time.perf_counter() - started, _events(streams), matches, {"cores": cores})


def run_streaming(
    query: str,
    streams: Mapping[str, Source],
    *,
    cores: int = 2,
    files_per_batch: int = 1,
    background: Path | None = None,
    settings: Mapping[str, str] | None = None,
) -> Figure:
    """All matches of a query over files that arrive, `files_per_batch` at a time, until none is left.

    The time is that of the micro-batches from the second on, the events are theirs: the first batch warms up.
    """
    spark = _session(cores, settings)
    frames = _loaded(spark, streams, files_per_batch)
    counted = _Counter()
    checkpoint = WORK / "checkpoints" / f"{time.time_ns()}"
    running = (
        _matches(query, frames, background)
        .writeStream.foreachBatch(counted)
        .option("checkpointLocation", str(checkpoint))
        .trigger(availableNow=True)
        .start()
    )
    running.awaitTermination()
    batches = list(running.recentProgress)
    steady = [batch for batch in batches if batch["batchId"] > 0]
    seconds = sum(batch["batchDuration"] for batch in steady) / 1000
    events = _events(streams) * len(steady) // len(batches)
    return Figure(seconds, events, counted.matches, {"cores": cores, "batches": len(steady)})


def latency(query: str, stream: str, lines: Mapping[int, str], *, per_second: float = 10.0) -> Figure:
    """From the moment at which an event's line is in the folder to that at which a match that it ends is delivered.

    `lines` are events by their time in milliseconds, no two at the same. Each is written as a file of its own and moved
    into place; `seen` holds the median and the 95th percentile in milliseconds.
    """
    spark = _session(2, None)
    folder = WORK / "arriving" / f"{time.time_ns()}"
    folder.mkdir(parents=True)
    delivered: list[tuple[int, float]] = []

    def deliver(frame: Any, _: int) -> None:
        ends = [row[0] for row in frame.selectExpr("unix_millis(end)").collect()]
        delivered.extend((end, time.time()) for end in ends)

    frames = _loaded(spark, {stream: Source(folder, "jsonl", 0)}, files_per_batch=1_000_000)
    checkpoint = WORK / "checkpoints" / folder.name
    running = (
        _matches(query, frames, None)
        .writeStream.foreachBatch(deliver)
        .option("checkpointLocation", str(checkpoint))
        .start()
    )
    written = _written_one_by_one(folder, lines, per_second)
    running.processAllAvailable()
    running.stop()
    waits = sorted(at - written[end] for end, at in delivered[len(delivered) // 10 :])
    if not waits:
        raise MissingError("no match was delivered, so there is no latency")
    seen = {"median_ms": _percentile(waits, 0.5), "p95_ms": _percentile(waits, 0.95)}
    return Figure(len(lines) / per_second, len(lines), len(delivered), seen)


def cold_start(query: Path, streams: Mapping[str, Path]) -> Figure:
    """From the command `seqoia run` to the first line that it prints, in a process of its own."""
    installed()
    given = [word for iri, path in streams.items() for word in ("--stream", f"{iri}={path}")]
    command = [str(Path(sys.executable).parent / "seqoia"), "run", str(query), *given]
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        watch = threading.Timer(180, running.kill)
        watch.start()
        assert running.stdout is not None
        first = running.stdout.readline()
        seconds = time.perf_counter() - started
        rest = running.stdout.readlines()
        watch.cancel()
    if not first:
        raise MissingError("seqoia run printed nothing")
    return Figure(seconds, 0, 1 + len(rest), {"seconds": seconds})


def bytes_of_a_waiting_run(query: str, streams: Mapping[str, Source]) -> Figure:
    """The state's bytes over the runs that wait when half of the events have come."""
    installed()
    given = Waiting(query, streams)
    started = time.perf_counter()
    step = given.half_way()
    if not step.waiting:
        raise MissingError("no run waits")
    seen = {"bytes": len(step.state) / step.waiting, "runs": step.waiting}
    return Figure(time.perf_counter() - started, given.events, step.answers.num_rows, seen)


class Waiting:
    """The machine of a query by itself, as Spark hosts it, over the first half of a stream's files."""

    def __init__(self, query: str, streams: Mapping[str, Source]) -> None:
        seqoia = import_module("seqoia")
        machine, match = import_module("seqoia.machine"), import_module("seqoia.machine.match")
        planned = seqoia.query(query).plan
        ((_, source),) = streams.items()
        files = sorted(source.path.glob("part-*"))
        matcher = match.Matcher(planned.leaves, planned.streams, seqoia.Dataset(), ticks=planned.ticks)
        batches = [match.read_jsonl(file.read_bytes()).batch for file in files[: len(files) // 2]]
        self.machine = machine.machine_for(planned)
        self.events = sum(len(batch.start) for batch in batches)
        self.bindings = [matcher.match(batch).bindings for batch in batches]

    def half_way(self) -> Any:
        return self.machine.step(self.machine.start(), self.bindings, over=False)


def installed() -> Any:
    """Seqoia, if it has an engine; else what is missing."""
    if find_spec("seqoia") is None:
        raise MissingError("engine not installed: no package seqoia")
    seqoia = import_module("seqoia")
    if not hasattr(seqoia, "query"):
        raise MissingError("engine not installed: seqoia has no query() yet")
    return seqoia


def _session(cores: int, settings: Mapping[str, str] | None) -> Any:
    """A Spark session as Seqoia sets it up, on so many cores; `settings` are Spark's, with `_` for `.`."""
    session = installed().session(cores, **(settings or {}))
    session.conf.set("spark.sql.streaming.numRecentProgressUpdates", "1000000")
    return session


def _loaded(spark: Any, streams: Mapping[str, Source], files_per_batch: int | None = None) -> dict[str, Any]:
    """The streams as sources; if they arrive, so many files at a time."""
    return {iri: _source(spark, source, files_per_batch) for iri, source in streams.items()}


def _source(spark: Any, source: Source, files_per_batch: int | None) -> Any:
    seqoia = installed()
    if source.form in ("jsonl", "nq"):
        return seqoia.files(source.path, follow=files_per_batch is not None, at_once=files_per_batch)
    kind = "csv" if source.form == "csv" else "parquet"
    path = str(source.path / "part-*")
    shape = spark.read.options(header=True, inferSchema=True).format(kind).load(path)
    frame = shape
    if files_per_batch is not None:
        reader = spark.readStream.schema(shape.schema).options(header=True, maxFilesPerTrigger=files_per_batch)
        frame = reader.format(kind).load(path)
    if source.form == "payload":
        return seqoia.events(frame, format="ntriples")
    at = "time" if dict(shape.dtypes)["time"] == "timestamp" else "time / 1000"
    return seqoia.events(frame.selectExpr("*", f"{at} as at"), lift=dict(source.mapping))


def _matches(query: str, frames: Mapping[str, Any], background: Path | None) -> Any:
    known = {} if background is None else {"background": str(background)}
    return installed().query(query).over(dict(frames), **known)


def _drain(query: str, frames: Mapping[str, Any], background: Path | None) -> int:
    sql = import_module("pyspark.sql")
    functions = import_module("pyspark.sql.functions")
    observed = sql.Observation("matches")
    matches = _matches(query, frames, background).observe(observed, functions.count(functions.lit(1)).alias("count"))
    matches.write.format("noop").mode("overwrite").save()
    return int(observed.get["count"])


class _Counter:
    """Counts the matches of each micro-batch after all of their columns were computed."""

    def __init__(self) -> None:
        self.matches = 0

    def __call__(self, frame: Any, _: int) -> None:
        kept = frame.persist()
        self.matches += kept.count()
        kept.unpersist()


def _written_one_by_one(folder: Path, lines: Mapping[int, str], per_second: float) -> dict[int, float]:
    """Each line as a file that appears whole; when each did, by the time of its event."""
    times = {}
    for number, (instant, line) in enumerate(lines.items()):
        hidden = folder / f".{number}"
        hidden.write_text(line + "\n", encoding="utf-8")
        hidden.rename(folder / f"part-{number:06}.jsonl")
        times[instant] = time.time()
        time.sleep(1 / per_second)
    return times


def _percentile(ordered: list[float], share: float) -> float:
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


def _events(streams: Mapping[str, Source]) -> int:
    return sum(source.events for source in streams.values())
