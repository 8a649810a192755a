"""Kernels over the solutions of events: each once, and their terms as columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.hashing import joined
from seqoia.machine.match.views import view
from seqoia.machine.match.words import copied

SPARE = 8
"""How many bytes behind its end a buffer has for `copied`."""

_FEW = 16
_UNDERSCORE = 95


@compiled
def distinct(events: Any, codes: Any, kept: Any) -> None:
    """Keeps the first of the rows of an event that have the same codes; an event's rows stand together."""
    first, rows = 0, len(events)
    while first < rows:
        last = first + 1
        while last < rows and events[last] == events[first]:
            last += 1
        if last - first > _FEW:
            _distinct_by_hash(codes, kept, first, last)
        else:
            for row in range(first + 1, last):
                for other in range(first, row):
                    if _same_row(codes, row, other):
                        kept[row] = False
                        break
        first = last


@inlined
def _same_row(codes: Any, row: Any, other: Any) -> Any:
    same = True
    for column in range(codes.shape[1]):
        same &= codes[row, column] == codes[other, column]
    return same


@compiled
def _distinct_by_hash(codes: Any, kept: Any, first: Any, last: Any) -> None:
    size = 64
    while size < 2 * (last - first):
        size *= 2
    slots = np.full(size, -1, np.int64)
    for row in range(first, last):
        code = np.uint64(0)
        for column in range(codes.shape[1]):
            code = joined(code, np.uint64(codes[row, column]))
        slot = np.int64(code & np.uint64(size - 1))
        while slots[slot] >= 0 and not _same_row(codes, row, slots[slot]):
            slot = (slot + 1) & (size - 1)
        if slots[slot] >= 0:
            kept[row] = False
        else:
            slots[slot] = row


@inlined
def _digits(number: Any) -> Any:
    count = 1
    while number >= 10:
        number //= 10
        count += 1
    return count


@inlined
def _write_number(target: Any, place: Any, number: Any) -> Any:
    end = place + _digits(number)
    for at in range(end - 1, place - 1, -1):
        target[at] = 48 + number % 10
        number //= 10
    return end


@compiled
def sizes(data: Any, numbers: Any, events: Any, starts: Any, lengths: Any, stream: Any, offsets: Any) -> None:
    """Where each row's term begins in a column of terms. `stream` is -1 where blank nodes have their labels."""
    data = view(data)
    total = np.int64(0)
    for row in range(len(starts)):
        offsets[row] = total
        total += lengths[row]
        if stream >= 0 and lengths[row] > 0 and data[starts[row]] == _UNDERSCORE:
            total += 3 + _digits(stream) + _digits(numbers[events[row]])
    offsets[len(starts)] = total


@compiled
def gather(data: Any, numbers: Any, events: Any, starts: Any, lengths: Any, stream: Any, target: Any) -> None:
    """The terms of a column one after another; blank nodes get the labels of their event."""
    data, target = view(data), view(target)
    place = np.int64(0)
    for row in range(len(starts)):
        start, length = starts[row], np.int64(lengths[row])
        if stream >= 0 and length > 0 and data[start] == _UNDERSCORE:
            target[place], target[place + 1], target[place + 2] = 95, 58, 115  # _:s
            place = _write_number(target, place + 3, stream)
            target[place] = 101  # e
            place = _write_number(target, place + 1, numbers[events[row]])
            target[place] = 120  # x
            place = copied(target, place + 1, data, start + 2, length - 2)
        else:
            place = copied(target, place, data, start, length)
