"""Kernels for times as files write them, exact to the microsecond; what they cannot read is read elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.lexicals import is_datetime, two_digits

NO_TIME = np.int64(-(2**63))
"""What is no time, or one that needs a second look."""

_EARLIEST, _LATEST = -62_135_596_800, 253_402_300_799
_SECOND = 1_000_000
_ZERO, _MINUS, _PLUS, _DOT, _COLON, _ZULU = 48, 45, 43, 46, 58, 90


@inlined
def _decimals(data: Any, start: Any, end: Any) -> Any:
    """Digits behind a point as microseconds, and the place behind them."""
    value, scale, place = np.int64(0), np.int64(100_000), start
    while place < end and _ZERO <= data[place] <= _ZERO + 9:
        digit = np.int64(data[place]) - _ZERO
        if scale == 0 and digit != 0:
            return NO_TIME, place
        value += digit * scale
        scale //= 10
        place += 1
    return (value, place) if place > start else (NO_TIME, place)


@compiled
def seconds_at(data: Any, start: Any, end: Any) -> Any:
    """A number of seconds as microseconds: an optional minus, digits without a leading zero, perhaps decimals."""
    negative = start < end and data[start] == _MINUS
    first = start + 1 if negative else start
    whole, place = np.int64(0), first
    while place < end and _ZERO <= data[place] <= _ZERO + 9 and place - first < 13:
        whole = whole * 10 + (np.int64(data[place]) - _ZERO)
        place += 1
    if place == first or (place - first > 1 and data[first] == _ZERO) or whole > _LATEST:
        return NO_TIME
    value = whole * _SECOND
    if place < end:
        if data[place] != _DOT:
            return NO_TIME
        fraction, place = _decimals(data, place + 1, end)
        if fraction == NO_TIME or place < end:
            return NO_TIME
        value += fraction
    value = -value if negative else value
    return value if _EARLIEST * _SECOND <= value <= _LATEST * _SECOND else NO_TIME


@inlined
def _days(year: Any, month: Any, day: Any) -> Any:
    """Days from the epoch, by the proleptic Gregorian calendar."""
    shifted = year - 1 if month <= 2 else year
    era = shifted // 400
    of_era = shifted - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468


@compiled
def datetime_at(data: Any, start: Any, end: Any) -> Any:
    """An xsd:dateTime of the years 1 to 9999 as microseconds; without a zone it is UTC."""
    if end - start < 19 or not is_datetime(data, start):
        return NO_TIME
    year = two_digits(data, start) * 100 + two_digits(data, start + 2)
    days = _days(year, two_digits(data, start + 5), two_digits(data, start + 8))
    clock = (two_digits(data, start + 11) * 60 + two_digits(data, start + 14)) * 60 + two_digits(data, start + 17)
    value = (days * 86_400 + clock) * _SECOND
    place = start + 19
    if place < end and data[place] == _DOT:
        fraction, place = _decimals(data, place + 1, end)
        if fraction == NO_TIME:
            return NO_TIME
        value += fraction
    if place == end:
        return value
    if data[place] == _ZULU:
        return value if place + 1 == end else NO_TIME
    if end - place != 6 or (data[place] != _PLUS and data[place] != _MINUS) or data[place + 3] != _COLON:
        return NO_TIME
    hours, minutes = two_digits(data, place + 1), two_digits(data, place + 4)
    if hours < 0 or hours > 13 or minutes < 0 or minutes > 59:
        return NO_TIME
    away = (hours * 60 + minutes) * 60 * _SECOND
    return value - away if data[place] == _PLUS else value + away
