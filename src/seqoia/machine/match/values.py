"""Kernels for what terms are worth: numbers exactly, texts by their bytes, and what must be asked elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.clocks import NO_TIME, datetime_at
from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.lexicals import is_of_xsd, short_word

UNBOUND, ERROR, INTEGER, DECIMAL, FLOAT, DOUBLE, BOOLEAN, STRING, RESOURCE, MOMENT, HARD = range(11)
"""What a value is. A decimal is an integer over a power of ten; a hard one is for pyoxigraph."""

MOST_DIGITS = 18
_EXACT = 1 << 53
_EXACT_FLOAT = 1 << 24
POWERS = np.array([10**power for power in range(19)], np.int64)
REAL_POWERS = np.array([10.0**power for power in range(19)], np.float64)

_QUOTE, _LESS, _GREATER, _UNDERSCORE, _MINUS, _DOT, _ZULU = 34, 60, 62, 95, 45, 46, 90
_XSD = 34


def _word(text: str) -> Any:
    return np.uint64(int.from_bytes(text.encode()[:8], "little"))


_INTEGER, _DECIMAL, _DOUBLE, _FLOAT, _BOOLEAN, _DATETIME = map(
    _word, ("integer", "decimal", "double", "float", "boolean", "dateTime")
)
_TRUE, _FALSE, _NAN, _INF, _MINUS_INF = map(_word, ("true", "false", "NaN", "INF", "-INF"))


@compiled
def value_of(data: Any, start: Any, length: Any) -> Any:
    """What a canonical term is worth: its kind, an integer, a number of decimals, and a real number."""
    if length < 0:
        return UNBOUND, np.int64(0), np.int64(0), 0.0
    first = data[start]
    if first == _UNDERSCORE or (first == _LESS and data[start + 1] != _LESS):
        return RESOURCE, np.int64(0), np.int64(0), 0.0
    end = start + length
    if first != _QUOTE:
        return HARD, np.int64(0), np.int64(0), 0.0
    if data[end - 1] == _QUOTE:
        return STRING, np.int64(0), np.int64(0), 0.0
    close = start + 1
    while data[close] != _QUOTE and close - start < 48:
        close += 1
    datatype = close + 3
    if data[close] != _QUOTE or datatype >= end or data[datatype] != _LESS:
        return HARD, np.int64(0), np.int64(0), 0.0
    if not is_of_xsd(data, datatype, end - datatype) or end - datatype - _XSD - 1 > 8:
        return HARD, np.int64(0), np.int64(0), 0.0
    name = short_word(data, datatype + _XSD, end - datatype - _XSD - 1)
    if name == _INTEGER:
        return _number(data, start + 1, close, np.int64(INTEGER))
    if name == _DECIMAL:
        return _number(data, start + 1, close, np.int64(DECIMAL))
    if name == _DOUBLE:
        return _number(data, start + 1, close, np.int64(DOUBLE))
    if name == _FLOAT:
        return _number(data, start + 1, close, np.int64(FLOAT))
    if name == _BOOLEAN and close - start - 1 <= 5:
        word = short_word(data, start + 1, close - start - 1)
        if word == _TRUE or word == _FALSE:
            return BOOLEAN, np.int64(word == _TRUE), np.int64(0), 0.0
    if name == _DATETIME:
        when = _zoned(data, start + 1, close)
        if when != NO_TIME:
            return MOMENT, when, np.int64(0), 0.0
    return HARD, np.int64(0), np.int64(0), 0.0


@inlined
def _zoned(data: Any, start: Any, end: Any) -> Any:
    """A dateTime that says its zone; others compare in ways of their own."""
    if end - start < 20 or (data[end - 1] != _ZULU and data[end - 3] != 58):
        return NO_TIME
    if data[end - 1] != _ZULU and data[end - 6] != 43 and data[end - 6] != _MINUS:
        return NO_TIME
    return datetime_at(data, start, end)


@inlined
def _number(data: Any, start: Any, end: Any, kind: Any) -> Any:
    negative = start < end and data[start] == _MINUS
    place = start + 1 if negative else start
    mantissa, digits, decimals, pointed, plain = np.int64(0), 0, np.int64(0), False, place < end
    while place < end:
        byte = data[place]
        if byte == _DOT and not pointed:
            pointed = True
        elif 48 <= byte <= 57 and digits < MOST_DIGITS:
            mantissa = mantissa * 10 + (np.int64(byte) - 48)
            digits += 1
            if pointed:
                decimals += 1
        else:
            plain = False
            break
        place += 1
    mantissa = -mantissa if negative else mantissa
    if kind in (INTEGER, DECIMAL):
        if not plain or (kind == INTEGER and pointed):
            return HARD, np.int64(0), np.int64(0), 0.0
        return kind, mantissa, decimals, 0.0
    if plain:
        return _real(mantissa, decimals, negative, kind)
    word = short_word(data, start, end - start)
    if end - start == 3 and word == _NAN:
        return kind, np.int64(0), np.int64(0), np.nan
    if end - start == 3 and word == _INF:
        return kind, np.int64(0), np.int64(0), np.inf
    if end - start == 4 and word == _MINUS_INF:
        return kind, np.int64(0), np.int64(0), -np.inf
    return HARD, np.int64(0), np.int64(0), 0.0


@inlined
def _real(mantissa: Any, decimals: Any, negative: Any, kind: Any) -> Any:
    """The nearest real number, where one division of exact numbers gives it."""
    if mantissa == 0:
        return kind, np.int64(0), np.int64(0), -0.0 if negative else 0.0
    if kind == DOUBLE and -_EXACT <= mantissa <= _EXACT:
        return kind, np.int64(0), np.int64(0), np.float64(mantissa) / REAL_POWERS[decimals]
    if kind == FLOAT and -_EXACT_FLOAT <= mantissa <= _EXACT_FLOAT and decimals <= 10:
        small = np.float32(mantissa) / np.float32(REAL_POWERS[decimals])
        return kind, np.int64(0), np.int64(0), np.float64(np.float32(small))
    return HARD, np.int64(0), np.int64(0), 0.0
