"""The kernel that reads JSON Lines of events: when each was, and the text of its graph without escapes."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.clocks import NO_TIME, datetime_at, seconds_at
from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.lexicals import short_word
from seqoia.machine.match.views import view
from seqoia.machine.match.words import WIDTH, beyond_string, copied, ends_line, first_of

READ, ODD = 0, 1
"""What a line is: read; or to be read by other means."""

_QUOTE, _BACKSLASH, _COLON, _COMMA, _OPEN, _CLOSE, _LINE_END, _U = 34, 92, 58, 44, 123, 125, 10, 117


def _key(name: str) -> Any:
    return np.uint64(int.from_bytes(name.encode(), "little"))


_TIME, _AT, _GRAPH, _START, _END = map(_key, ("time", "at", "graph", "start", "end"))
_ESCAPES = np.zeros(256, np.uint8)
for _sign, _meaning in zip('"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True):
    _ESCAPES[ord(_sign)] = ord(_meaning)


@inlined
def _past_space(data: Any, place: Any, end: Any) -> Any:
    while place < end and (data[place] == 32 or data[place] == 9 or data[place] == 13):
        place += 1
    return place


@inlined
def end_of_line(data: Any, place: Any) -> Any:
    while place + WIDTH <= len(data):
        mask = ends_line(data, place)
        if mask:
            return place + first_of(mask)
        place += WIDTH
    while place < len(data) and data[place] != _LINE_END:
        place += 1
    return place


@inlined
def _plain_string(data: Any, start: Any, end: Any) -> Any:
    """The place of the quote that ends a string of ASCII without escapes, or -1."""
    place = start
    while place < end and 32 <= data[place] < 127 and data[place] != _QUOTE and data[place] != _BACKSLASH:
        place += 1
    return place if place < end and data[place] == _QUOTE else -1


@inlined
def _four_digits(data: Any, start: Any, end: Any) -> Any:
    """Four hexadecimal digits as a number, or -1."""
    if start + 4 > end:
        return -1
    value = 0
    for place in range(start, start + 4):
        byte = np.int64(data[place])
        if 48 <= byte <= 57:
            value = value * 16 + byte - 48
        elif 97 <= (byte | 32) <= 102:
            value = value * 16 + (byte | 32) - 87
        else:
            return -1
    return value


@inlined
def _write_character(target: Any, out: Any, code: Any) -> Any:
    if code < 0x80:
        target[out] = code
        return out + 1
    if code < 0x800:
        target[out], target[out + 1] = 0xC0 | code >> 6, 0x80 | code & 63
        return out + 2
    if code < 0x10000:
        target[out], target[out + 1], target[out + 2] = 0xE0 | code >> 12, 0x80 | code >> 6 & 63, 0x80 | code & 63
        return out + 3
    target[out], target[out + 1] = 0xF0 | code >> 18, 0x80 | code >> 12 & 63
    target[out + 2], target[out + 3] = 0x80 | code >> 6 & 63, 0x80 | code & 63
    return out + 4


@inlined
def _unicode(data: Any, start: Any, end: Any, target: Any, out: Any) -> Any:
    """Behind `\\u`: the place behind the character and where writing goes on; -1 for half of a pair or no digits."""
    code = _four_digits(data, start, end)
    if code < 0 or 0xDC00 <= code < 0xE000:
        return -1, out
    place = start + 4
    if 0xD800 <= code < 0xDC00:
        if place + 6 > end or data[place] != _BACKSLASH or data[place + 1] != _U:
            return -1, out
        low = _four_digits(data, place + 2, end)
        if low < 0xDC00 or low >= 0xE000:
            return -1, out
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        place += 6
    return place, _write_character(target, out, code)


@compiled
def _unescape(data: Any, start: Any, end: Any, target: Any, out: Any) -> Any:
    """A string up to its closing quote into the target: the place behind the quote, or -1, and where writing ended."""
    place = start
    while place < end:
        run = place
        while place + WIDTH <= len(data):
            mask = beyond_string(data, place)
            if mask:
                place += first_of(mask)
                break
            place += WIDTH
        while place < end and 32 <= data[place] < 127 and data[place] != _QUOTE and data[place] != _BACKSLASH:
            place += 1
        if place >= end:
            return -1, out
        out = copied(target, out, data, run, place - run)
        found = data[place]
        if found == _QUOTE:
            return place + 1, out
        if found >= 127:
            target[out] = found
            out += 1
            place += 1
        elif found != _BACKSLASH or place + 1 >= end:
            return -1, out
        elif data[place + 1] == _U:
            place, out = _unicode(data, place + 2, end, target, out)
            if place < 0:
                return -1, out
        else:
            meant = _ESCAPES[data[place + 1]]
            if meant == 0:
                return -1, out
            target[out] = meant
            out += 1
            place += 2
    return -1, out


@inlined
def _time(data: Any, start: Any, end: Any) -> Any:
    """A number, or a dateTime in quotes: the place behind it, and its microseconds."""
    if start < end and data[start] == _QUOTE:
        close = _plain_string(data, start + 1, end)
        return (close + 1, datetime_at(data, start + 1, close)) if close > 0 else (start, NO_TIME)
    place = start
    while place < end and (48 <= data[place] <= 57 or data[place] == 45 or data[place] == 46):
        place += 1
    return place, seconds_at(data, start, place)


@inlined
def _read_line(data: Any, start: Any, end: Any, target: Any, out: Any) -> Any:
    """Where writing ended, or -1 for an odd line; and when the event starts and ends."""
    at, begins, ends = NO_TIME, NO_TIME, NO_TIME
    text_end = np.int64(-1)
    place = _past_space(data, start, end)
    if place >= end or data[place] != _OPEN:
        return np.int64(-1), at, at
    place += 1
    while True:
        place = _past_space(data, place, end)
        if place >= end or data[place] != _QUOTE:
            return np.int64(-1), at, at
        close = _plain_string(data, place + 1, end)
        length = close - place - 1
        if close < 0 or length > 5:
            return np.int64(-1), at, at
        key = short_word(data, place + 1, length)
        place = _past_space(data, close + 1, end)
        if place >= end or data[place] != _COLON:
            return np.int64(-1), at, at
        place = _past_space(data, place + 1, end)
        if key == _GRAPH:
            if text_end >= 0 or place >= end or data[place] != _QUOTE:
                return np.int64(-1), at, at
            place, text_end = _unescape(data, place + 1, end, target, out)
            if place < 0:
                return np.int64(-1), at, at
        else:
            place, when = _time(data, place, end)
            if when == NO_TIME:
                return np.int64(-1), at, at
            if key in (_TIME, _AT):
                known, at = at, when
            elif key == _START:
                known, begins = begins, when
            elif key == _END:
                known, ends = ends, when
            else:
                known = when
            if known != NO_TIME:
                return np.int64(-1), at, at
        place = _past_space(data, place, end)
        if place < end and data[place] == _COMMA:
            place += 1
            continue
        if place >= end or data[place] != _CLOSE or _past_space(data, place + 1, end) != end or text_end < 0:
            return np.int64(-1), at, at
        break
    if at != NO_TIME:
        return (text_end, at, at) if begins == NO_TIME and ends == NO_TIME else (np.int64(-1), at, at)
    if begins == NO_TIME or ends == NO_TIME or begins > ends:
        return np.int64(-1), at, at
    return text_end, begins, ends


@compiled
def read_lines(
    data: Any, target: Any, line_starts: Any, line_ends: Any, kinds: Any, starts: Any, ends: Any, edges: Any
) -> Any:
    """Reads all lines. An odd one leaves no text. How many lines there are."""
    data, target = view(data), view(target)
    line, place, out = 0, np.int64(0), np.int64(0)
    while place < len(data):
        last = end_of_line(data, place)
        line_starts[line], line_ends[line], edges[line] = place, last, out
        written, starts[line], ends[line] = _read_line(data, place, last, target, out)
        kinds[line] = ODD if written < 0 else READ
        out = max(out, written)
        place = last + 1
        line += 1
    edges[line] = out
    return line
