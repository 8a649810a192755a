"""Terms of N-Triples and N-Quads in the bytes of a text: where each ends, and whether it is canonical.

Every function takes the place of a term's first byte and the end of the text, and gives the place behind the term and
one of `PLAIN`, `UNUSUAL` and `STRANGE`. A trusted text is known to be right and canonical.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.lexicals import PLAIN, STRANGE, UNUSUAL, is_plain_language, kind_of_literal
from seqoia.machine.match.words import (
    WIDTH,
    beyond_iri,
    beyond_string,
    ends_authority,
    ends_iri,
    first_of,
    load64,
)

_HTTP = np.uint64(int.from_bytes(b"<http://", "little"))
_HTTPS = np.uint64(int.from_bytes(b"<https:/", "little"))

_IN_IRI = np.array([chr(byte) in "!$&'()*+,-./:;=?@_~" or chr(byte).isalnum() for byte in range(128)] + [False] * 128)
_IN_STRING = np.array([0x20 <= byte < 0x7F and byte not in (0x22, 0x5C) for byte in range(256)])
_IN_AUTHORITY = np.array([chr(byte) not in "/:>?@#" for byte in range(256)])
_LETTER, _IN_SCHEME, _IN_LABEL = (
    np.array([byte < 128 and (chr(byte).isalpha() or chr(byte) in more) for byte in range(256)])
    for more in ("", "0123456789+-.", "0123456789_-.")
)

LESS, GREATER, QUOTE, BACKSLASH, UNDERSCORE, DOT, COLON, SLASH, HASH, AT, CARET = (
    60,
    62,
    34,
    92,
    95,
    46,
    58,
    47,
    35,
    64,
    94,
)


@inlined
def _next_beyond_iri(data: Any, place: Any) -> Any:
    while place + WIDTH <= len(data):
        mask = beyond_iri(data, place)
        if mask:
            return place + first_of(mask)
        place += WIDTH
    while place < len(data) and _IN_IRI[data[place]]:
        place += 1
    return place


@inlined
def _next_beyond_string(data: Any, place: Any) -> Any:
    while place + WIDTH <= len(data):
        mask = beyond_string(data, place)
        if mask:
            return place + first_of(mask)
        place += WIDTH
    while place < len(data) and _IN_STRING[data[place]]:
        place += 1
    return place


@inlined
def _next_end_of_iri(data: Any, place: Any) -> Any:
    while place + WIDTH <= len(data):
        mask = ends_iri(data, place)
        if mask:
            return place + first_of(mask)
        place += WIDTH
    while place < len(data) and data[place] != GREATER:
        place += 1
    return place


@inlined
def _next_end_of_authority(data: Any, place: Any) -> Any:
    while place + WIDTH <= len(data):
        mask = ends_authority(data, place)
        if mask:
            return place + first_of(mask)
        place += WIDTH
    while place < len(data) and _IN_AUTHORITY[data[place]]:
        place += 1
    return place


@compiled
def lex_iri(data: Any, start: Any, end: Any, trusted: Any) -> Any:
    """`<`, an IRI, `>`."""
    if trusted:
        return _next_end_of_iri(data, start + 1) + 1, PLAIN
    kind, fragments, place = PLAIN, 0, start + 1
    while True:
        place = _next_beyond_iri(data, place)
        if place >= end:
            return end, STRANGE
        found = data[place]
        if found == GREATER:
            break
        if found == HASH:
            fragments += 1
            if fragments > 1:
                kind = UNUSUAL
        elif found in (37, 91, 92, 93) or found >= 128:  # % [ \ ]
            kind = UNUSUAL
        else:
            return place, STRANGE
        place += 1
    if place - start < 8:
        return place + 1, max(kind, _kind_of_start(data, start + 1, place))
    head = load64(data, start)
    if head == _HTTP:
        return place + 1, max(kind, _kind_of_authority(data, start + 8))
    if head == _HTTPS and data[start + 8] == SLASH:
        return place + 1, max(kind, _kind_of_authority(data, start + 9))
    return place + 1, max(kind, _kind_of_start(data, start + 1, place))


@inlined
def _kind_of_authority(data: Any, start: Any) -> Any:
    """Ports and users are rare enough to be looked at one by one."""
    found = data[_next_end_of_authority(data, start)]
    return UNUSUAL if found in (COLON, AT) else PLAIN


@compiled
def _kind_of_start(data: Any, start: Any, end: Any) -> Any:
    """An absolute IRI starts with a scheme."""
    if not _LETTER[data[start]]:
        return STRANGE
    place = start
    while place < end and _IN_SCHEME[data[place]]:
        place += 1
    if place == end or data[place] != COLON:
        return STRANGE
    if place + 2 < end and data[place + 1] == SLASH and data[place + 2] == SLASH:
        return _kind_of_authority(data, place + 3)
    return PLAIN


@inlined
def lex_blank_node(data: Any, start: Any, end: Any, trusted: Any) -> Any:
    """`_:` and a label of ASCII; unless it is trusted, any other is strange."""
    place = start + 2
    if place >= end or data[start + 1] != COLON:
        return place, STRANGE
    if not trusted and (not _IN_LABEL[data[place]] or data[place] in (45, DOT)):
        return place, STRANGE
    while place < end and (_IN_LABEL[data[place]] or (trusted and data[place] >= 128)):
        place += 1
    if place < end and data[place] >= 128:
        return place, STRANGE
    while data[place - 1] == DOT:
        place -= 1
    return place, PLAIN


@compiled
def lex_literal(data: Any, start: Any, end: Any, trusted: Any) -> Any:
    """A string in quotes, and perhaps its language or its datatype."""
    kind, place = PLAIN, start + 1
    while True:
        place = _next_beyond_string(data, place)
        if place >= end:
            return end, STRANGE
        found = data[place]
        if found == QUOTE:
            break
        if found >= 128:
            length = _character(data, place, end)
            if length == 0:
                return place, STRANGE
            if length < 0:
                kind, length = UNUSUAL, -length
            place += length
        elif found in (10, 13):
            return place, STRANGE
        else:
            kind = UNUSUAL
            place += 2 if found == BACKSLASH else 1
    close = place
    place += 1
    if place < end and data[place] == AT:
        return _lex_language(data, place + 1, end, kind)
    if place + 2 < end and data[place] == CARET and data[place + 1] == CARET:
        if data[place + 2] != LESS:
            return place, STRANGE
        last, datatype = lex_iri(data, place + 2, end, trusted)
        if kind == PLAIN and datatype == PLAIN and not trusted:
            kind = kind_of_literal(data, start + 1, close, place + 2, last - place - 2)
        return last, max(kind, datatype)
    return place, kind


@compiled
def _lex_language(data: Any, start: Any, end: Any, kind: Any) -> Any:
    place = start
    while place < end and (_IN_LABEL[data[place]] and data[place] not in (DOT, UNDERSCORE)):
        place += 1
    plain = is_plain_language(data, start, place)
    return place, kind if plain else max(kind, UNUSUAL)


@compiled
def _character(data: Any, start: Any, end: Any) -> Any:
    """How many bytes a character beyond ASCII has: 0 where it is none, less where it is not canonical as it stands."""
    first = data[start]
    if first < 0xC2 or first > 0xF4:
        return 0
    length = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if start + length > end:
        return 0
    for place in range(start + 1, start + length):
        if data[place] & 0xC0 != 0x80:
            return 0
    second = data[start + 1]
    if (first == 0xE0 and second < 0xA0) or (first == 0xED and second > 0x9F):
        return 0
    if (first == 0xF0 and second < 0x90) or (first == 0xF4 and second > 0x8F):
        return 0
    if first == 0xEF and second == 0xBF and data[start + 2] >= 0xBE:
        return -length
    return length


@compiled
def lex_triple_term(data: Any, start: Any, end: Any, trusted: Any) -> Any:
    """`<<(` to its `)>>`, whatever stands between."""
    if start + 2 >= end or data[start + 2] != 40:
        return start, STRANGE
    depth, place = 0, start
    while place < end:
        found = data[place]
        if found == LESS and place + 2 < end and data[place + 1] == LESS:
            depth += 1
            place += 3
        elif found == LESS:
            place = _next_end_of_iri(data, place) + 1
        elif found == QUOTE:
            place = _end_of_string(data, place, end)
        elif found == 41:
            depth -= 1
            place += 3
            if depth == 0:
                return (place, PLAIN if trusted else UNUSUAL) if place <= end else (end, STRANGE)
        else:
            place += 1
    return end, STRANGE


@inlined
def _end_of_string(data: Any, start: Any, end: Any) -> Any:
    place = start + 1
    while place < end and data[place] != QUOTE:
        place += 2 if data[place] == BACKSLASH else 1
    return place + 1


@compiled
def lex_term(data: Any, start: Any, end: Any, trusted: Any) -> Any:
    """Any term."""
    if start >= end:
        return start, STRANGE
    found = data[start]
    if found == LESS:
        if start + 1 < end and data[start + 1] == LESS:
            return lex_triple_term(data, start, end, trusted)
        return lex_iri(data, start, end, trusted)
    if found == QUOTE:
        return lex_literal(data, start, end, trusted)
    if found == UNDERSCORE:
        return lex_blank_node(data, start, end, trusted)
    return start, STRANGE


@inlined
def tail_of(data: Any, start: Any, length: Any) -> Any:
    """The last eight bytes of a term: with its length, what tells most terms apart."""
    end = start + length
    if length >= 8:
        return load64(data, end - 8)
    if end >= 8:
        return load64(data, end - 8) >> np.uint64(8 * (8 - length))
    word = np.uint64(0)
    for place in range(length):
        word |= np.uint64(data[start + place]) << np.uint64(8 * place)
    return word
