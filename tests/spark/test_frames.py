"""DataFrames in, DataFrames out: every way to hold events answers alike, and answers are typed."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pyoxigraph import RdfFormat, parse, serialize

import seqoia
from places import PROJECT

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

EXAMPLE = PROJECT / "examples" / "v-shape"
QUERY = (EXAMPLE / "query.spaseq").read_text(encoding="utf-8")
EVENTS = [json.loads(line) for line in (EXAMPLE / "trades.jsonl").read_text(encoding="utf-8").splitlines()]
STREAM = "http://example.org/trades"


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def answered(frame: DataFrame) -> list[tuple[Any, ...]]:
    return [
        (row.start.replace(tzinfo=timezone.utc), row.company.value, row.high.number, row.low.number, row.back.number)
        for row in frame.collect()
    ]


MATCH = [(moment("2026-01-30T09:30:10Z"), "http://example.org/acme", 100.0, 90.0, 104.0)]


def test_files_are_answered_as_typed_columns(spark: SparkSession) -> None:
    assert answered(seqoia.query(QUERY).over(str(EXAMPLE / "trades.jsonl"), spark=spark)) == MATCH


def test_columns_of_numbers_can_be_compared(spark: SparkSession) -> None:
    found = seqoia.query(QUERY).over({STREAM: seqoia.files(EXAMPLE / "trades.jsonl")}, spark=spark)
    assert found.where("high.number > 99").count() == 1
    assert found.where("high.number > 100").count() == 0
    assert [field.name for field in found.schema["high"].dataType] == ["type", "value", "datatype", "lang", "number"]


@pytest.mark.parametrize("column", ["string", "timestamp", "seconds"])
def test_rows_with_a_serialised_graph_are_events(spark: SparkSession, column: str) -> None:
    times: dict[str, Any] = {
        "string": lambda event: event["time"],
        "timestamp": lambda event: moment(event["time"]),
        "seconds": lambda event: int(moment(event["time"]).timestamp()),
    }
    rows = [(times[column](event), event["graph"]) for event in EVENTS]
    frame = spark.createDataFrame(rows, ["time", "graph"])
    assert answered(seqoia.query(QUERY).over(frame)) == MATCH


def test_rows_with_columns_of_other_names_are_events(spark: SparkSession) -> None:
    rows = [(moment(event["time"]), bytearray(event["graph"].encode())) for event in EVENTS]
    frame = spark.createDataFrame(rows, ["seen", "value"])
    source = seqoia.events(frame, graph="value", format="turtle", time="seen")
    assert answered(seqoia.query(QUERY).over(source)) == MATCH


def test_rows_with_lists_of_triples_are_events(spark: SparkSession) -> None:
    rows = []
    for event in EVENTS:
        triples = parse(event["graph"].encode(), format=RdfFormat.TURTLE)
        rows.append((event["time"], [tuple(map(str, quad.triple)) for quad in triples]))
    frame = spark.createDataFrame(rows, "time string, graph array<struct<s: string, p: string, o: string>>")
    assert answered(seqoia.query(QUERY).over(frame)) == MATCH


def test_plain_columns_are_events_by_a_lift(spark: SparkSession) -> None:
    example = "http://example.org/"
    rows = []
    for event in EVENTS:
        said = {quad.predicate.value: quad.object.value for quad in parse(event["graph"], format=RdfFormat.TURTLE)}
        name = said[example + "company"].removeprefix(example)
        rows.append((moment(event["time"]), name, int(said[example + "price"])))
    frame = spark.createDataFrame(rows, "at timestamp, name string, price bigint")
    lift = {
        "subject": "_:",
        "time": "at",
        "properties": {
            example + "company": {"iri": example + "{name}"},
            example + "price": {"column": "price"},
        },
    }
    assert answered(seqoia.query(QUERY).over(seqoia.events(frame, lift=lift))) == MATCH


def test_a_row_that_is_no_event_can_stop_the_query(spark: SparkSession) -> None:
    frame = spark.createDataFrame([("soon", ":a :b :c .")], ["time", "graph"])
    with pytest.raises(Exception, match="there is no time that can be read"):
        seqoia.query(QUERY).over(frame, malformed="fail").collect()


def test_a_frame_without_a_graph_is_refused_by_name(spark: SparkSession) -> None:
    frame = spark.createDataFrame([(1, "x")], ["time", "content"])
    with pytest.raises(ValueError, match="has no column 'graph'; it has time, content"):
        _ = seqoia.query(QUERY).over(frame).schema


def test_the_answers_of_one_query_are_the_events_of_the_next(spark: SparkSession) -> None:
    prefix = "PREFIX : <http://example.org/>\n"
    falls = QUERY.replace("SELECT ?company ?high ?low ?back", "CONSTRUCT { ?company :fellTo ?low }")
    first = seqoia.query(falls).over(str(EXAMPLE / "trades.jsonl"), spark=spark)
    assert first.columns == ["stream", "start", "end", "graph"]
    second = seqoia.query(
        prefix + "SELECT ?who ?low WITHIN 30 MINUTES FROM STREAM S <http://example.org/falls>\n"
        "WHERE { SEQ (A) DEFINE GPM A ON S { ?who :fellTo ?low } }"
    ).over(first)
    assert [(row.who.value, row.low.number) for row in second.collect()] == [("http://example.org/acme", 90.0)]


@pytest.mark.parametrize("suffix", [".jsonl", ".trig", ".nq"])
def test_files_of_rdf_are_read_as_a_dataframe(spark: SparkSession, tmp_path: Path, suffix: str) -> None:
    write(tmp_path / f"trades{suffix}")
    frame = spark.read.format("rdf").option("stream", STREAM).load(str(tmp_path))
    assert frame.count() == len(EVENTS)
    assert answered(seqoia.query(QUERY).over(frame)) == MATCH


@pytest.mark.parametrize("suffix", [".trig", ".nq"])
def test_named_graphs_are_matched_where_they_are_read(spark: SparkSession, tmp_path: Path, suffix: str) -> None:
    write(tmp_path / f"trades{suffix}")
    assert answered(seqoia.query(QUERY).over(str(tmp_path), spark=spark)) == MATCH


@pytest.mark.parametrize(
    ("suffix", "rdf_format"),
    [(".nt", RdfFormat.N_TRIPLES), (".ttl", RdfFormat.TURTLE), (".rdf", RdfFormat.RDF_XML)],
)
def test_a_file_of_triples_is_one_event(
    spark: SparkSession, tmp_path: Path, suffix: str, rdf_format: RdfFormat
) -> None:
    text = (
        "<urn:e> <http://www.w3.org/ns/prov#generatedAtTime> "
        '"2026-01-30T09:30:10Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .'
    )
    triples = [quad.triple for quad in parse(text.encode(), format=RdfFormat.TURTLE)]
    (tmp_path / f"event{suffix}").write_bytes(serialize(triples, format=rdf_format) or b"")
    [row] = spark.read.format("rdf").load(str(tmp_path)).collect()
    assert row.start == row.end == datetime(2026, 1, 30, 9, 30, 10)


def test_rdf_that_appears_is_read_once(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    frame = spark.readStream.format("rdf").load(str(tmp_path / "in"))
    found = seqoia.query(QUERY).over(frame)
    assert found.isStreaming
    for part in (EVENTS[:4], EVENTS[4:]):
        number = len(list((tmp_path / "in").iterdir()))
        lines = "".join(json.dumps(event) + "\n" for event in part)
        (tmp_path / "in" / f"{number}.jsonl").write_text(lines, encoding="utf-8")
        writer = found.writeStream.format("parquet").option("checkpointLocation", str(tmp_path / "checkpoint"))
        query = writer.trigger(availableNow=True).start(str(tmp_path / "out"))
        query.awaitTermination()
        progress = query.lastProgress
    assert progress is not None
    assert progress["observedMetrics"]["seqoia"]["events"] == 3
    assert answered(spark.read.parquet(str(tmp_path / "out"))) == MATCH


def write(file: Path) -> None:
    """The example's events in the format of a suffix."""
    if file.suffix == ".jsonl":
        file.write_bytes((EXAMPLE / "trades.jsonl").read_bytes())
        return
    lines = []
    for number, event in enumerate(EVENTS):
        name = f"<urn:graph:{number}>"
        time = f'"{event["time"]}"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
        lines.append(f"{name} <http://www.w3.org/ns/prov#generatedAtTime> {time} .")
        for quad in parse(event["graph"].encode(), format=RdfFormat.TURTLE):
            triple = f"{quad.subject} {quad.predicate} {quad.object}"
            lines.append(f"{triple} {name} ." if file.suffix == ".nq" else f"{name} {{ {triple} . }}")
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
