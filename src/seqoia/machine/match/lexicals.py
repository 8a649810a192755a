"""Which lexical forms are canonical, so that a term's text is what the store would give back.

What is not surely canonical is called unusual; it is looked at once, elsewhere, by pyoxigraph.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.words import load64
from seqoia.model.term import RDF, XSD

PLAIN = 0
UNUSUAL = 1
STRANGE = 2
"""What a term is: canonical; to be looked at; or not in the syntax that kernels read."""


def _word(text: bytes) -> Any:
    return np.uint64(int.from_bytes(text[:8].ljust(8, b"\0"), "little"))


_XSD_START = f"<{XSD}".encode()
_XSD_LENGTH = len(_XSD_START)
_XSD_0, _XSD_1, _XSD_2, _XSD_3 = (_word(_XSD_START[at : at + 8]) for at in (0, 8, 16, 24))
_XSD_LAST = _word(_XSD_START[-8:])
_RDF_START = f"<{RDF}".encode()
_RDF_LENGTH = len(_RDF_START)
_RDF_0, _RDF_1, _RDF_2, _RDF_3 = (_word(_RDF_START[at : at + 8]) for at in (0, 8, 16, 24))

_INTEGER = _word(b"integer")
_DECIMAL = _word(b"decimal")
_DOUBLE = _word(b"double")
_FLOAT = _word(b"float")
_BOOLEAN = _word(b"boolean")
_DATETIME = _word(b"dateTime")
_TRUE = _word(b"true")
_FALSE = _word(b"false")

_SURE_INTEGER = 18
_SURE_DOUBLE = 15
_SURE_FLOAT = 6
_ZERO, _NINE, _MINUS, _DOT = 48, 57, 45, 46


@inlined
def short_word(data: Any, start: Any, length: Any) -> Any:
    """Up to eight bytes as a word."""
    word = np.uint64(0)
    for place in range(min(length, 8)):
        word |= np.uint64(data[start + place]) << np.uint64(8 * place)
    return word


@inlined
def is_of_xsd(data: Any, start: Any, length: Any) -> Any:
    """Whether an IRI, in its brackets, begins as those of XML Schema do."""
    return (
        length > _XSD_LENGTH
        and load64(data, start) == _XSD_0
        and load64(data, start + 8) == _XSD_1
        and load64(data, start + 16) == _XSD_2
        and load64(data, start + 24) == _XSD_3
        and load64(data, start + _XSD_LENGTH - 8) == _XSD_LAST
    )


@inlined
def _is_of_rdf(data: Any, start: Any, length: Any) -> Any:
    return (
        length > _RDF_LENGTH
        and load64(data, start) == _RDF_0
        and load64(data, start + 8) == _RDF_1
        and load64(data, start + 16) == _RDF_2
        and load64(data, start + 24) == _RDF_3
    )


@compiled
def kind_of_literal(data: Any, start: Any, end: Any, datatype: Any, length: Any) -> Any:
    """Whether a lexical form without escapes is surely canonical for a datatype, an IRI in its brackets."""
    if not is_of_xsd(data, datatype, length):
        return UNUSUAL if _is_of_rdf(data, datatype, length) else PLAIN
    name_length = length - _XSD_LENGTH - 1
    if name_length < 1 or name_length > 8:
        return UNUSUAL
    name = load64(data, datatype + length - 9) >> np.uint64(8 * (8 - name_length))
    if name == _INTEGER:
        sure = _is_canonical_number(data, start, end, _SURE_INTEGER, 0, False)
    elif name == _DECIMAL:
        sure = _is_canonical_number(data, start, end, _SURE_INTEGER, _SURE_INTEGER, False)
    elif name == _DOUBLE:
        sure = end - start <= _SURE_DOUBLE and _is_canonical_number(data, start, end, _SURE_DOUBLE, _SURE_DOUBLE, True)
    elif name == _FLOAT:
        sure = end - start <= _SURE_FLOAT and _is_canonical_number(data, start, end, _SURE_FLOAT, _SURE_FLOAT, True)
    elif name == _BOOLEAN:
        value = short_word(data, start, end - start)
        sure = (end - start == 4 and value == _TRUE) or (end - start == 5 and value == _FALSE)
    elif name == _DATETIME:
        sure = _is_canonical_datetime(data, start, end)
    else:
        sure = False
    return PLAIN if sure else UNUSUAL


@inlined
def _is_canonical_number(data: Any, start: Any, end: Any, whole: Any, decimals: Any, minus_zero: Any) -> Any:
    """`-`, digits without a leading zero, and perhaps a point and digits without a trailing zero."""
    negative = start < end and data[start] == _MINUS
    first = start + 1 if negative else start
    place = first
    while place < end and _ZERO <= data[place] <= _NINE:
        place += 1
    count = place - first
    if count == 0 or count > whole or (count > 1 and data[first] == _ZERO):
        return False
    if place == end:
        return minus_zero or not negative or data[first] != _ZERO
    if data[place] != _DOT or end - place - 1 > decimals or place + 1 == end or data[end - 1] == _ZERO:
        return False
    place += 1
    while place < end:
        if not _ZERO <= data[place] <= _NINE:
            return False
        place += 1
    return True


@inlined
def two_digits(data: Any, place: Any) -> Any:
    """A number of two digits, or -100 and less where these are none."""
    upper = np.int64(data[place]) - _ZERO
    lower = np.int64(data[place + 1]) - _ZERO
    if upper < 0 or upper > 9 or lower < 0 or lower > 9:
        return np.int64(-10_000)
    return upper * 10 + lower


@inlined
def days_in(year: Any, month: Any) -> Any:
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


@compiled
def _is_canonical_datetime(data: Any, start: Any, end: Any) -> Any:
    """`YYYY-MM-DDThh:mm:ss`, perhaps decimals without a trailing zero, perhaps a zone that is not zero but `Z`."""
    if end - start < 19 or not is_datetime(data, start):
        return False
    place = start + 19
    if place < end and data[place] == _DOT:
        place += 1
        first = place
        while place < end and _ZERO <= data[place] <= _NINE:
            place += 1
        if place == first or place - first > 9 or data[place - 1] == _ZERO:
            return False
    if place == end:
        return True
    if data[place] == 90:  # Z
        return place + 1 == end
    if end - place != 6 or (data[place] != 43 and data[place] != _MINUS) or data[place + 3] != 58:
        return False
    hours, minutes = two_digits(data, place + 1), two_digits(data, place + 4)
    return 0 <= hours <= 13 and 0 <= minutes <= 59 and hours + minutes > 0


@inlined
def is_datetime(data: Any, start: Any) -> Any:
    """Whether nineteen bytes are a day of the years 1 to 9999 and a time of day."""
    year = two_digits(data, start) * 100 + two_digits(data, start + 2)
    month, day = two_digits(data, start + 5), two_digits(data, start + 8)
    hour, minute, second = two_digits(data, start + 11), two_digits(data, start + 14), two_digits(data, start + 17)
    signs = data[start + 4] == 45 and data[start + 7] == 45 and data[start + 10] == 84
    clock = data[start + 13] == 58 and data[start + 16] == 58 and 0 <= hour <= 23 and 0 <= minute <= 59
    if not (signs and clock and 0 <= second <= 59 and year >= 1 and 1 <= month <= 12):
        return False
    return 1 <= day <= days_in(year, month)


@inlined
def is_plain_language(data: Any, start: Any, end: Any) -> Any:
    """Two or three letters in lower case, and perhaps two more as a region."""
    place = start
    while place < end and 97 <= data[place] <= 122:
        place += 1
    if place - start < 2 or place - start > 3:
        return False
    if place == end:
        return True
    return end - place == 3 and data[place] == 45 and 97 <= data[place + 1] <= 122 and 97 <= data[place + 2] <= 122
