"""Candidates in the order in which runs take them: by key, then by end, then by start."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.sequence.arrays import (
    CANDIDATE_BARRIER,
    CANDIDATE_END,
    CANDIDATE_KIND,
    CANDIDATE_ROWS,
    CANDIDATE_START,
    FOREVER,
    HASH,
    ROW_SLOTS,
    VALUE_WIDTH,
    Numbers,
    empty,
)
from seqoia.machine.sequence.rowstore import RowStore
from seqoia.machine.sequence.tables import Kind
from seqoia.machine.ticks import Ticks


@dataclass(frozen=True, slots=True)
class Lineup:
    """Candidates by key, and which keys these are: first those of the state, then new ones."""

    candidates: Numbers
    offsets: Numbers
    keys: Numbers


def line_up(
    kinds: Sequence[Kind], store: RowStore, known_keys: Numbers, ticks: Ticks | None, known: NDArray[np.bool_]
) -> Lineup:
    """All that the new rows can stand for. Of a kind that is `known`, all that it says is seen by the kernel: events of
    one instant that say the same are one, since their matches are equal and answers are sets."""
    most = max(len(kind.leaves) for kind in kinds)
    parts = [_of_kind(number, kind, store, most) for number, kind in enumerate(kinds)]
    found = np.concatenate([candidates for candidates, _ in parts])
    key = np.concatenate([keys for _, keys in parts])
    if len(found) > 1 and not _in_order(found):
        order = np.lexsort((found[:, CANDIDATE_START], found[:, CANDIDATE_END]))
        found, key = found[order], key[order]
    if ticks is not None:
        found[:, CANDIDATE_BARRIER] = ticks.barriers(found[:, CANDIDATE_START])
    keys, offsets, place = _by_key(key, known_keys)
    found = found[place]
    kept = _first_of_each(found, offsets, store.numbers, known)
    if not kept.all():
        counts = np.concatenate([[0], np.cumsum(kept)])
        found, offsets = found[kept], counts[offsets]
    return Lineup(found, offsets, keys)


def _of_kind(number: int, kind: Kind, store: RowStore, most: int) -> tuple[Numbers, Numbers]:
    """The candidates of a kind, and their keys."""
    if any(leaf not in store.new for leaf in kind.leaves):
        return empty(0, CANDIDATE_ROWS + most), empty(0, 0).reshape(-1)
    first = kind.leaves[0]
    rows = np.full((store.new[first].num_rows, most), -1, np.int64)
    rows[:, 0] = store.new_from[first] + np.arange(len(rows))
    for part in range(1, len(kind.leaves)):
        rows = _together(rows, part, kind, store)
    found = empty(len(rows), CANDIDATE_ROWS + most)
    found[:, CANDIDATE_KIND] = number
    found[:, CANDIDATE_START] = store.starts(rows[:, 0])
    found[:, CANDIDATE_END] = store.ends(rows[:, 0])
    found[:, CANDIDATE_BARRIER] = -FOREVER
    found[:, CANDIDATE_ROWS:] = rows
    return found, _keys(first, store)[rows[:, 0] - store.new_from[first]]


def _keys(leaf: int, store: RowStore) -> Numbers:
    keys: Numbers = store.new[leaf].column("key").to_numpy()
    return keys


def _together(taken: Numbers, part: int, kind: Kind, store: RowStore) -> Numbers:
    """Each candidate with every row of one more leaf that has its interval and its key and agrees with it."""
    first, leaf = kind.leaves[0], kind.leaves[part]
    others = store.new_from[leaf] + np.arange(store.new[leaf].num_rows)
    keys = _keys(first, store)[taken[:, 0] - store.new_from[first]]
    one = np.stack([keys, store.ends(taken[:, 0]), store.starts(taken[:, 0])], axis=1)
    other = np.stack([_keys(leaf, store), store.ends(others), store.starts(others)], axis=1)
    _, group = np.unique(np.concatenate([one, other]), axis=0, return_inverse=True)
    mine, theirs = np.split(group.reshape(-1), [len(taken)])
    order = np.argsort(theirs, kind="stable")
    begins = np.searchsorted(theirs[order], mine, side="left")
    counts = np.searchsorted(theirs[order], mine, side="right") - begins
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    joined = taken[np.repeat(np.arange(len(taken)), counts)]
    joined[:, part] = others[order[np.repeat(begins, counts) + within]]
    agree = np.ones(len(joined), np.bool_)
    for earlier, slot, later, other_slot in kind.equal:
        if later == part:
            a, b = store.hashes(joined[:, earlier], slot), store.hashes(joined[:, part], other_slot)
            agree &= (a == b) | (a == 0) | (b == 0)
    return joined[agree]


@compiled
def _first_of_each(candidates: Any, offsets: Any, rows: Any, known: Any) -> Any:
    """Which candidates are not told already by another one of their instant."""
    kept = np.ones(len(candidates), np.bool_)
    for key in range(len(offsets) - 1):
        instant = offsets[key]
        for place in range(offsets[key] + 1, offsets[key + 1]):
            if (
                candidates[place, CANDIDATE_END] != candidates[instant, CANDIDATE_END]
                or candidates[place, CANDIDATE_START] != candidates[instant, CANDIDATE_START]
            ):
                instant = place
                continue
            if not known[candidates[place, CANDIDATE_KIND]]:
                continue
            row = candidates[place, CANDIDATE_ROWS]
            for other in range(instant, place):
                alike = candidates[other, CANDIDATE_KIND] == candidates[place, CANDIDATE_KIND]
                if kept[other] and alike and _says_the_same(rows, row, candidates[other, CANDIDATE_ROWS]):
                    kept[place] = False
                    break
    return kept


@inlined
def _says_the_same(rows: Any, one: int, other: int) -> Any:
    for slot in range(ROW_SLOTS + HASH, rows.shape[1], VALUE_WIDTH):
        if rows[one, slot] != rows[other, slot]:
            return False
    return True


@compiled
def _in_order(candidates: Any) -> Any:
    for place in range(1, len(candidates)):
        before, after = candidates[place - 1, CANDIDATE_END], candidates[place, CANDIDATE_END]
        if after < before:
            return False
        if after == before and candidates[place, CANDIDATE_START] < candidates[place - 1, CANDIDATE_START]:
            return False
    return True


@compiled
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
