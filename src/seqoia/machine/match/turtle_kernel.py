"""The kernel that writes plain Turtle as N-Triples: prefixes, `;`, `,`, `a`, numbers, truth values and `[]`.

It need not see every error, because its lines are read by the kernel for N-Triples. Whatever else Turtle and TriG have
it leaves to pyoxigraph.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.lexicals import PLAIN
from seqoia.machine.match.lexing import lex_iri, lex_literal
from seqoia.machine.match.views import view
from seqoia.machine.match.words import copied
from seqoia.model.term import RDF, XSD

MOST_PREFIXES = 32
FULL = -2
"""There was no room for what was to be written."""
_LEFT = np.int64(-1)
_ROOM = 256
"""How much is written at most beside what is copied."""

_LETTERS, _NAME, _SPACE, _END = (
    np.array([chr(byte) in signs for byte in range(256)])
    for signs in (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-",
        " \t\r\n",
        " \t\r\n;,.",
    )
)
_TYPES = [f'"^^<{XSD}{name}>' for name in ("integer", "decimal", "double", "boolean")]
_WORDS = np.frombuffer("".join([f"<{RDF}type>", *_TYPES, "_:b"]).encode(), np.uint8)
_EDGES = np.cumsum([0, len(RDF) + 6, *map(len, _TYPES), 3])
_A, _INTEGER, _DECIMAL, _DOUBLE, _BOOLEAN, _BLANK = range(6)
_PREFIX = np.frombuffer(b"prefix", np.uint8)
_TRUE, _FALSE = np.frombuffer(b"true", np.uint8), np.frombuffer(b"false", np.uint8)

_DOT, _COLON, _LESS, _QUOTE, _AT, _SEMICOLON, _COMMA, _OPEN, _CLOSE = 46, 58, 60, 34, 64, 59, 44, 91, 93
_PLUS, _MINUS, _UNDERSCORE, _LOWER_A, _CARET = 43, 45, 95, 97, 94


@inlined
def _skip(data: Any, place: Any, end: Any) -> Any:
    while place < end and _SPACE[data[place]]:
        place += 1
    return place


@inlined
def _word(target: Any, out: Any, which: Any) -> Any:
    for place in range(_EDGES[which], _EDGES[which + 1]):
        target[out] = _WORDS[place]
        out += 1
    return out


@inlined
def _is_word(data: Any, place: Any, end: Any, word: Any) -> Any:
    """Whether a word stands here, in letters of any case."""
    if place + len(word) > end:
        return False
    same = True
    for at in range(len(word)):
        same &= data[place + at] | 32 == word[at]
    return same


@inlined
def _end_of_name(data: Any, place: Any, end: Any) -> Any:
    """Behind letters, digits, `_` and `-`, with single dots between."""
    while place < end and (_NAME[data[place]] or (data[place] == _DOT and place + 1 < end and _NAME[data[place + 1]])):
        place += 1
    return place


@compiled
def _read_prefix(data: Any, place: Any, end: Any, prefixes: Any, count: Any, dotted: Any) -> Any:
    """A name, a colon and an IRI: the place behind them."""
    place = _skip(data, place, end)
    first = place
    place = _end_of_name(data, place, end)
    if place >= end or data[place] != _COLON or count == MOST_PREFIXES or (place > first and not _LETTERS[data[first]]):
        return _LEFT
    name = place
    place = _skip(data, place + 1, end)
    if place >= end or data[place] != _LESS:
        return _LEFT
    behind, kind = lex_iri(data, place, end, np.bool_(False))
    if kind != PLAIN:
        return _LEFT
    prefixes[count, 0], prefixes[count, 1] = first, name - first
    prefixes[count, 2], prefixes[count, 3] = place, behind - 1 - place
    if dotted == 0:
        return behind
    behind = _skip(data, behind, end)
    return behind + 1 if behind < end and data[behind] == _DOT else _LEFT


@compiled
def _write_name(data: Any, place: Any, end: Any, prefixes: Any, count: Any, target: Any, out: Any) -> Any:
    """A prefixed name as an IRI: the places behind it, read and written."""
    first = place
    place = _end_of_name(data, place, end)
    if place >= end or data[place] != _COLON:
        return _LEFT, out
    name = place - first
    found = -1
    for at in range(count - 1, -1, -1):
        if found < 0 and prefixes[at, 1] == name:
            same = True
            for byte in range(name):
                same &= data[prefixes[at, 0] + byte] == data[first + byte]
            if same:
                found = at
    local = place + 1
    place = _end_of_name(data, local, end)
    if found < 0 or (place > local and data[local] in (_MINUS, _DOT)):
        return _LEFT, out
    if place < end and not _END[data[place]] and data[place] != _LESS and data[place] != _QUOTE:
        return _LEFT, out
    if out + prefixes[found, 3] + place - local + _ROOM > len(target):
        return FULL, out
    out = copied(target, out, data, prefixes[found, 2], prefixes[found, 3])
    out = copied(target, out, data, local, place - local)
    target[out] = 62
    return place, out + 1


@compiled
def _write_number(data: Any, place: Any, end: Any, target: Any, out: Any) -> Any:
    first = place
    if data[place] in (_PLUS, _MINUS):
        place += 1
    digits, kind = place, _INTEGER
    while place < end and 48 <= data[place] <= 57:
        place += 1
    whole = place - digits
    if place + 1 < end and data[place] == _DOT and 48 <= data[place + 1] <= 57:
        kind = _DECIMAL
        place += 1
        while place < end and 48 <= data[place] <= 57:
            place += 1
    elif whole == 0:
        return _LEFT, out
    if place < end and data[place] | 32 == 101:
        kind = _DOUBLE
        place += 1
        if place < end and data[place] in (_PLUS, _MINUS):
            place += 1
        exponent = place
        while place < end and 48 <= data[place] <= 57:
            place += 1
        if place == exponent:
            return _LEFT, out
    if place < end and not _END[data[place]]:
        return _LEFT, out
    if out + place - first + _ROOM > len(target):
        return FULL, out
    target[out] = _QUOTE
    out = copied(target, out + 1, data, first, place - first)
    return place, _word(target, out, kind)


@compiled
def _write_literal(data: Any, place: Any, end: Any, prefixes: Any, count: Any, target: Any, out: Any) -> Any:
    """A string in one pair of quotes with its language or datatype."""
    if place + 2 < end and data[place + 1] == _QUOTE and data[place + 2] == _QUOTE:
        return _LEFT, out
    close = place + 1
    while close < end and data[close] != _QUOTE:
        close += 2 if data[close] == 92 else 1
    if close + 2 < end and data[close + 1] == _CARET and data[close + 2] == _CARET and data[close + 3] != _LESS:
        if out + close - place + _ROOM > len(target):
            return FULL, out
        out = copied(target, out, data, place, close + 3 - place)
        return _write_name(data, close + 3, end, prefixes, count, target, out)
    behind, kind = lex_literal(data, place, end, np.bool_(False))
    if kind > PLAIN + 1:
        return _LEFT, out
    if out + behind - place + _ROOM > len(target):
        return FULL, out
    return behind, copied(target, out, data, place, behind - place)


@inlined
def _write_blank(data: Any, place: Any, end: Any, target: Any, out: Any, blanks: Any) -> Any:
    """`[]`, as a label that counts them."""
    behind = _skip(data, place + 1, end)
    if behind >= end or data[behind] != _CLOSE or blanks > 9:
        return _LEFT, out
    out = _word(target, out, _BLANK)
    target[out] = 48 + blanks
    return behind + 1, out + 1


@compiled
def _write_term(data: Any, place: Any, end: Any, prefixes: Any, count: Any, target: Any, out: Any, blanks: Any) -> Any:
    """Any term but those of the predicate's own: the places behind it, read and written."""
    if place >= end or out + _ROOM > len(target):
        return (_LEFT if place >= end else np.int64(FULL)), out
    found = data[place]
    if found == _LESS:
        behind, kind = lex_iri(data, place, end, np.bool_(False))
        if kind > PLAIN + 1:
            return _LEFT, out
        if out + behind - place + _ROOM > len(target):
            return np.int64(FULL), out
        return behind, copied(target, out, data, place, behind - place)
    if found == _QUOTE:
        return _write_literal(data, place, end, prefixes, count, target, out)
    if found == _OPEN:
        return _write_blank(data, place, end, target, out, blanks)
    if 48 <= found <= 57 or found in (_PLUS, _MINUS, _DOT):
        return _write_number(data, place, end, target, out)
    for word, length in ((0, 4), (1, 5)):
        same = place + length < end and _END[data[place + length]]
        for at in range(length):
            same = same and data[place + at] == (_TRUE[at] if word == 0 else _FALSE[at])
        if same:
            target[out] = _QUOTE
            out = copied(target, out + 1, data, place, length)
            return place + length, _word(target, out, _BOOLEAN)
    if found == _COLON or _LETTERS[found]:
        return _write_name(data, place, end, prefixes, count, target, out)
    return _LEFT, out


@inlined
def _write_predicate(data: Any, place: Any, end: Any, prefixes: Any, count: Any, target: Any, out: Any) -> Any:
    if place + 1 < end and data[place] == _LOWER_A and _SPACE[data[place + 1]]:
        return place + 1, _word(target, out, _A)
    return _write_term(data, place, end, prefixes, count, target, out, np.int64(10))


@compiled
def _write_statement(
    data: Any, place: Any, end: Any, prefixes: Any, count: Any, target: Any, out: Any, blanks: Any
) -> Any:
    """A subject with all that is said of it, up to its dot: the places behind it, and how many blank nodes came."""
    subject = out
    blanks += data[place] == _OPEN
    place, out = _write_term(data, place, end, prefixes, count, target, out, blanks)
    subject_length = out - subject
    first = True
    while place >= 0:
        place = _skip(data, place, end)
        if out + 2 * subject_length + _ROOM > len(target):
            return np.int64(FULL), out, blanks
        if not first:
            out = copied(target, out, target, subject, subject_length)
        first = False
        target[out] = 32
        out += 1
        predicate = out
        place, out = _write_predicate(data, place, end, prefixes, count, target, out)
        predicate_length = out - predicate
        while place >= 0:
            target[out] = 32
            place = _skip(data, place, end)
            if place < end:
                blanks += data[place] == _OPEN
            place, out = _write_term(data, place, end, prefixes, count, target, out + 1, blanks)
            if place < 0:
                return place, out, blanks
            target[out], target[out + 1], target[out + 2] = 32, _DOT, 10
            out += 3
            place = _skip(data, place, end)
            if place >= end or data[place] != _COMMA:
                break
            place += 1
            if out + subject_length + predicate_length + _ROOM > len(target):
                return np.int64(FULL), out, blanks
            out = copied(target, out, target, subject, subject_length)
            target[out] = 32
            out = copied(target, out + 1, target, predicate, predicate_length)
        if place < 0 or place >= end:
            return (place if place < 0 else _LEFT), out, blanks
        semicolons = 0
        while place < end and data[place] == _SEMICOLON:
            place = _skip(data, place + 1, end)
            semicolons += 1
        if place < end and data[place] == _DOT:
            return place + 1, out, blanks
        if semicolons == 0:
            return _LEFT, out, blanks
    return place, out, blanks


@compiled
def _write_text(data: Any, start: Any, end: Any, prefixes: Any, target: Any, out: Any) -> Any:
    """A text as lines; where writing ended, or what went wrong."""
    place, count, blanks = start, np.int64(0), np.int64(0)
    while True:
        place = _skip(data, place, end)
        if place >= end:
            return out
        if data[place] == _AT:
            if not _is_word(data, place + 1, end, _PREFIX) or place + 7 >= end or not _SPACE[data[place + 7]]:
                return _LEFT
            for at in range(1, 7):
                if data[place + at] < _LOWER_A:
                    return _LEFT
            place = _read_prefix(data, place + 7, end, prefixes, count, np.int64(1))
            count += 1
        elif _is_word(data, place, end, _PREFIX) and place + 6 < end and _SPACE[data[place + 6]]:
            place = _read_prefix(data, place + 6, end, prefixes, count, np.int64(0))
            count += 1
        else:
            place, out, blanks = _write_statement(data, place, end, prefixes, count, target, out, blanks)
        if place < 0:
            return place


@compiled
def write_lines(
    data: Any,
    starts: Any,
    ends: Any,
    places: Any,
    begin: Any,
    out: Any,
    prefixes: Any,
    target: Any,
    edges: Any,
    good: Any,
) -> Any:
    """Writes texts from `begin` on one after another. Where there was no more room, and how much is written."""
    data, starts, ends, places = view(data), view(starts), view(ends), view(places)
    prefixes, target = view(prefixes), view(target)
    for number in range(begin, len(places)):
        edges[number] = out
        found = _write_text(data, starts[places[number]], ends[places[number]], prefixes, target, out)
        if found == FULL:
            return number, out
        good[number] = found >= 0
        out = max(out, found)
    edges[len(places)] = out
    return len(places), out
