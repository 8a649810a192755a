"""Terms are taken apart alike by workers and by Spark."""

from __future__ import annotations

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from seqoia.spark.structs import structs_of
from seqoia.spark.terms import term_struct

XSD = "http://www.w3.org/2001/XMLSchema#"
TEXTS = (
    "<http://example.org/a>",
    "_:b0",
    '"plain"',
    '""',
    '"with \\"quotes\\", \\\\ and \\n lines"',
    '"^^<http://not.a/datatype>"',
    '"grüße"@de',
    '"right"@ar--rtl',
    f'"42"^^<{XSD}integer>',
    f'"27.850"^^<{XSD}decimal>',
    f'"1.0E3"^^<{XSD}double>',
    f'"2026-01-30T09:30:10Z"^^<{XSD}dateTime>',
    f'"x"^^<{XSD}integer>',
    '<<( <http://example.org/a> <http://example.org/b> "c" )>>',
    None,
)


def test_workers_and_spark_take_terms_apart_alike(spark: SparkSession) -> None:
    by_workers = structs_of(pa.chunked_array([pa.array(TEXTS, pa.string())])).to_pylist()
    frame = spark.createDataFrame([(place, text) for place, text in enumerate(TEXTS)], "place int, text string")
    rows = frame.select("place", term_struct(f.col("text")).alias("term")).orderBy("place").collect()
    assert [None if row.term is None else row.term.asDict() for row in rows] == by_workers


def test_plain_numbers_become_the_terms_that_they_stand_for() -> None:
    (term,) = structs_of(pa.chunked_array([pa.array([7], pa.int64())])).to_pylist()
    assert (term["value"], term["datatype"], term["number"]) == ("7", f"{XSD}integer", 7.0)
