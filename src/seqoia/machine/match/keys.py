"""The correlation key of each row as a number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from seqoia.machine.match.buffers import string_parts
from seqoia.machine.match.hashing import add_strings, new_keys, settle
from seqoia.model.term import XSD

_ALL_VALID = np.empty(0, np.bool_)


def keys_of(columns: Sequence[pa.Array], rows: int) -> NDArray[np.int64]:
    """One hash a row of the terms in these columns: 0 without columns, and never 0 with some."""
    key = new_keys(rows)
    for column in columns:
        terms = as_terms(column)
        data, offsets = string_parts(terms)
        valid = _ALL_VALID if terms.null_count == 0 else terms.is_valid().to_numpy(zero_copy_only=False)
        add_strings(key, data, offsets, valid)
    if columns:
        settle(key)
    return key.view(np.int64)


def as_terms(column: pa.Array) -> pa.Array:
    """A slot's column with every value as N-Triples writes it."""
    if pa.types.is_integer(column.type):
        return _typed(column.cast(pa.string()), "integer")
    if pa.types.is_floating(column.type):
        return _typed(_doubles(column), "double")
    return column


def _typed(values: pa.Array, datatype: str) -> pa.Array:
    return pc.binary_join_element_wise('"', values, f'"^^<{XSD}{datatype}>', "")


def _doubles(column: pa.Array) -> pa.Array:
    """Doubles in the canonical form of the store: the shortest decimal that reads back, without an exponent."""
    texts = column.cast(pa.float64()).cast(pa.string())
    odd = pc.fill_null(pc.match_substring_regex(texts, "[ein]|^-?0$|\\.0$"), False)
    if not pc.any(odd).as_py():
        return texts
    values = column.filter(odd).to_pylist()
    return pc.replace_with_mask(texts, odd, pa.array([double_text(value) for value in values], pa.string()))


def double_text(value: float) -> str:
    """The canonical text of an xsd:double."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "INF" if value > 0 else "-INF"
    text = np.format_float_positional(value, unique=True, trim="-")
    return text or "0"
