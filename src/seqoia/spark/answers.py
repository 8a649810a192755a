"""Answers as columns: `start`, `end`, and what the query shows."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as f

from seqoia.algebra.query import Ask, Construct
from seqoia.plan.physical import PatternPlan
from seqoia.spark.emission import Kind, shown
from seqoia.spark.terms import term_struct


def answers_of(rows: DataFrame, plan: PatternPlan) -> DataFrame:
    """The answers among the rows that machines told."""
    told = rows.where(f.col("kind") == int(Kind.ANSWER))
    when = [f.timestamp_micros("start").alias("start"), f.timestamp_micros("end").alias("end")]
    match plan.query.form:
        case Ask():
            return told.select(*when, f.lit(True).alias("boolean"))
        case Construct():
            return told.select(f.lit(_name_of(plan)).alias("stream"), *when, f.col("v0").alias("graph"))
        case _:
            return told.select(*when, *_terms(shown(plan), rows))


def once_each(rows: DataFrame, plan: PatternPlan) -> DataFrame:
    """Equal answers of different buckets are one; with SELECT DISTINCT, equal solutions at their first interval."""
    values = [f"v{place}" for place in range(len(shown(plan)))]
    is_answer = f.col("kind") == int(Kind.ANSWER)
    told, rest = rows.where(is_answer), rows.where(~is_answer)
    if isinstance(plan.query.form, Ask):
        return _first(told, []).unionByName(rest)
    if plan.distinct:
        return _first(told, values).unionByName(rest)
    return told.dropDuplicates(["start", "end", *values]).unionByName(rest)


def _first(told: DataFrame, values: Sequence[str]) -> DataFrame:
    """The first row in ≺ for each combination of values."""
    others = [name for name in told.columns if name not in values]
    order = f.struct(f.col("end").alias("first"), f.col("start").alias("second"))
    least = f.min_by(f.struct(*others), order).alias("least")
    found = told.groupBy(*values).agg(least).where("least is not null")
    return found.select(*(f.col(name) if name in values else f.col(f"least.{name}") for name in told.columns))


def _terms(names: Sequence[str], rows: DataFrame) -> list[Column]:
    """Terms as structs: as they came, or over their text."""
    columns = [f.col(f"v{place}") for place in range(len(names))]
    typed = bool(names) and dict(rows.dtypes)["v0"] != "string"
    return [(column if typed else term_struct(column)).alias(name) for column, name in zip(columns, names, strict=True)]


def _name_of(plan: PatternPlan) -> str | None:
    """The stream that the answers form for others, where the query registers one."""
    registration = plan.query.registration
    return None if registration is None else registration.name.value
