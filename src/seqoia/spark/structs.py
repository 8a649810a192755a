"""Terms as structs of Arrow, made where the answers are made: each different term is taken apart once."""

from __future__ import annotations

import json
from typing import TypeAlias

import pyarrow as pa

from seqoia.machine.terms import texts_of
from seqoia.model.term import RDF, XSD
from seqoia.spark.numeric import NUMERIC

TERM = pa.struct(
    [
        ("type", pa.string()),
        ("value", pa.string()),
        ("datatype", pa.string()),
        ("lang", pa.string()),
        ("number", pa.float64()),
    ]
)

Parts: TypeAlias = tuple[str, str, str | None, str | None, float | None]


def structs_of(column: pa.ChunkedArray) -> pa.Array:
    """A column of terms as structs; null stays null."""
    texts = column if pa.types.is_string(column.type) else pa.chunked_array([pa.array(texts_of(column), pa.string())])
    encoded = texts.combine_chunks().dictionary_encode()
    encoded = encoded.combine_chunks() if isinstance(encoded, pa.ChunkedArray) else encoded
    parts = [_parts(text) for text in encoded.dictionary.to_pylist()]
    fields = [pa.array([each[at] for each in parts], field.type) for at, field in enumerate(TERM)]
    return pa.StructArray.from_arrays(fields, fields=list(TERM)).take(encoded.indices)


def _parts(text: str) -> Parts:
    if text.startswith('"'):
        return _literal_parts(text)
    if text.startswith("<<"):
        return "triple", text, None, None, None
    if text.startswith("<"):
        return "uri", text[1:-1], None, None, None
    return "bnode", text[2:], None, None, None


def _literal_parts(text: str) -> Parts:
    last = text.rindex('"')
    body, after = text[1:last], text[last + 1 :]
    value = json.loads(f'"{body}"', strict=False) if "\\" in body else body
    if after.startswith("@"):
        return "literal", value, f"{RDF}langString", after[1:], None
    datatype = after[3:-1] if after else f"{XSD}string"
    return "literal", value, datatype, None, _number(value) if datatype in NUMERIC else None


def _number(lexical: str) -> float | None:
    try:
        return float(lexical)
    except ValueError:
        return None
