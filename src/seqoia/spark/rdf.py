"""`spark.read.format("rdf")` and `spark.readStream.format("rdf")`: files of RDF as a DataFrame of events.

Events are rows of `stream, start, end, graph, event`. JSON Lines, TriG and N-Quads say when each event was. In
N-Triples, Turtle, JSON-LD and RDF/XML a file is an event, and the resource that has the time predicate says when.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from pyoxigraph import RdfFormat, serialize
from pyspark.sql import SparkSession
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceStreamReader, InputPartition
from pyspark.sql.types import StructType

from seqoia.formats import GENERATED_AT, UnreadableFileError
from seqoia.formats.notation import time_of_term
from seqoia.formats.rdf import TRIPLE_FORMATS, parse_file
from seqoia.machine.bindings import Rejected
from seqoia.machine.match import EventBatch, Syntax, Texts
from seqoia.model import Interval, NamedNode
from seqoia.spark.deployment import Malformed
from seqoia.spark.failures import WorkerError
from seqoia.spark.packing import Read
from seqoia.spark.reading import Split, read_split, splits_of
from seqoia.spark.sources import SUFFIXES, listed

SCHEMA = "stream string, start timestamp, end timestamp, graph string, event bigint, rejected string"
_ARROW = pa.schema(
    [
        ("stream", pa.string()),
        ("start", pa.timestamp("us", "UTC")),
        ("end", pa.timestamp("us", "UTC")),
        ("graph", pa.string()),
        ("event", pa.int64()),
        ("rejected", pa.string()),
    ]
)
_TRIPLES = {**TRIPLE_FORMATS, ".jsonld": RdfFormat.JSON_LD}
_NAMES = {
    "jsonl": ".jsonl",
    "trig": ".trig",
    "nquads": ".nq",
    "ntriples": ".nt",
    "turtle": ".ttl",
    "jsonld": ".jsonld",
    "rdfxml": ".rdf",
}


class RdfSource(DataSource):
    """Files of RDF as events.

    Options: `stream` (the IRI of the stream), `format` (else the suffix tells), `timePredicate`, and `mode`: `skip`,
    `collect` (what is no event is a row with `rejected` alone) or `fail`.
    """

    @classmethod
    def name(cls) -> str:
        return "rdf"

    def schema(self) -> str:
        return SCHEMA

    def reader(self, schema: StructType) -> DataSourceReader:  # noqa: ARG002
        return _Reader(_Reading.of(self.options))

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:  # noqa: ARG002, N802
        return _StreamReader(_Reading.of(self.options))


@dataclass(frozen=True, slots=True)
class _Reading:
    """What the options say."""

    path: str
    stream: str | None
    suffix: str | None
    time_predicate: str
    mode: Malformed

    @classmethod
    def of(cls, options: Mapping[str, str]) -> _Reading:
        path = options.get("path")
        if not path:
            raise ValueError("which files? say .load(path)")
        format_name = options.get("format")
        if format_name is not None and format_name not in _NAMES:
            raise ValueError(f"there is no format {format_name!r}; choose one of {', '.join(_NAMES)}")
        modes = [mode.value for mode in Malformed]
        mode = options.get("mode", Malformed.SKIP.value)
        if mode not in modes:
            raise ValueError(f"there is no mode {mode!r}; choose one of {', '.join(modes)}")
        predicate = options.get("timePredicate", GENERATED_AT.value)
        suffix = None if format_name is None else _NAMES[format_name]
        return cls(path.removeprefix("file:"), options.get("stream"), suffix, predicate, Malformed(mode))

    def files(self) -> list[str]:
        """The files that are there, by name."""
        suffixes = (*SUFFIXES, *_TRIPLES) if self.suffix is None else None
        return listed(self.path, suffixes)

    def splits(self, path: str) -> list[Split]:
        if self._suffix_of(path) in _TRIPLES or self.suffix is not None:
            return [Split(path, 0, Path(path).stat().st_size, path, 0, _number(path), self.time_predicate)]
        return splits_of(path, 0, _number(path), self.time_predicate)

    def read(self, split: Split) -> Iterator[pa.RecordBatch]:
        """The rows of a part of a file."""
        suffix = self._suffix_of(split.path)
        parts = [_one_event(split, _TRIPLES[suffix])] if suffix in _TRIPLES else read_split(split, suffix)
        for part in parts:
            if part.rejected and self.mode is Malformed.FAIL:
                raise WorkerError(f"{part.rejected[0].position}: {part.rejected[0].reason}")
            if part.batch is not None:
                yield self._rows(part.batch)
            if part.rejected and self.mode is Malformed.COLLECT:
                yield self._rejected(part.rejected)

    def _rows(self, batch: EventBatch) -> pa.RecordBatch:
        assert isinstance(batch.content, Texts)
        count = len(batch.start)
        columns = [
            pa.array([self.stream] * count, pa.string()),
            pa.array(batch.start).cast(pa.timestamp("us", "UTC")),
            pa.array(batch.end).cast(pa.timestamp("us", "UTC")),
            batch.content.texts.cast(pa.large_string()).cast(pa.string()),
            pa.array(batch.event),
            pa.nulls(count, pa.string()),
        ]
        return pa.RecordBatch.from_arrays(columns, schema=_ARROW)

    def _rejected(self, rejected: Sequence[Rejected]) -> pa.RecordBatch:
        told = [f"{each.position}: {each.reason}" for each in rejected]
        rows = [{**dict.fromkeys(_ARROW.names), "stream": self.stream, "rejected": each} for each in told]
        return pa.RecordBatch.from_pylist(rows, schema=_ARROW)

    def _suffix_of(self, path: str) -> str:
        return self.suffix or Path(path).suffix.lower()


def _one_event(split: Split, rdf_format: RdfFormat) -> Read:
    """A file whose triples say themselves when they were."""
    path, predicate = split.path, NamedNode(split.time_predicate)
    try:
        quads = parse_file(path, Path(path).read_bytes(), rdf_format)
        times = {quad.object for quad in quads if quad.predicate == predicate}
        if len(times) != 1:
            said = "does not say" if not times else "says several times"
            raise ValueError(f"{said} its {predicate}, the time of the event")
        at = time_of_term(times.pop())[0]
    except (UnreadableFileError, ValueError) as error:
        reason = error.reason if isinstance(error, UnreadableFileError) else str(error)
        return Read(None, (Rejected(path, reason, ""),))
    text = serialize((quad.triple for quad in quads), format=RdfFormat.N_TRIPLES) or b""
    when = np.array([Interval.point(at).start.microseconds], np.int64)
    content = Texts(pa.array([text], pa.large_binary()), Syntax.N_TRIPLES)
    return Read(EventBatch(0, when, when, np.array([split.first], np.int64), content))


def _number(path: str) -> int:
    """From where the events of a file are counted, so that those of different files have different numbers."""
    return int.from_bytes(hashlib.blake2s(path.encode(), digest_size=8).digest(), "big") >> 3


class _Part(InputPartition):
    def __init__(self, split: Split) -> None:
        self.split = split


class _Reader(DataSourceReader):
    def __init__(self, reading: _Reading) -> None:
        self._reading = reading

    def partitions(self) -> Sequence[InputPartition]:
        return [_Part(split) for path in self._reading.files() for split in self._reading.splits(path)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _Part)
        yield from self._reading.read(partition.split)


class _StreamReader(DataSourceStreamReader):
    """Files that appear, in the order in which they did: an offset is when the last one did, and its name."""

    def __init__(self, reading: _Reading) -> None:
        self._reading = reading

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802
        return {"since": 0, "name": ""}

    def latestOffset(self, start: dict[str, Any], _limit: Any = None) -> dict[str, Any]:  # noqa: N802
        last = max((since, name) for since, name in [(start["since"], start["name"]), *self._appeared()])
        return {"since": last[0], "name": last[1]}

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> Sequence[InputPartition]:
        first, last = (start["since"], start["name"]), (end["since"], end["name"])
        new = (name for since, name in self._appeared() if first < (since, name) <= last)
        return [_Part(split) for path in new for split in self._reading.splits(path)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, _Part)
        yield from self._reading.read(partition.split)

    def _appeared(self) -> list[tuple[int, str]]:
        """A file that is renamed into its place appears then; the youngest wait, as others may appear as early."""
        settled = time.time_ns() - _SETTLING
        found = sorted((Path(path).stat().st_ctime_ns, path) for path in self._reading.files())
        return [each for each in found if each[0] < settled]


_SETTLING = 20_000_000
"""Nanoseconds: clocks of file systems tick slower than that."""


def register(spark: SparkSession) -> None:
    """Makes `format("rdf")` known to a session."""
    spark.dataSource.register(RdfSource)
