"""Runs in their slots, and where they hang: each in the queue of every target that it may take next."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.sequence.arrays import (
    ABSENT,
    FOREVER,
    FREE,
    FULL,
    FULL_RUNS,
    POOL_FREE,
    POOL_LINKED,
    POOL_USEFUL,
    ROOM_RUNS,
    RUN_COUNT,
    RUN_DEFERRED,
    RUN_LEAST,
    RUN_LIMIT,
    RUN_STAGE,
    STAGE_LEAST,
    STAGE_LOOPS,
    STAGE_MOST,
    STAGE_PRESENCE,
    TARGET_LOOPS,
    TARGET_OFFSETS,
    TARGET_PENDING,
    TARGET_STAGE,
    USED,
)
from seqoia.machine.sequence.asking import entry
from seqoia.machine.sequence.queues import enter, key_of_run


@inlined
def copied_to(source: Any, place: int, to: Any, at: int, width: int) -> None:
    for column in range(width):
        to[at, column] = source[place, column]


@inlined
def free_slot(pool: Any, heads: Any, counters: Any) -> Any:
    """A free slot for a run; -1 when there is no room."""
    if heads[FREE] > 0:
        heads[FREE] -= 1
        return pool[heads[FREE], POOL_FREE]
    if heads[USED] == counters[ROOM_RUNS]:
        counters[FULL] |= FULL_RUNS
        return -1
    heads[USED] += 1
    return heads[USED] - 1


@inlined
def _release(run: int, pool: Any, heads: Any) -> None:
    pool[run, POOL_USEFUL] = -1
    pool[heads[FREE], POOL_FREE] = run
    heads[FREE] += 1


@compiled
def hang(
    t: Any, run: int, candidates: Any, rows: Any, runs: Any, pool: Any, heads: Any, queues: Any, keys: Any,
    stack: Any, floats: Any,
) -> None:  # fmt: skip
    """Puts a run where each of its targets is waited for."""
    stage = runs[run, RUN_STAGE]
    first = entry(t, TARGET_OFFSETS, stage)
    useful = np.int64(1) if runs[run, RUN_DEFERRED] else np.int64(0)
    linked = np.int64(0)
    for target in range(first, entry(t, TARGET_OFFSETS, stage + 1)):
        place = target - first
        again = entry(t, TARGET_LOOPS, target)
        if not (may_repeat(t, runs, run) if again else may_go_on(t, runs, run)):
            continue
        awaited = entry(t, TARGET_STAGE, target)
        absent = again == 0 and entry(t, STAGE_PRESENCE, awaited) == ABSENT
        if absent and runs[run, RUN_LEAST + place] != FOREVER:
            continue
        queue = 2 * awaited + again
        key = key_of_run(t, queue, candidates, runs, run, rows, stack, floats)
        enter(t, queue, run, place, key, queues, keys, pool, heads)
        linked += 1
        useful += 0 if absent else 1
    pool[run, POOL_LINKED] = linked
    pool[run, POOL_USEFUL] = useful
    if linked == 0 and useful == 0:
        _release(run, pool, heads)


@inlined
def may_repeat(t: Any, runs: Any, run: int) -> Any:
    stage = runs[run, RUN_STAGE]
    most = entry(t, STAGE_MOST, stage)
    return entry(t, STAGE_LOOPS, stage) == 1 and (most < 0 or runs[run, RUN_COUNT] < most)


@inlined
def may_go_on(t: Any, runs: Any, run: int) -> Any:
    return runs[run, RUN_COUNT] >= entry(t, STAGE_LEAST, runs[run, RUN_STAGE])


@inlined
def is_broken(t: Any, runs: Any, run: int, place: int, start: int) -> Any:
    """Whether something that must not occur lies strictly between a run and what starts then."""
    first = entry(t, TARGET_OFFSETS, runs[run, RUN_STAGE])
    if entry(t, TARGET_LOOPS, first + place):
        return False
    for other in range(place):
        if entry(t, TARGET_PENDING, first + other) and start > runs[run, RUN_LEAST + other]:
            return True
    return False


@inlined
def let_go(run: int, absent: bool, runs: Any, pool: Any, heads: Any, now: int) -> None:
    """A target of a run is not waited for any more."""
    pool[run, POOL_LINKED] -= 1
    if runs[run, RUN_LIMIT] < now and not runs[run, RUN_DEFERRED]:
        pool[run, POOL_USEFUL] = 0
    elif not absent and pool[run, POOL_USEFUL] > 0:
        pool[run, POOL_USEFUL] -= 1
    if pool[run, POOL_LINKED] == 0 and pool[run, POOL_USEFUL] == 0:
        _release(run, pool, heads)
