"""DataFrames of events as rows of packs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f
from pyspark.sql.types import ArrayType, DataType, StringType, StructType, TimestampNTZType, TimestampType

from seqoia.formats.notation import instant_of
from seqoia.machine.bindings import Rejected
from seqoia.machine.match import Columns, Content, EventBatch, Quads, Syntax, Texts
from seqoia.spark.deployment import Shipped
from seqoia.spark.failures import told_in_a_sentence
from seqoia.spark.hosted import declared, hosted
from seqoia.spark.packing import PACKS, Read, pack_rows
from seqoia.spark.sources import Frame

_FORMATS = {
    "ntriples": Syntax.N_TRIPLES,
    "nt": Syntax.N_TRIPLES,
    "nquads": Syntax.N_QUADS,
    "nq": Syntax.N_QUADS,
    "turtle": Syntax.TURTLE,
    "ttl": Syntax.TURTLE,
    "trig": Syntax.TRIG,
    "jsonld": Syntax.JSON_LD,
    "json-ld": Syntax.JSON_LD,
    "rdfxml": Syntax.RDF_XML,
    "rdf/xml": Syntax.RDF_XML,
}
_TERMS = ("s", "p", "o", "g")


def frame_batches(source: Frame, stream: int, shipped: Shipped, labels: Sequence[int]) -> DataFrame:
    """Reads and matches the rows of a DataFrame."""
    syntax = syntax_named(source.format)
    return _as_events(source).mapInArrow(_matching(stream, syntax, shipped, labels), PACKS)


def syntax_named(name: str) -> Syntax:
    """The syntax of that name."""
    known = _FORMATS.get(name.lower())
    if known is None:
        raise ValueError(f"there is no format {name!r}; choose one of {', '.join(sorted(_FORMATS))}")
    return known


def _as_events(source: Frame) -> DataFrame:
    """The columns `start`, `end`, `event` and `content`, whatever they were called."""
    frame = source.frame
    begin, finish, read, content = _parts(source)
    missing = [name for name in (begin, finish, *read) if name not in frame.columns]
    if missing:
        raise ValueError(f"the DataFrame has no column {missing[0]!r}; it has {', '.join(frame.columns)}")
    return frame.select(
        _time(frame, begin).alias("start"),
        _time(frame, finish).alias("end"),
        _number(frame, [begin, finish, *read]).alias("event"),
        content().alias("content"),
    )


def _parts(source: Frame) -> tuple[str, str, list[str], Callable[[], Column]]:
    """Which columns say when, which what, and the latter as one column."""
    if source.lift is not None:
        lift = declared(source.lift)
        columns = [name for name in lift.columns if name not in (lift.start, lift.end)]
        return lift.start, lift.end, columns, lambda: f.struct(*lift.columns)
    begin, finish = _time_columns(source)
    return begin, finish, [source.graph], lambda: _content(source.frame.schema[source.graph].dataType, source.graph)


def _number(frame: DataFrame, read: Sequence[str]) -> Column:
    """Rows have no numbers that stay the same in each run, except where a topic has them."""
    if "event" in frame.columns:
        return f.col("event").cast("bigint")
    if {"topic", "partition", "offset"} <= set(frame.columns):
        return f.xxhash64("topic", "partition", "offset")
    if frame.isStreaming:
        return f.xxhash64(*(f.col(name) for name in read))
    return f.monotonically_increasing_id()


def _content(kind: DataType, graph: str) -> Column:
    """A serialised graph as bytes, or a list of quads."""
    if isinstance(kind, ArrayType) and isinstance(kind.elementType, StructType):
        there = kind.elementType.fieldNames()
        return f.transform(
            graph,
            lambda quad: f.struct(
                *(
                    quad[name].alias(name) if name in there else f.lit(None).cast("string").alias(name)
                    for name in _TERMS
                )
            ),
        )
    return f.col(graph).cast("binary")


def _time_columns(source: Frame) -> tuple[str, str]:
    there = source.frame.columns
    if source.time is not None:
        chosen = (source.time, source.time)
    elif source.start is not None and source.end is not None:
        chosen = (source.start, source.end)
    elif "time" in there:
        chosen = ("time", "time")
    elif {"start", "end"} <= set(there):
        chosen = ("start", "end")
    else:
        chosen = ("timestamp", "timestamp")
    missing = [name for name in chosen if name not in there]
    if missing:
        raise ValueError(f"which column has the time? say time=…, or start=… and end=…; there are {', '.join(there)}")
    return chosen


def _time(frame: DataFrame, name: str) -> Column:
    """Timestamps as microseconds, exactly; all else as text, which is read where it is matched."""
    kind = frame.schema[name].dataType
    if isinstance(kind, TimestampNTZType):
        return f.unix_micros(f.col(name).cast("timestamp")).cast("string")
    if isinstance(kind, TimestampType):
        return f.unix_micros(f.col(name)).cast("string")
    if isinstance(kind, StringType):
        return f.concat(f.lit("T"), f.col(name))
    return (f.col(name).cast("decimal(20,6)") * 1_000_000).cast("bigint").cast("string")


def _matching(
    stream: int, syntax: Syntax, shipped: Shipped, labels: Sequence[int]
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def run(rows: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with told_in_a_sentence():
            yield from pack_rows((_read(batch, stream, syntax) for batch in rows), hosted(shipped), labels)

    return run


def _read(rows: pa.RecordBatch, stream: int, syntax: Syntax) -> Read:
    start, wrong_start = _instants(rows.column("start"))
    end, wrong_end = _instants(rows.column("end"))
    no_graph = pc.is_null(rows.column("content")).to_numpy(zero_copy_only=False)
    bad = wrong_start | wrong_end | no_graph | (end < start)
    event = rows.column("event").to_numpy()
    rejected = [
        Rejected(f"row {event[row]}", _why(no_graph[row], wrong_start[row] or wrong_end[row]), "")
        for row in np.flatnonzero(bad).tolist()
    ]
    kept = rows.filter(pa.array(~bad))
    batch = EventBatch(stream, start[~bad], end[~bad], event[~bad], _content_of(kept.column("content"), syntax))
    return Read(batch, rejected)


def _why(no_graph: bool, no_time: bool) -> str:
    if no_graph:
        return "there is no graph"
    return "there is no time that can be read" if no_time else "ends before it starts"


def _content_of(graphs: pa.Array, syntax: Syntax) -> Content:
    if pa.types.is_struct(graphs.type):
        return Columns(pa.RecordBatch.from_struct_array(graphs))
    if pa.types.is_list(graphs.type):
        return Quads(graphs)
    return Texts(graphs.cast(pa.large_binary()), syntax)


def _instants(column: pa.Array) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Microseconds, and which rows have none."""
    if column.null_count == 0 and not pc.any(pc.starts_with(column, "T")).as_py():
        return pc.cast(column, pa.int64()).to_numpy(), np.zeros(len(column), np.bool_)
    read = [_instant(text) for text in column.to_pylist()]
    wrong = np.array([each is None for each in read], np.bool_)
    return np.array([each or 0 for each in read], np.int64), wrong


def _instant(text: str | None) -> int | None:
    if text is None:
        return None
    try:
        return instant_of(text[1:])[0].microseconds if text.startswith("T") else int(text)
    except ValueError:
        return None
