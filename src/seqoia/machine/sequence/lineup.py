"""Candidates in the order in which runs take them: by key, then by end, then by start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from seqoia.machine.sequence.arrays import Candidates
from seqoia.machine.sequence.rowstore import RowStore
from seqoia.machine.sequence.tables import Kind
from seqoia.machine.ticks import Ticks


@dataclass(frozen=True, slots=True)
class Lineup:
    """Candidates by key, and which keys these are: first those of the state, then new ones."""

    candidates: Candidates
    keys: NDArray[np.int64]


def line_up(
    kinds: Sequence[Kind], store: RowStore, known_keys: NDArray[np.int64], ticks: Ticks | None
) -> Lineup:
    """All that the new rows can stand for."""
    most = max(len(kind.leaves) for kind in kinds)
    parts = [_of_kind(number, kind, store, most) for number, kind in enumerate(kinds)]
    rows = np.concatenate([rows for rows, _, _ in parts])
    kind = np.concatenate([numbers for _, numbers, _ in parts])
    key = np.concatenate([keys for _, _, keys in parts])
    start, end = store.arrays.start[rows[:, 0]], store.arrays.end[rows[:, 0]]
    if len(end) > 1 and not _in_order(start, end):
        order = np.lexsort((start, end))
        rows, kind, key, start, end = rows[order], kind[order], key[order], start[order], end[order]
    keys, offsets, place = _by_key(key, known_keys)
    rows, kind, start, end = rows[place], kind[place], start[place], end[place]
    barrier = ticks.barriers(start) if ticks is not None else np.full(len(start), -(2**62), np.int64)
    return Lineup(Candidates(offsets, kind, rows, start, end, barrier), keys)


def _of_kind(
    number: int, kind: Kind, store: RowStore, most: int
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Rows, the number of the kind, and keys."""
    if any(leaf not in store.new for leaf in kind.leaves):
        return np.empty((0, most), np.int32), np.empty(0, np.int64), np.empty(0, np.int64)
    first = kind.leaves[0]
    taken = np.full((store.new[first].num_rows, most), -1, np.int32)
    taken[:, 0] = store.new_from[first] + np.arange(store.new[first].num_rows)
    for part in range(1, len(kind.leaves)):
        taken = _together(taken, part, kind, store)
    keys = store.new[first].column("key").to_numpy()[taken[:, 0] - store.new_from[first]]
    return taken, np.full(len(taken), number, np.int64), keys


def _together(taken: NDArray[np.int32], part: int, kind: Kind, store: RowStore) -> NDArray[np.int32]:
    """Each candidate with every row of one more leaf that has its interval and its key and agrees with it."""
    leaf, arrays = kind.leaves[part], store.arrays
    others = (store.new_from[leaf] + np.arange(store.new[leaf].num_rows)).astype(np.int32)
    first = taken[:, 0]
    key_of_first = store.new[kind.leaves[0]].column("key").to_numpy()[first - store.new_from[kind.leaves[0]]]
    one = np.stack([key_of_first, arrays.end[first], arrays.start[first]], axis=1)
    other = np.stack([store.new[leaf].column("key").to_numpy(), arrays.end[others], arrays.start[others]], axis=1)
    _, group = np.unique(np.concatenate([one, other]), axis=0, return_inverse=True)
    group = group.reshape(-1)
    mine, theirs = group[: len(taken)], group[len(taken) :]
    order = np.argsort(theirs, kind="stable")
    begins = np.searchsorted(theirs[order], mine, side="left")
    ends = np.searchsorted(theirs[order], mine, side="right")
    counts = ends - begins
    left = np.repeat(np.arange(len(taken)), counts)
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    joined = taken[left]
    joined[:, part] = others[order[np.repeat(begins, counts) + within]]
    agree = np.ones(len(joined), np.bool_)
    for earlier, slot, later, other_slot in kind.equal:
        if later == part:
            a, b = arrays.hashes[joined[:, earlier], slot], arrays.hashes[joined[:, part], other_slot]
            agree &= (a == b) | (a == 0) | (b == 0)
    return joined[agree]


@njit(cache=True, nogil=True)
def _in_order(start: Any, end: Any) -> bool:
    for place in range(1, len(end)):
        if end[place] < end[place - 1] or (end[place] == end[place - 1] and start[place] < start[place - 1]):
            return False
    return True


@njit(cache=True, nogil=True)
def _by_key(key: Any, known: Any) -> tuple[Any, Any, Any]:
    """The keys, the known ones first; where each begins among the candidates; and which candidate stands where."""
    size = 16
    while size < 2 * (len(key) + len(known)) + 2:
        size *= 2
    mask = size - 1
    table = np.full(size, -1, np.int64)
    keys = np.empty(len(known) + len(key), np.int64)
    number = np.empty(len(key), np.int64)
    count = 0
    for place in range(len(known) + len(key)):
        value = known[place] if place < len(known) else key[place - len(known)]
        at = (value ^ (value >> 29)) & mask
        while table[at] >= 0 and keys[table[at]] != value:
            at = (at + 1) & mask
        if table[at] < 0:
            table[at] = count
            keys[count] = value
            count += 1
        if place >= len(known):
            number[place - len(known)] = table[at]
    offsets = np.zeros(count + 1, np.int64)
    for place in range(len(key)):
        offsets[number[place] + 1] += 1
    for place in range(count):
        offsets[place + 1] += offsets[place]
    filled = offsets.copy()
    order = np.empty(len(key), np.int64)
    for place in range(len(key)):
        order[filled[number[place]]] = place
        filled[number[place]] += 1
    return keys[:count].copy(), offsets, order
