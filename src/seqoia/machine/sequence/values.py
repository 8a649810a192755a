"""What kernels know of a term: a hash for equality and, for numbers and truth values, what they are worth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seqoia.machine.match.compiled import compiled
from seqoia.machine.sequence.arrays import FLOAT, HASH, KIND, MANTISSA, SCALE, VALUE_WIDTH

UNBOUND, INTEGER, DECIMAL, DOUBLE, BOOLEAN, OTHER = 0, 1, 2, 3, 4, 5
"""Kinds of values. What is OTHER is compared by those who know SPARQL."""

_UNREAD = 6
"""A number that the kernel leaves to Python: it has more digits than are safe to read quickly."""

_XSD = b'"^^<http://www.w3.org/2001/XMLSchema#'
_INTEGER = np.frombuffer(_XSD + b"integer>", np.uint8)
_DECIMAL = np.frombuffer(_XSD + b"decimal>", np.uint8)
_DOUBLE = np.frombuffer(_XSD + b"double>", np.uint8)
_BOOLEAN = np.frombuffer(_XSD + b"boolean>", np.uint8)

_POWERS = 10.0 ** np.arange(23)
"""Powers of ten that doubles hold exactly."""

_DIGITS = 18
"""As many decimal digits as always fit in 64 bits."""


def values_of(column: pa.ChunkedArray) -> NDArray[np.int64]:
    """The values of a column of slots. A hash of 0 is unbound; other terms have other hashes (of 2⁶⁴: among a billion
    terms two share one by a chance of 1 in 40)."""
    values = np.zeros((len(column), VALUE_WIDTH), np.int64)
    at = 0
    for chunk in column.chunks:
        _read_chunk(chunk, values[at : at + len(chunk)])
        at += len(chunk)
    return values


def _read_chunk(chunk: pa.Array, out: NDArray[np.int64]) -> None:
    bound = np.ones(len(chunk), np.bool_) if chunk.null_count == 0 else chunk.is_valid().to_numpy(zero_copy_only=False)
    if pa.types.is_integer(chunk.type):
        _read_integers(chunk.fill_null(0).to_numpy(), bound, out, out.view(np.float64))
    elif pa.types.is_floating(chunk.type):
        numbers = chunk.fill_null(0.0).to_numpy()
        _read_doubles(numbers.view(np.int64), bound, out)
    else:
        text = chunk.cast(pa.large_string())
        _, offsets, data = text.buffers()
        starts = np.frombuffer(offsets, np.int64)[text.offset : text.offset + len(text) + 1]
        content = np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)
        _read_texts(content, starts, bound, out, out.view(np.float64))
        _read_long_numbers(text, out)


def _read_long_numbers(texts: pa.Array, out: NDArray[np.int64]) -> None:
    for row in np.flatnonzero(out[:, KIND] == _UNREAD).tolist():
        lexical, _, datatype = texts[row].as_py()[1:].partition('"')
        out[row, KIND] = OTHER
        if datatype.endswith("double>"):
            _read_doubles(np.array([float(lexical)]).view(np.int64), np.ones(1, np.bool_), out[row : row + 1])
        elif datatype.endswith("integer>") and -(2**63) <= int(lexical) < 2**63:
            number = out[row : row + 1]
            _read_integers(np.array([int(lexical)], np.int64), np.ones(1, np.bool_), number, number.view(np.float64))


@compiled
def _read_integers(numbers: Any, bound: Any, out: Any, floats: Any) -> None:
    for row in range(len(numbers)):
        if bound[row]:
            out[row, KIND] = INTEGER
            out[row, MANTISSA] = numbers[row]
            floats[row, FLOAT] = float(numbers[row])
            out[row, HASH] = number_hash(INTEGER, numbers[row])


@compiled
def _read_doubles(bits: Any, bound: Any, out: Any) -> None:
    for row in range(len(bits)):
        if bound[row]:
            out[row, KIND] = DOUBLE
            out[row, FLOAT] = bits[row]
            out[row, HASH] = number_hash(DOUBLE, bits[row])


@compiled
def _read_texts(content: Any, starts: Any, bound: Any, out: Any, floats: Any) -> None:
    for row in range(len(starts) - 1):
        if not bound[row]:
            continue
        begin, end = starts[row], starts[row + 1]
        out[row, KIND] = OTHER
        _read_number(content, begin, end, out, floats, row)
        if out[row, KIND] == INTEGER:
            out[row, HASH] = number_hash(INTEGER, out[row, MANTISSA])
        elif out[row, KIND] == DOUBLE:
            out[row, HASH] = number_hash(DOUBLE, out[row, FLOAT])
        else:
            out[row, HASH] = _text_hash(content, begin, end)


@compiled
def number_hash(kind: int, bits: int) -> Any:
    """A hash of a number that no text shares but by chance; never 0."""
    mixed = _mixed(np.uint64(bits) ^ (np.uint64(kind) * np.uint64(0x9E3779B97F4A7C15)))
    return np.int64(mixed) if mixed != 0 else np.int64(1)


@compiled
def combined(first: int, second: int) -> Any:
    """One hash of two."""
    return np.int64(_mixed(np.uint64(first) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(second)))


@compiled
def _mixed(word: Any) -> Any:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def _text_hash(content: Any, begin: int, end: int) -> Any:
    state = np.uint64(0x2545F4914F6CDD1D) ^ np.uint64(end - begin)
    at = begin
    while at < end:
        word = np.uint64(0)
        for place in range(min(8, end - at)):
            word |= np.uint64(content[at + place]) << np.uint64(8 * place)
        state = _mixed(state ^ word) * np.uint64(0x9E3779B97F4A7C15)
        at += 8
    return np.int64(state) if state != 0 else np.int64(1)


@compiled
def _ends_with(content: Any, begin: int, end: int, suffix: Any) -> Any:
    if end - begin < len(suffix) + 2:
        return False
    for place in range(len(suffix)):
        if content[end - len(suffix) + place] != suffix[place]:
            return False
    return True


@compiled
def _read_number(content: Any, begin: int, end: int, out: Any, floats: Any, row: int) -> None:
    """Reads a canonical number or truth value; whatever is unusual stays OTHER."""
    if end - begin < 4 or content[begin] != 34 or content[end - 1] != 62:
        return
    if _ends_with(content, begin, end, _INTEGER):
        _read_decimal(content, begin + 1, end - len(_INTEGER), INTEGER, out, floats, row)
    elif _ends_with(content, begin, end, _DECIMAL):
        _read_decimal(content, begin + 1, end - len(_DECIMAL), DECIMAL, out, floats, row)
    elif _ends_with(content, begin, end, _DOUBLE):
        _read_double(content, begin + 1, end - len(_DOUBLE), out, floats, row)
    elif _ends_with(content, begin, end, _BOOLEAN):
        first = content[begin + 1]
        if first == 116 or first == 102:
            out[row, KIND] = BOOLEAN
            out[row, MANTISSA] = 1 if first == 116 else 0


@compiled
def _digits(content: Any, begin: int, end: int, most: int) -> Any:
    """Mantissa and scale of a decimal, how many digits it has (0 for none or too many), and where it ends."""
    at, negative = begin, False
    if at < end and (content[at] == 45 or content[at] == 43):
        negative = content[at] == 45
        at += 1
    mantissa, scale, digits, behind = np.int64(0), 0, 0, False
    while at < end:
        sign = content[at]
        if sign == 46 and not behind:
            behind = True
        elif 48 <= sign <= 57:
            mantissa = mantissa * 10 + np.int64(sign - 48)
            digits += 1
            scale += 1 if behind else 0
            if digits > most:
                return mantissa, scale, 0, at
        else:
            break
        at += 1
    return -mantissa if negative else mantissa, scale, digits, at


@compiled
def _read_decimal(content: Any, begin: int, end: int, kind: int, out: Any, floats: Any, row: int) -> None:
    mantissa, scale, digits, at = _digits(content, begin, end, _DIGITS)
    if digits == 0 or at < end or (kind == INTEGER and scale > 0):
        out[row, KIND] = _UNREAD if kind == INTEGER and digits == 0 and at < end else OTHER
        return
    out[row, KIND] = kind
    out[row, MANTISSA] = mantissa
    out[row, SCALE] = scale
    floats[row, FLOAT] = mantissa / _POWERS[scale]


@compiled
def _read_double(content: Any, begin: int, end: int, out: Any, floats: Any, row: int) -> None:
    """Reads a double of up to 15 digits and a small exponent, which is exact; Python reads the others."""
    out[row, KIND] = _UNREAD
    mantissa, scale, digits, at = _digits(content, begin, end, 15)
    exponent = np.int64(0)
    if at < end:
        if content[at] != 69 and content[at] != 101:
            return
        exponent, point, count, at = _digits(content, at + 1, end, 3)
        if count == 0 or point > 0 or at < end:
            return
    power = exponent - scale
    if digits == 0 or mantissa == 0 or power < -22 or power > 22:
        return
    out[row, KIND] = DOUBLE
    floats[row, FLOAT] = mantissa * _POWERS[power] if power >= 0 else mantissa / _POWERS[-power]
