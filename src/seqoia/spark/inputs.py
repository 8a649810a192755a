"""Sources as rows of packs: each is read, and matched where it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

from seqoia.model import NamedNode
from seqoia.plan.physical import PatternPlan
from seqoia.spark.deployment import Shipped
from seqoia.spark.failures import told_in_a_sentence
from seqoia.spark.frames import frame_batches
from seqoia.spark.hosted import hosted
from seqoia.spark.interpreting import matched
from seqoia.spark.packing import PACKS, matched_rows, pack_rows
from seqoia.spark.reading import Split, read_split, splits_of
from seqoia.spark.sources import Files, Frame, Source

_LEVEL = 40
"""Bits that count the bytes of a file; the files of a batch are told apart above them."""

_LISTED = "path string, modificationTime timestamp, length bigint, content binary"

Batches = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def packs(
    spark: SparkSession,
    plan: PatternPlan,
    sources: Mapping[NamedNode, Source],
    shipped: Shipped,
    labels: Sequence[int],
    follows: bool,
) -> DataFrame:
    """What all sources hold, as rows of packs."""
    parts: list[DataFrame] = []
    there: list[Split] = []
    for stream, name in enumerate(plan.streams):
        source = sources[name]
        if isinstance(source, Frame):
            parts.append(frame_batches(source, stream, shipped, labels))
        elif follows:
            parts.append(_followed(spark, source, stream).mapInArrow(_reading(shipped, labels), PACKS))
        else:
            there.extend(_splits(source, stream))
    if there or not parts:
        parts.append(_read_now(spark, there, shipped, labels))
    return reduce(DataFrame.unionAll, parts)


def size_of(sources: Iterable[Source]) -> int | None:
    """How many bytes the files have together, or None where something is no file."""
    paths: list[str] = []
    for source in sources:
        if isinstance(source, Frame):
            return None
        paths.extend(source.found())
    return sum(Path(path).stat().st_size for path in paths)


def _splits(source: Files, stream: int) -> list[Split]:
    return [
        split
        for number, path in enumerate(source.found())
        for split in splits_of(path, stream, number << _LEVEL, source.time_predicate.value)
    ]


def _read_now(spark: SparkSession, splits: Sequence[Split], shipped: Shipped, labels: Sequence[int]) -> DataFrame:
    """Tasks that know their splits by number: rows of splits would have to be made first."""
    tasks = min(len(splits), 4 * spark.sparkContext.defaultParallelism) or 1

    def run(rows: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        numbers = (number for batch in rows for number in batch.column(0).to_pylist())
        yield from _packed((splits[number] for number in numbers), shipped, labels)

    return spark.range(0, len(splits), 1, tasks).mapInArrow(run, PACKS)


def _followed(spark: SparkSession, source: Files, stream: int) -> DataFrame:
    """Spark lists the files, each once; what is in them never passes through it."""
    path = Path(source.path)
    folder, pattern = (path, None) if path.is_dir() else (path.parent, path.name)
    reader = spark.readStream.format("binaryFile").schema(_LISTED)
    if pattern is not None:
        reader = reader.option("pathGlobFilter", pattern)
    if source.at_once is not None:
        reader = reader.option("maxFilesPerTrigger", source.at_once)
    listed = reader.load(str(folder.absolute()))
    return listed.select(
        "path",
        f.lit(0).cast("bigint").alias("offset"),
        f.col("length").alias("length"),
        f.col("path").alias("name"),
        f.lit(stream).alias("stream"),
        f.shiftrightunsigned(f.xxhash64("path"), 2).alias("first"),
        f.lit(source.time_predicate.value).alias("time_predicate"),
    )


def _reading(shipped: Shipped, labels: Sequence[int]) -> Batches:
    """Reads splits and matches what is in them."""

    def run(rows: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from _packed((Split(**row) for batch in rows for row in batch.to_pylist()), shipped, labels)

    return run


def _packed(splits: Iterable[Split], shipped: Shipped, labels: Sequence[int]) -> Iterator[pa.RecordBatch]:
    with told_in_a_sentence():
        host = hosted(shipped)
        if host.deployment.interpreted:
            yield from matched_rows((matched(split, host) for split in splits), host, labels)
            return
        yield from pack_rows((part for split in splits for part in read_split(split)), host, labels)
