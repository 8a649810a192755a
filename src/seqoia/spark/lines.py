"""Answers as JSON Lines, column by column: what `emit` writes, without an object for every term of every answer."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pyarrow as pa

from seqoia.algebra.query import Select
from seqoia.algebra.streams import orders_answers
from seqoia.formats import Notation
from seqoia.formats.terms import term_as_json
from seqoia.machine.terms import term_of
from seqoia.model import BlankNode, Instant
from seqoia.river import emit
from seqoia.spark.emission import Kind, shown
from seqoia.spark.told import Told


def lines(told: Told, notation: Notation) -> Iterator[str]:
    """The lines of what was told, in the order of `emit`."""
    plan = told.plan
    table = told.of(Kind.ANSWER)
    columns = [table.column(f"v{place}") for place in range(len(shown(plan)))]
    if not isinstance(plan.query.form, Select) or any(map(_has_blank_nodes, columns)):
        yield from emit(plan.query, told.answers, notation)
        return
    named = [_members(name, column) for name, column in zip(shown(plan), columns, strict=True)]
    solutions = _joined(named, table.num_rows)
    starts, ends = table.column("start").to_pylist(), table.column("end").to_pylist()
    rows = list(zip(ends, starts, solutions, strict=True))
    times: dict[int, str] = {at: notation.json(Instant(at)) for at in {*starts, *ends}}
    for end, start, solution in rows if orders_answers(plan.query) else sorted(rows):
        yield f'{{"start": {times[start]}, "end": {times[end]}, "bindings": {{{solution}}}}}'


def _has_blank_nodes(column: pa.ChunkedArray) -> bool:
    """Or what looks like one: their names depend on which others there are."""
    return any(text is not None and "_:" in text for text in column.unique().to_pylist())


def _members(name: str, column: pa.ChunkedArray) -> list[str | None]:
    """`"name": term` for each row, nothing where the variable is unbound."""
    coded = column.combine_chunks().dictionary_encode()
    if isinstance(coded, pa.ChunkedArray):
        coded = coded.combine_chunks()
    told = [f"{_json(name)}: {_term(text)}" for text in coded.dictionary.to_pylist()]
    return [None if code is None else told[code] for code in coded.indices.to_pylist()]


def _joined(members: list[list[str | None]], rows: int) -> list[str]:
    if not members:
        return [""] * rows
    return [", ".join(filter(None, row)) for row in zip(*members, strict=True)]


def _term(text: str) -> str:
    return _json(term_as_json(term_of(text), _never))


def _never(node: BlankNode) -> str:
    raise AssertionError(f"{node} has no name here")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
