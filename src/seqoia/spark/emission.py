"""What machines tell, as rows: answers, late events, rejected input, and how far the query is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum

import pyarrow as pa

from seqoia.algebra.query import Construct
from seqoia.machine.step import Step
from seqoia.machine.terms import texts_of
from seqoia.plan.physical import PatternPlan
from seqoia.spark.deployment import Deployment
from seqoia.spark.packing import Note
from seqoia.spark.structs import TERM, structs_of


class Kind(IntEnum):
    """What a row tells."""

    ANSWER = 0
    LATE = 1
    REJECTED = 2
    PROGRESS = 3


COUNTS = ("events", "late", "rejected", "waiting", "state", "watermark")
"""What a row of progress counts: runs in progress are waiting, state is in bytes."""


def shown(plan: PatternPlan) -> tuple[str, ...]:
    """What the columns of an answer are called: its variables, or the graph of a CONSTRUCT."""
    return ("graph",) if isinstance(plan.query.form, Construct) else plan.shown


TERM_IN_SPARK = "struct<type string, value string, datatype string, lang string, number double>"


def row_fields(columns: int, *, typed: bool = False) -> list[tuple[str, str]]:
    """The columns of a row, with their types in Spark."""
    values = [(f"v{place}", TERM_IN_SPARK if typed else "string") for place in range(columns)]
    counts = [(name, "bigint") for name in COUNTS]
    return [("kind", "tinyint"), ("start", "bigint"), ("end", "bigint"), *values, ("note", "string"), *counts]


def arrow_schema(columns: int, *, typed: bool = False) -> pa.Schema:
    types = {"tinyint": pa.int8(), "bigint": pa.int64(), "string": pa.string(), TERM_IN_SPARK: TERM}
    return pa.schema([(name, types[kind]) for name, kind in row_fields(columns, typed=typed)])


def rows_of(step: Step, notes: Sequence[Note], deployment: Deployment) -> Iterator[pa.Table]:
    """All that a step tells."""
    plan, keeps_late = deployment.plan, deployment.keeps_late
    names = shown(plan)
    schema = arrow_schema(len(names), typed=deployment.typed)
    if step.answers.num_rows:
        yield _answers(step.answers, names, schema)
    if keeps_late and step.late.num_rows:
        yield _rows(schema, _late(step.late, plan))
    if kept := [each for note in notes for each in note.kept]:
        told = ({"position": r.position, "reason": r.reason, "content": r.content} for r in kept)
        yield _rows(schema, [{"kind": Kind.REJECTED, "note": _json(each)} for each in told])
    counted = {
        "events": sum(note.events for note in notes),
        "rejected": sum(note.rejected for note in notes),
        "late": _events(step.late),
        "waiting": step.waiting,
        "state": len(step.state),
        "watermark": step.watermark,
    }
    yield _rows(schema, [{"kind": Kind.PROGRESS, **counted}])


def _answers(answers: pa.Table, names: Sequence[str], schema: pa.Schema) -> pa.Table:
    count = answers.num_rows
    given = {"start": answers.column("start"), "end": answers.column("end")}
    for place, name in enumerate(names):
        column = answers.column(name)
        if pa.types.is_struct(schema.field(f"v{place}").type):
            given[f"v{place}"] = structs_of(column)
        else:
            is_text = pa.types.is_string(column.type)
            given[f"v{place}"] = column if is_text else pa.array(texts_of(column), pa.string())
    given["kind"] = pa.repeat(pa.scalar(int(Kind.ANSWER), pa.int8()), count)
    columns = [given.get(field.name) for field in schema]
    filled = [
        pa.nulls(count, field.type) if column is None else column for field, column in zip(schema, columns, strict=True)
    ]
    return pa.Table.from_arrays(filled, schema=schema)


def _late(late: pa.Table, plan: PatternPlan) -> list[dict[str, object]]:
    seen = late.group_by(["stream", "event", "start", "end"], use_threads=False).aggregate([]).to_pylist()
    return [
        {
            "kind": Kind.LATE,
            "start": row["start"],
            "end": row["end"],
            "note": _json({"stream": plan.streams[row["stream"]].value, "event": row["event"]}),
        }
        for row in seen
    ]


def _events(late: pa.Table) -> int:
    return late.group_by(["stream", "event"], use_threads=False).aggregate([]).num_rows if late.num_rows else 0


def _rows(schema: pa.Schema, rows: Sequence[dict[str, object]]) -> pa.Table:
    filled = [{**dict.fromkeys(schema.names), **row} for row in rows]
    return pa.Table.from_pylist(filled, schema=schema)


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False)
