"""Rows of plain columns as terms, triples and times, as their lift declares them."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from seqoia.machine.bindings import TERM, Rejected
from seqoia.machine.match.buffers import string_parts
from seqoia.machine.match.canonical import canonical, text_of
from seqoia.machine.match.events import Columns, EventBatch, Syntax
from seqoia.machine.match.jsonl import Read
from seqoia.machine.match.keys import as_terms
from seqoia.machine.match.lift import Lift, Property, Source, Template, Value
from seqoia.machine.match.texts import Serialised, between
from seqoia.model import Literal, NamedNode
from seqoia.model.term import XSD

_BLANK_NODE = "_:row"
_ODD_IN_IRI = "[^A-Za-z0-9._~-]"
_ODD_IN_STRING = '["\\\\\\x00-\\x1f\\x7f\\x{fffe}\\x{ffff}]'
_INTEGER, _DOUBLE, _STRING, _BOOLEAN, _DATETIME, _DECIMAL = (
    NamedNode(XSD + name) for name in ("integer", "double", "string", "boolean", "dateTime", "decimal")
)


class Rows:
    """Some rows under a lift: the terms of each place of its triples, made when they are asked for."""

    def __init__(self, lift: Lift, rows: pa.RecordBatch) -> None:
        check(lift, rows.schema)
        self._lift = lift
        self._rows = rows
        self._terms: dict[Source | None, pa.Array] = {}

    def __len__(self) -> int:
        return int(self._rows.num_rows)

    def terms(self, source: Source | None) -> pa.Array:
        """The terms that a source says, null where a value is missing; none is a blank node."""
        if source not in self._terms:
            self._terms[source] = self._made(source)
        return self._terms[source]

    def typed(self, source: Source | None) -> pa.Array | None:
        """The values themselves, where they are all integers, or all doubles."""
        if not isinstance(source, Value):
            return None
        column = self._column(source.column)
        datatype = source.datatype or natural_datatype(column.type)
        if datatype == _INTEGER and pa.types.is_integer(column.type) and not pa.types.is_uint64(column.type):
            return column.cast(pa.int64())
        if datatype == _DOUBLE and pa.types.is_floating(column.type):
            return column.cast(pa.float64())
        return None

    def texts(self) -> Serialised:
        """The rows as N-Triples."""
        subjects = self.terms(self._lift.subject)
        lines = [self._line(subjects, each) for each in self._lift.properties]
        if not lines:
            lines = [pa.array([""] * len(self), pa.large_string())]
        nothing = pa.scalar("", pa.large_string())
        joined = pc.binary_join_element_wise(*lines, nothing, null_handling="replace", null_replacement="")
        data, offsets = string_parts(joined.cast(pa.large_string()))
        return between(data, offsets, Syntax.N_TRIPLES)

    def _line(self, subjects: pa.Array, each: Property) -> pa.Array:
        line = pc.binary_join_element_wise(subjects, f" {each.predicate} ", self.terms(each.object), " .\n", "")
        return line.cast(pa.large_string())

    def _column(self, name: str) -> pa.Array:
        return self._rows.column(name)

    def _made(self, source: Source | None) -> pa.Array:
        if source is None:
            return pa.array([_BLANK_NODE], TERM).take(pa.array(np.zeros(len(self), np.int64)))
        if isinstance(source, Template):
            return self._iris(source)
        if isinstance(source, Value):
            return literals(self._column(source.column), source.datatype)
        [term] = canonical([source])
        return pa.array([text_of(term)], TERM).take(pa.array(np.zeros(len(self), np.int64)))

    def _iris(self, template: Template) -> pa.Array:
        parts, columns = template.parts, [_in_iri(self._column(name)) for name in template.columns]
        if not columns:
            return pa.array([f"<{template.text}>"], TERM).take(pa.array(np.zeros(len(self), np.int64)))
        pieces: list[object] = ["<" + parts[0]]
        for column, part in zip(columns, parts[1:], strict=True):
            pieces += [column, part]
        pieces[-1] = f"{pieces[-1]}>"
        return pc.binary_join_element_wise(*pieces, "")


def check(lift: Lift, schema: pa.Schema) -> None:
    """Refuses rows that lack a column."""
    missing = [name for name in lift.columns if name not in schema.names]
    if missing:
        raise ValueError(f"the lift reads the column {missing[0]!r}; the rows have {', '.join(schema.names)}")


def lifted(lift: Lift, rows: pa.RecordBatch, stream: int, first: int = 0) -> Read:
    """Rows as a batch of events, numbered from `first` on; those that do not say when they were are rejected."""
    check(lift, rows.schema)
    start, end = _instants(rows.column(lift.start)), _instants(rows.column(lift.end))
    late = pc.fill_null(pc.less_equal(start, end), False).to_numpy(zero_copy_only=False)
    good = np.flatnonzero(late)
    rejected = tuple(_rejected(lift, rows, row, first + row) for row in np.flatnonzero(~late).tolist())
    kept = rows if len(good) == rows.num_rows else rows.take(pa.array(good))
    starts, ends = (pc.fill_null(column, 0).to_numpy(zero_copy_only=False)[good] for column in (start, end))
    return Read(EventBatch(stream, starts, ends, first + good.astype(np.int64), Columns(kept)), rejected)


def _rejected(lift: Lift, rows: pa.RecordBatch, row: int, number: int) -> Rejected:
    said = {name: rows.column(name)[row].as_py() for name in (lift.start, lift.end)}
    missing = [name for name, value in said.items() if value is None]
    reason = (
        f"there is no {missing[0]!r}" if missing else f"ends before it starts: {', '.join(map(str, said.values()))}"
    )
    return Rejected(f"row {number}", reason, str(rows.slice(row, 1).to_pylist()[0]))


def _instants(column: pa.Array) -> pa.Array:
    """Microseconds from the epoch: of timestamps, or of numbers of seconds."""
    if pa.types.is_timestamp(column.type):
        return column.cast(pa.timestamp("us", tz=column.type.tz)).cast(pa.int64())
    if pa.types.is_integer(column.type):
        return pc.multiply_checked(column.cast(pa.int64()), 1_000_000)
    if pa.types.is_floating(column.type):
        return pc.round(pc.multiply(column.cast(pa.float64()), 1_000_000.0)).cast(pa.int64())
    if pa.types.is_decimal(column.type):
        return pc.multiply(column, pa.scalar(1_000_000)).cast(pa.int64())
    raise ValueError(f"a column of {column.type} does not say when; take timestamps or numbers of seconds")


def natural_datatype(kind: pa.DataType) -> NamedNode:
    """The datatype of a column's values."""
    if pa.types.is_integer(kind):
        return _INTEGER
    if pa.types.is_floating(kind):
        return _DOUBLE
    if pa.types.is_decimal(kind):
        return _DECIMAL
    if pa.types.is_boolean(kind):
        return _BOOLEAN
    return _DATETIME if pa.types.is_timestamp(kind) else _STRING


def literals(column: pa.Array, datatype: NamedNode | None) -> pa.Array:
    """A column's values as canonical literals."""
    natural = natural_datatype(column.type)
    datatype = datatype or natural
    if datatype == natural and datatype in (_INTEGER, _DOUBLE):
        return as_terms(column.cast(pa.float64()) if datatype == _DOUBLE else column)
    lexical = _lexical(column)
    if datatype == _STRING and not pc.any(pc.match_substring_regex(lexical, _ODD_IN_STRING)).as_py():
        return pc.binary_join_element_wise('"', lexical, '"', "")
    return _each_once(lexical, lambda texts: _canonical_literals(texts, datatype))


def _canonical_literals(texts: list[str], datatype: NamedNode) -> list[str]:
    return [text_of(term) for term in canonical([Literal(text, datatype=datatype) for text in texts])]


def _lexical(column: pa.Array) -> pa.Array:
    kind = column.type
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return column.cast(pa.string())
    if pa.types.is_dictionary(kind):
        return _lexical(column.dictionary_decode())
    if pa.types.is_timestamp(kind):
        suffix = "Z" if kind.tz else ""
        texts = column.cast(pa.timestamp(kind.unit)).cast(pa.string())
        return pc.binary_join_element_wise(pc.replace_substring(texts, " ", "T"), suffix, "")
    if pa.types.is_floating(kind):
        return pc.utf8_slice_codeunits(as_terms(column.cast(pa.float64())), 1, -len(f'"^^<{_DOUBLE.value}>'))
    return column.cast(pa.string())


def _in_iri(column: pa.Array) -> pa.Array:
    lexical = _lexical(column)
    if not pc.any(pc.match_substring_regex(lexical, _ODD_IN_IRI)).as_py():
        return lexical
    return _each_once(lexical, lambda texts: [quote(text, safe="") for text in texts])


def _each_once(texts: pa.Array, change: Callable[[list[str]], list[str]]) -> pa.Array:
    """Changes each distinct text."""
    encoded = texts.dictionary_encode()
    return pa.array(change(encoded.dictionary.to_pylist()), TERM).take(encoded.indices)
