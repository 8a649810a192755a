"""The end of a step: what had to be absent was absent or not, and what goes on is kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled
from seqoia.machine.sequence.arrays import (
    ABSENT,
    CANDIDATE_END,
    FOREVER,
    FULL,
    FULL_RUNS,
    KEPT,
    LOGGED,
    LOGS_KEPT,
    NEXT,
    NO_WINDOW,
    POOL_USEFUL,
    ROOM_KEPT,
    RUN_DEFERRED,
    RUN_END,
    RUN_LEAST,
    RUN_LIMIT,
    RUN_STAGE,
    RUN_WIDTH,
    STAGE_LOOP_POLICY,
    STAGE_POLICY,
    STAGE_PRESENCE,
    STRICT,
    TARGET_LOOPS,
    TARGET_OFFSETS,
    TARGET_PENDING,
    TARGET_STAGE,
    USED,
    WIDTH,
    WINDOW,
)
from seqoia.machine.sequence.asking import entry
from seqoia.machine.sequence.hanging import copied_to, is_broken, may_go_on, may_repeat
from seqoia.machine.sequence.taking import complete, note


@compiled
def finish(
    t: Any, rows: Any, watermark: int, over: bool,
    runs: Any, pool: Any, heads: Any, log: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """What had to be absent until a limit that has passed was absent, or not."""
    for run in range(heads[USED]):
        passed = over or runs[run, RUN_LIMIT] < watermark
        if pool[run, POOL_USEFUL] <= 0 or not runs[run, RUN_DEFERRED] or not passed:
            continue
        runs[run, RUN_DEFERRED] = 0
        stage = runs[run, RUN_STAGE]
        first = entry(t, TARGET_OFFSETS, stage)
        broken = False
        for target in range(first, entry(t, TARGET_OFFSETS, stage + 1)):
            pending = entry(t, TARGET_PENDING, target) and not entry(t, TARGET_LOOPS, target)
            broken = broken or (pending and runs[run, RUN_LEAST + target - first] != FOREVER)
        if not broken:
            complete(t, rows, run, runs, log, matches, counters)


@compiled
def keep(
    t: Any, points: bool, watermark: int, latest_start: int,
    runs: Any, pool: Any, heads: Any, kept: Any, kept_keys: Any, key: int, counters: Any,
) -> None:  # fmt: skip
    """Keeps the runs that something may still come for."""
    for run in range(heads[USED]):
        if pool[run, POOL_USEFUL] <= 0 or not _lives(t, points, watermark, latest_start, runs, run):
            continue
        number = counters[KEPT]
        if number == counters[ROOM_KEPT]:
            counters[FULL] |= FULL_RUNS
            return
        counters[KEPT] += 1
        copied_to(runs, run, kept, number, t[RUN_WIDTH])
        kept_keys[number] = key


@compiled
def _lives(t: Any, points: bool, watermark: int, latest_start: int, runs: Any, run: int) -> Any:
    if runs[run, RUN_LIMIT] < watermark:
        return False
    if runs[run, RUN_DEFERRED]:
        return True
    stage = runs[run, RUN_STAGE]
    first = entry(t, TARGET_OFFSETS, stage)
    for target in range(first, entry(t, TARGET_OFFSETS, stage + 1)):
        awaited, again = entry(t, TARGET_STAGE, target), entry(t, TARGET_LOOPS, target)
        if again == 0 and entry(t, STAGE_PRESENCE, awaited) == ABSENT:
            continue
        if not (may_repeat(t, runs, run) if again else may_go_on(t, runs, run)):
            continue
        if not points:
            return True
        policy = entry(t, STAGE_LOOP_POLICY if again else STAGE_POLICY, awaited)
        followed = policy == NEXT and runs[run, RUN_LEAST + target - first] < watermark
        passed_by = policy == STRICT and latest_start > runs[run, RUN_END]
        if not followed and not passed_by and not is_broken(t, runs, run, target - first, watermark):
            return True
    return False


@compiled
def keep_log(t: Any, watermark: int, log: Any, kept: Any, kept_keys: Any, key: int, counters: Any) -> None:
    """Keeps what a match that is yet to come may ask for."""
    oldest = np.int64(-FOREVER) if t[WINDOW] == NO_WINDOW else watermark - 2 * t[WIDTH]
    for noted in range(counters[LOGGED]):
        if log[noted, CANDIDATE_END] >= oldest:
            if not note(t, log, noted, kept, LOGS_KEPT, counters):
                return
            kept_keys[counters[LOGS_KEPT] - 1] = key
