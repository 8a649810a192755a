"""Where runs wait: a heap for each stage, ordered by what they are compared with.

A condition such as `?low < ?high` compares the candidate with the run. The runs of such a stage stand in a heap by
their side of it, and a candidate visits the top of that as far down as the comparison can hold: those that it cannot
satisfy are not even looked at. Where there is no such condition all keys are alike, and all runs are visited.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.sequence.arrays import (
    FLOAT,
    INDEX_CANDIDATE_FROM,
    INDEX_CANDIDATE_TO,
    INDEX_CONDITION,
    INDEX_RUN_FROM,
    INDEX_RUN_TO,
    INDEX_SIGN,
    KIND,
    POOL_PLACE,
    QUEUES,
    TARGETS,
)
from seqoia.machine.sequence.asking import calculated, entry
from seqoia.machine.sequence.programs import APPROXIMATE
from seqoia.machine.sequence.values import DECIMAL, DOUBLE, INTEGER

_SWEPT_FROM = 64
"""Smaller queues are never swept."""


@compiled
def key_of_run(t: Any, queue: int, candidates: Any, runs: Any, run: int, rows: Any, stack: Any, floats: Any) -> Any:
    """Where a run stands in a queue: the higher the more candidates it satisfies; at the top if that is not sure."""
    condition = entry(t, INDEX_CONDITION, queue)
    if condition < 0:
        return np.inf
    first, last = entry(t, INDEX_RUN_FROM, queue), entry(t, INDEX_RUN_TO, queue)
    calculated(t, condition, first, last, candidates, 0, runs, run, rows, stack, floats)
    return _number(floats) * entry(t, INDEX_SIGN, queue) if _is_number(stack, floats) else np.inf


@compiled
def key_of_candidate(
    t: Any, queue: int, candidates: Any, candidate: int, runs: Any, rows: Any, stack: Any, floats: Any
) -> Any:
    """How far down a queue a candidate has to look."""
    condition = entry(t, INDEX_CONDITION, queue)
    if condition < 0:
        return -np.inf
    first, last = entry(t, INDEX_CANDIDATE_FROM, queue), entry(t, INDEX_CANDIDATE_TO, queue)
    calculated(t, condition, first, last, candidates, candidate, runs, -1, rows, stack, floats)
    if not _is_number(stack, floats):
        return -np.inf
    key = _number(floats) * entry(t, INDEX_SIGN, queue)
    return key - 1e-9 * abs(key) - 1e-12


@inlined
def _is_number(stack: Any, floats: Any) -> Any:
    kind = stack[0, KIND]
    known = kind == INTEGER or kind == DECIMAL or kind == DOUBLE or kind == APPROXIMATE
    return known and np.isfinite(floats[0, FLOAT])


@inlined
def _number(floats: Any) -> Any:
    return floats[0, FLOAT]


@inlined
def waiting(queue: int, heads: Any) -> Any:
    """How many runs a queue has."""
    return heads[QUEUES + 2 * queue]


@inlined
def needs_sweeping(queue: int, heads: Any) -> Any:
    """Whether a queue has grown so much that it pays to look for runs that are over."""
    return heads[QUEUES + 2 * queue] > max(heads[QUEUES + 2 * queue + 1], _SWEPT_FROM)


@compiled
def enter(t: Any, queue: int, run: int, target: int, key: float, queues: Any, keys: Any, pool: Any, heads: Any) -> None:
    """A run begins to wait."""
    place = heads[QUEUES + 2 * queue]
    heads[QUEUES + 2 * queue] += 1
    queues[queue, place] = run * t[TARGETS] + target
    keys[queue, place] = key
    pool[run, POOL_PLACE + target] = place
    _rise(t, queue, place, queues, keys, pool)


@compiled
def leave(t: Any, queue: int, run: int, target: int, queues: Any, keys: Any, pool: Any, heads: Any) -> None:
    """A run waits no more."""
    place = pool[run, POOL_PLACE + target]
    heads[QUEUES + 2 * queue] -= 1
    last = heads[QUEUES + 2 * queue]
    if place != last:
        _swap(t, queue, place, last, queues, keys, pool)
        _rise(t, queue, place, queues, keys, pool)
        _sink(t, queue, place, last, queues, keys, pool)


@compiled
def _rise(t: Any, queue: int, place: int, queues: Any, keys: Any, pool: Any) -> None:
    while place > 0:
        above = (place - 1) // 2
        if keys[queue, above] >= keys[queue, place]:
            return
        _swap(t, queue, place, above, queues, keys, pool)
        place = above


@compiled
def _sink(t: Any, queue: int, place: int, size: int, queues: Any, keys: Any, pool: Any) -> None:
    while True:
        below = 2 * place + 1
        if below >= size:
            return
        if below + 1 < size and keys[queue, below + 1] > keys[queue, below]:
            below += 1
        if keys[queue, place] >= keys[queue, below]:
            return
        _swap(t, queue, place, below, queues, keys, pool)
        place = below


@inlined
def _swap(t: Any, queue: int, one: int, other: int, queues: Any, keys: Any, pool: Any) -> None:
    first, second = queues[queue, one], queues[queue, other]
    queues[queue, one], queues[queue, other] = second, first
    key = keys[queue, one]
    keys[queue, one] = keys[queue, other]
    keys[queue, other] = key
    pool[first // t[TARGETS], POOL_PLACE + first % t[TARGETS]] = other
    pool[second // t[TARGETS], POOL_PLACE + second % t[TARGETS]] = one
