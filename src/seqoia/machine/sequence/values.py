"""What kernels know of a term: a hash for equality and, for numbers and truth values, what they are worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
from numba import njit
from numpy.typing import NDArray

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


@dataclass(frozen=True, slots=True)
class Values:
    """A column of terms as kernels see it."""

    hashes: NDArray[np.int64]
    """0 is unbound; other terms have other numbers (of 2⁶⁴: two terms of a billion share one by a chance of 1 in 40)."""
    kinds: NDArray[np.int8]
    mantissas: NDArray[np.int64]
    """Of integers and decimals, and the truth of truth values."""
    scales: NDArray[np.int8]
    """How many of a decimal's digits stand behind its point."""
    floats: NDArray[np.float64]

    @classmethod
    def none(cls, size: int) -> Values:
        """Nothing bound."""
        return cls(
            np.zeros(size, np.int64),
            np.zeros(size, np.int8),
            np.zeros(size, np.int64),
            np.zeros(size, np.int8),
            np.zeros(size, np.float64),
        )


def values_of(column: pa.ChunkedArray) -> Values:
    """The values of a column of slots."""
    found = Values.none(len(column))
    at = 0
    for chunk in column.chunks:
        part = slice(at, at + len(chunk))
        _read_chunk(chunk, found, part)
        at += len(chunk)
    return found


def _read_chunk(chunk: pa.Array, found: Values, part: slice) -> None:
    bound = np.ones(len(chunk), np.bool_) if chunk.null_count == 0 else chunk.is_valid().to_numpy(zero_copy_only=False)
    out = (found.hashes[part], found.kinds[part], found.mantissas[part], found.scales[part], found.floats[part])
    if pa.types.is_integer(chunk.type):
        _read_integers(chunk.fill_null(0).to_numpy(), bound, *out)
    elif pa.types.is_floating(chunk.type):
        _read_doubles(chunk.fill_null(0.0).to_numpy(), bound, *out)
    else:
        text = chunk.cast(pa.large_string())
        _, offsets, data = text.buffers()
        starts = np.frombuffer(offsets, np.int64)[text.offset : text.offset + len(text) + 1]
        content = np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)
        _read_texts(content, starts, bound, *out)
        _read_long_numbers(text, out)


def _read_long_numbers(texts: pa.Array, out: tuple[Any, ...]) -> None:
    hashes, kinds, mantissas, _, floats = out
    for row in np.flatnonzero(kinds == _UNREAD).tolist():
        lexical, _, datatype = texts[row].as_py()[1:].partition('"')
        kinds[row] = OTHER
        if datatype.endswith("double>"):
            kinds[row], floats[row] = DOUBLE, float(lexical.replace("INF", "inf"))
            hashes[row] = number_hash(DOUBLE, floats[row : row + 1].view(np.int64)[0])
        elif datatype.endswith("integer>") and -(2**63) <= int(lexical) < 2**63:
            kinds[row], mantissas[row], floats[row] = INTEGER, int(lexical), float(int(lexical))
            hashes[row] = number_hash(INTEGER, mantissas[row])


@njit(cache=True, nogil=True)
def _read_integers(numbers: Any, bound: Any, hashes: Any, kinds: Any, mantissas: Any, scales: Any, floats: Any) -> None:
    for row in range(len(numbers)):
        if bound[row]:
            kinds[row] = INTEGER
            mantissas[row] = numbers[row]
            floats[row] = float(numbers[row])
            hashes[row] = number_hash(INTEGER, numbers[row])


@njit(cache=True, nogil=True)
def _read_doubles(numbers: Any, bound: Any, hashes: Any, kinds: Any, mantissas: Any, scales: Any, floats: Any) -> None:
    bits = numbers.view(np.int64)
    for row in range(len(numbers)):
        if bound[row]:
            kinds[row] = DOUBLE
            floats[row] = numbers[row]
            hashes[row] = number_hash(DOUBLE, bits[row])


@njit(cache=True, nogil=True)
def _read_texts(
    content: Any, starts: Any, bound: Any,
    hashes: Any, kinds: Any, mantissas: Any, scales: Any, floats: Any,
) -> None:  # fmt: skip
    for row in range(len(starts) - 1):
        if not bound[row]:
            continue
        begin, end = starts[row], starts[row + 1]
        kinds[row] = OTHER
        number = _read_number(content, begin, end, kinds, mantissas, scales, floats, row)
        if kinds[row] == INTEGER or (kinds[row] == DOUBLE and number):
            bits = mantissas[row] if kinds[row] == INTEGER else floats[row : row + 1].view(np.int64)[0]
            hashes[row] = number_hash(kinds[row], bits)
        else:
            hashes[row] = _text_hash(content, begin, end)


@njit(cache=True, nogil=True)
def number_hash(kind: int, bits: int) -> int:
    """A hash of a number that no text shares but by chance; never 0."""
    mixed = _mixed(np.uint64(bits) ^ (np.uint64(kind) * np.uint64(0x9E3779B97F4A7C15)))
    return np.int64(mixed) if mixed != 0 else np.int64(1)


@njit(cache=True, nogil=True)
def combined(first: int, second: int) -> int:
    """One hash of two."""
    return np.int64(_mixed(np.uint64(first) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(second)))


@njit(cache=True, nogil=True)
def _mixed(word: Any) -> Any:
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@njit(cache=True, nogil=True)
def _text_hash(content: Any, begin: int, end: int) -> int:
    state = np.uint64(0x2545F4914F6CDD1D) ^ np.uint64(end - begin)
    at = begin
    while at < end:
        word = np.uint64(0)
        for place in range(min(8, end - at)):
            word |= np.uint64(content[at + place]) << np.uint64(8 * place)
        state = _mixed(state ^ word) * np.uint64(0x9E3779B97F4A7C15)
        at += 8
    return np.int64(state) if state != 0 else np.int64(1)


@njit(cache=True, nogil=True)
def _ends_with(content: Any, begin: int, end: int, suffix: Any) -> bool:
    if end - begin < len(suffix) + 2:
        return False
    for place in range(len(suffix)):
        if content[end - len(suffix) + place] != suffix[place]:
            return False
    return True


@njit(cache=True, nogil=True)
def _read_number(
    content: Any, begin: int, end: int, kinds: Any, mantissas: Any, scales: Any, floats: Any, row: int
) -> bool:
    """Reads a canonical number or truth value; whatever is unusual stays OTHER."""
    if end - begin < 4 or content[begin] != 34 or content[end - 1] != 62:
        return False
    if _ends_with(content, begin, end, _INTEGER):
        return _read_decimal(content, begin + 1, end - len(_INTEGER), INTEGER, kinds, mantissas, scales, floats, row)
    if _ends_with(content, begin, end, _DECIMAL):
        return _read_decimal(content, begin + 1, end - len(_DECIMAL), DECIMAL, kinds, mantissas, scales, floats, row)
    if _ends_with(content, begin, end, _DOUBLE):
        return _read_double(content, begin + 1, end - len(_DOUBLE), kinds, floats, row)
    if _ends_with(content, begin, end, _BOOLEAN):
        first = content[begin + 1]
        if first == 116 or first == 102:
            kinds[row] = BOOLEAN
            mantissas[row] = 1 if first == 116 else 0
            return True
    return False


@njit(cache=True, nogil=True)
def _read_decimal(
    content: Any, begin: int, end: int, kind: int, kinds: Any, mantissas: Any, scales: Any, floats: Any, row: int
) -> bool:
    at, negative = begin, False
    if at < end and (content[at] == 45 or content[at] == 43):
        negative = content[at] == 45
        at += 1
    mantissa, scale, digits, behind = np.int64(0), 0, 0, False
    while at < end:
        sign = content[at]
        if sign == 46 and not behind and kind == DECIMAL:
            behind = True
        elif 48 <= sign <= 57:
            mantissa = mantissa * 10 + np.int64(sign - 48)
            digits += 1
            scale += 1 if behind else 0
        else:
            return False
        at += 1
    if digits == 0:
        return False
    if digits > _DIGITS:
        kinds[row] = _UNREAD if kind == INTEGER else OTHER
        return False
    kinds[row] = kind
    mantissas[row] = -mantissa if negative else mantissa
    scales[row] = scale
    floats[row] = mantissas[row] / _POWERS[scale]
    return True


@njit(cache=True, nogil=True)
def _read_double(content: Any, begin: int, end: int, kinds: Any, floats: Any, row: int) -> bool:
    """Reads a double of up to 15 digits and a small exponent exactly; others stay OTHER."""
    at, negative = begin, False
    if at < end and (content[at] == 45 or content[at] == 43):
        negative = content[at] == 45
        at += 1
    mantissa, scale, digits, behind = np.int64(0), 0, 0, False
    while at < end and content[at] != 69 and content[at] != 101:
        sign = content[at]
        if sign == 46 and not behind:
            behind = True
        elif 48 <= sign <= 57:
            mantissa = mantissa * 10 + np.int64(sign - 48)
            digits += 1
            scale += 1 if behind else 0
        else:
            kinds[row] = _UNREAD
            return False
        if digits > 15:
            kinds[row] = _UNREAD
            return False
        at += 1
    exponent, below = 0, False
    if at < end:
        at += 1
        if at < end and (content[at] == 45 or content[at] == 43):
            below = content[at] == 45
            at += 1
        if at == end or end - at > 3:
            kinds[row] = _UNREAD
            return False
        while at < end:
            if not 48 <= content[at] <= 57:
                kinds[row] = _UNREAD
                return False
            exponent = exponent * 10 + np.int64(content[at] - 48)
            at += 1
    power = (-exponent if below else exponent) - scale
    if digits == 0 or power < -22 or power > 22:
        kinds[row] = _UNREAD
        return False
    value = mantissa * _POWERS[power] if power >= 0 else mantissa / _POWERS[-power]
    kinds[row] = DOUBLE
    floats[row] = -value if negative else value
    return True
