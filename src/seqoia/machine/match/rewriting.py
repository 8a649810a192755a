"""Kernels for terms that are not surely canonical: where they are, each once, and the texts with others in place."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled
from seqoia.machine.match.hashing import hashed
from seqoia.machine.match.lexicals import UNUSUAL
from seqoia.machine.match.lexing import lex_term
from seqoia.machine.match.searching import forget, lex_event
from seqoia.machine.match.views import view
from seqoia.machine.match.words import copied, same_bytes


@compiled
def unusual_terms(
    data: Any,
    starts: Any,
    ends: Any,
    places: Any,
    mode: Any,
    froms: Any,
    lengths: Any,
    tails: Any,
    sure: Any,
    found: Any,
) -> Any:
    """The unusual terms of some texts: for each the text, by its place in `places`, and where it is. How many there
    are, which may be more than `found` has room for, and how many quads the texts have."""
    data, starts, ends, places = view(data), view(starts), view(ends), view(places)
    froms, lengths, tails, sure = view(froms), view(lengths), view(tails), view(sure)
    forget(sure)
    total, quads = 0, 0
    for number in range(len(places)):
        place = places[number]
        count, _ = lex_event(data, starts[place], ends[place], mode, froms, lengths, tails, sure)
        quads += count
        for quad in range(count):
            for at in range(4):
                length = lengths[at, quad]
                if length == 0:
                    continue
                _, kind = lex_term(data, froms[at, quad], ends[place], np.bool_(False))
                if kind == UNUSUAL:
                    if total < len(found):
                        found[total, 0], found[total, 1], found[total, 2] = number, froms[at, quad], length
                    total += 1
    return total, quads


@compiled
def number_terms(data: Any, starts: Any, lengths: Any, numbers: Any, firsts: Any) -> Any:
    """Gives the same number to the same terms, from 0 on, and says where each stands first. How many there are."""
    data, starts, lengths = view(data), view(starts), view(lengths)
    size = 64
    while size < 2 * len(starts):
        size *= 2
    slots = np.full(size, -1, np.int64)
    count = 0
    for row in range(len(starts)):
        length = np.int64(lengths[row])
        slot = np.int64(hashed(data, starts[row], length) & np.uint64(size - 1))
        while slots[slot] >= 0:
            first = firsts[slots[slot]]
            if lengths[first] == length and same_bytes(data, starts[first], data, starts[row], length):
                break
            slot = (slot + 1) & (size - 1)
        if slots[slot] < 0:
            slots[slot] = count
            firsts[count] = row
            count += 1
        numbers[row] = slots[slot]
    return count


@compiled
def rewrite(
    data: Any,
    starts: Any,
    ends: Any,
    places: Any,
    mode: Any,
    froms: Any,
    lengths: Any,
    tails: Any,
    sure: Any,
    found: Any,
    instead: Any,
    others: Any,
    other_starts: Any,
    target: Any,
    new_starts: Any,
) -> Any:
    """Writes texts with other terms instead of those found; `instead` says which of the others."""
    data, starts, ends, places = view(data), view(starts), view(ends), view(places)
    others, other_starts, target = view(others), view(other_starts), view(target)
    froms, lengths, tails, sure = view(froms), view(lengths), view(tails), view(sure)
    forget(sure)
    out, item = np.int64(0), 0
    for number in range(len(places)):
        place = places[number]
        new_starts[number] = out
        count, _ = lex_event(data, starts[place], ends[place], mode, froms, lengths, tails, sure)
        for quad in range(count):
            for at in range(4):
                length = lengths[at, quad]
                if length == 0:
                    continue
                if item < len(found) and found[item, 0] == number and found[item, 1] == froms[at, quad]:
                    other = instead[item]
                    begin = other_starts[other]
                    out = copied(target, out, others, begin, other_starts[other + 1] - begin)
                    item += 1
                else:
                    out = copied(target, out, data, froms[at, quad], length)
                target[out] = 32
                out += 1
            target[out], target[out + 1] = DOT, LINE_END
            out += 2
    new_starts[len(places)] = out
    return out


DOT, LINE_END = 46, 10
