"""Hashes of terms by their text, the same for every way in which events come."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.views import view
from seqoia.machine.match.words import load64, multiplied

_SEED = np.uint64(0x9E3779B97F4A7C15)
_ODD = np.uint64(0xD6E8FEB86659FD93)
_UNBOUND = np.uint64(0xA0761D6478BD642F)


@inlined
def hashed(data: Any, start: Any, length: Any) -> Any:
    """The hash of some bytes."""
    state = multiplied(np.uint64(length) ^ _SEED, _ODD)
    place = np.int64(0)
    while place + 8 <= length:
        state = multiplied(state ^ load64(data, start + place), _ODD)
        place += 8
    rest = np.uint64(0)
    shift = np.uint64(0)
    while place < length:
        rest |= np.uint64(data[start + place]) << shift
        shift += np.uint64(8)
        place += 1
    return multiplied(state ^ rest, _SEED)


@inlined
def joined(key: Any, term: Any) -> Any:
    """The hash of a key with one more term."""
    return multiplied(key ^ term, _ODD) ^ term


@compiled
def add_strings(key: Any, data: Any, offsets: Any, valid: Any) -> None:
    """Adds a column of terms to the hashes of keys; `valid` says which are bound, none of it means all."""
    data = view(data)
    for row in range(len(key)):
        if len(valid) and not valid[row]:
            key[row] = joined(key[row], _UNBOUND)
        else:
            key[row] = joined(key[row], hashed(data, offsets[row], np.int64(offsets[row + 1] - offsets[row])))


@compiled
def settle(key: Any) -> None:
    """Zero is what rows without a key have."""
    for row in range(len(key)):
        if key[row] == np.uint64(0):
            key[row] = np.uint64(1)


def new_keys(count: int) -> NDArray[np.uint64]:
    return np.zeros(count, np.uint64)
