"""Kernels that join solutions with a table that does not change, by a hash of the terms that both bind."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled
from seqoia.machine.match.hashing import hashed, joined
from seqoia.machine.match.views import view
from seqoia.machine.match.words import same_bytes

_UNDERSCORE = 95


@compiled
def hash_terms(data: Any, starts: Any, lengths: Any, hashes: Any) -> None:
    """Adds a column of terms to the hashes of rows."""
    data = view(data)
    for row in range(len(hashes)):
        hashes[row] = joined(hashes[row], hashed(data, starts[row], np.int64(lengths[row])))


@compiled
def build(hashes: Any, slots: Any, following: Any) -> None:
    """Fills a table of slots, whose number is a power of two, with the rows of each hash in a chain."""
    mask = np.uint64(len(slots) - 1)
    for row in range(len(hashes) - 1, -1, -1):
        slot = np.int64(hashes[row] & mask)
        following[row] = slots[slot]
        slots[slot] = row


@compiled
def probe(hashes: Any, own: Any, known: Any, slots: Any, following: Any, left: Any, right: Any) -> Any:
    """The pairs of rows with the same hash: of one's `own` and of the table's `known`. Rows that are not to be joined
    have False in `own`. How many pairs there are; no more are written than there is room for."""
    mask = np.uint64(len(slots) - 1)
    count = 0
    for row in range(len(hashes)):
        if not own[row]:
            continue
        other = slots[np.int64(hashes[row] & mask)]
        while other >= 0:
            if known[other] == hashes[row]:
                if count < len(left):
                    left[count], right[count] = row, other
                count += 1
            other = following[other]
    return count


@compiled
def check(
    data: Any,
    starts: Any,
    lengths: Any,
    others: Any,
    other_starts: Any,
    other_lengths: Any,
    left: Any,
    right: Any,
    kept: Any,
) -> None:
    """Leaves the pairs whose terms are the same."""
    data, others = view(data), view(others)
    for pair in range(len(left)):
        one, other = left[pair], right[pair]
        length = np.int64(lengths[one])
        if other_lengths[other] != length or not same_bytes(data, starts[one], others, other_starts[other], length):
            kept[pair] = False


@compiled
def not_blank(data: Any, starts: Any, lengths: Any, own: Any) -> None:
    """Blank nodes of an event are in no table; nor is what is not bound."""
    for row in range(len(own)):
        if lengths[row] < 0 or data[starts[row]] == _UNDERSCORE:
            own[row] = False


@compiled
def pairs_of_events(one: Any, other: Any, left: Any, right: Any) -> Any:
    """The pairs of rows of the same event, where both sides have an event's rows together and in order. How many there
    are; no more are written than there is room for."""
    count, begin = 0, 0
    for row in range(len(one)):
        while begin < len(other) and other[begin] < one[row]:
            begin += 1
        place = begin
        while place < len(other) and other[place] == one[row]:
            if count < len(left):
                left[count], right[count] = row, place
            count += 1
            place += 1
    return count
