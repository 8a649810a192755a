"""What becomes of a run that takes a candidate: it waits for more, is complete, or both."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.sequence.arrays import (
    CANDIDATE_END,
    CANDIDATE_KIND,
    CANDIDATE_ROWS,
    CANDIDATE_START,
    CHAINS,
    CHOICE_FIRST_PLACE,
    CHOICE_PARTS,
    CHOICE_STAGE,
    FIRSTS_AT,
    FOREVER,
    FRESH,
    FULL,
    FULL_LINKS,
    FULL_LOG,
    FULL_MATCHES,
    LEADING_CHOICES,
    LEADING_OFFSETS,
    LINK_BEFORE,
    LINK_CHOICE,
    LINK_ROWS,
    LINKS,
    LOGGED,
    MATCHES,
    NO_WINDOW,
    ORIGIN,
    PARTS,
    PLACES_AT,
    POOL_FRESH,
    ROOM_LINKS,
    ROOM_LOG,
    ROOM_MATCHES,
    RUN_BEGUN,
    RUN_COUNT,
    RUN_DEFERRED,
    RUN_END,
    RUN_LEAST,
    RUN_LIMIT,
    RUN_NODE,
    RUN_STAGE,
    RUN_START,
    RUN_WIDTH,
    SLIDING,
    STAGE_ENDS,
    STAGE_FIRST_PLACE,
    STAGE_PLACES,
    TARGET_LOOPS,
    TARGET_OFFSETS,
    TARGET_PENDING,
    TARGETS,
    TUMBLING,
    WIDTH,
    WINDOW,
)
from seqoia.machine.sequence.asking import agrees, entry, passes
from seqoia.machine.sequence.hanging import copied_to, free_slot, may_go_on


@compiled
def take(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, run: int, again: int,
    runs: Any, pool: Any, heads: Any, links: Any, log: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """A run goes on with a candidate: another run begins where it is."""
    taken = free_slot(pool, heads, counters)
    if taken < 0:
        return
    copied_to(runs, run, runs, taken, t[RUN_WIDTH])
    runs[taken, RUN_COUNT] = runs[run, RUN_COUNT] + 1 if again else 1
    _settle(t, rows, candidates, candidate, choice, taken, runs, pool, heads, links, log, matches, counters)


@compiled
def begin(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int,
    runs: Any, pool: Any, heads: Any, links: Any, log: Any, memory: Any, questions: Any, stack: Any, floats: Any,
    matches: Any, counters: Any,
) -> None:  # fmt: skip
    """Begins a run in each window in which the candidate lies."""
    start, end = candidates[candidate, CANDIDATE_START], candidates[candidate, CANDIDATE_END]
    first, second = _limits(t, start)
    if (end > first and end > second) or not passes(
        t, choice, True, candidates, candidate, runs, -1, rows, memory, questions, stack, floats, counters
    ):
        return
    for number in range(2):
        limit = first if number == 0 else second
        if end > limit:
            continue
        run = free_slot(pool, heads, counters)
        if run < 0:
            return
        for column in range(t[FIRSTS_AT], t[RUN_WIDTH]):
            runs[run, column] = -1
        runs[run, RUN_START] = start
        runs[run, RUN_LIMIT] = limit
        runs[run, RUN_BEGUN] = choice
        runs[run, RUN_COUNT] = 1
        runs[run, RUN_NODE] = -1
        for part in range(entry(t, CHOICE_PARTS, choice)):
            runs[run, t[FIRSTS_AT] + part] = candidates[candidate, CANDIDATE_ROWS + part]
        _settle(t, rows, candidates, candidate, choice, run, runs, pool, heads, links, log, matches, counters)
        if counters[FULL]:
            return


@inlined
def _limits(t: Any, start: int) -> Any:
    """The ends of the windows of a match that starts then; a start on a border lies in two."""
    none = np.int64(-FOREVER)
    if t[WINDOW] == NO_WINDOW:
        return np.int64(FOREVER), none
    if t[WINDOW] == SLIDING:
        return start + t[WIDTH], none
    passed = start - t[ORIGIN]
    if passed < 0:
        return none, none
    number = passed // t[WIDTH]
    opened = t[ORIGIN] + number * t[WIDTH]
    return opened + t[WIDTH], opened if opened == start and number > 0 else none


@compiled
def _settle(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, run: int,
    runs: Any, pool: Any, heads: Any, links: Any, log: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """Gives a run its candidate, and finds out whether it is a match, waits for more, or both."""
    stage = entry(t, CHOICE_STAGE, choice)
    runs[run, RUN_END] = candidates[candidate, CANDIDATE_END]
    runs[run, RUN_STAGE] = stage
    runs[run, RUN_DEFERRED] = 0
    for target in range(t[TARGETS]):
        runs[run, RUN_LEAST + target] = FOREVER
    first = t[PLACES_AT] + entry(t, STAGE_FIRST_PLACE, stage)
    for place in range(first, first + entry(t, STAGE_PLACES, stage)):
        runs[run, place] = -1
    for part in range(entry(t, CHOICE_PARTS, choice)):
        place = t[PLACES_AT] + entry(t, CHOICE_FIRST_PLACE, choice) + part
        runs[run, place] = candidates[candidate, CANDIDATE_ROWS + part]
    if t[CHAINS]:
        _link(t, candidates, candidate, choice, run, runs, links, counters)
    if may_go_on(t, runs, run) and entry(t, STAGE_ENDS, stage):
        if _has_pending(t, stage):
            runs[run, RUN_DEFERRED] = 1
        else:
            complete(t, rows, run, runs, log, matches, counters)
    pool[heads[FRESH], POOL_FRESH] = run
    heads[FRESH] += 1


@compiled
def _link(t: Any, candidates: Any, candidate: int, choice: int, run: int, runs: Any, links: Any, counters: Any) -> None:
    number = counters[LINKS]
    if number == counters[ROOM_LINKS]:
        counters[FULL] |= FULL_LINKS
        return
    counters[LINKS] += 1
    links[number, LINK_BEFORE] = runs[run, RUN_NODE]
    links[number, LINK_CHOICE] = choice
    for part in range(t[PARTS]):
        links[number, LINK_ROWS + part] = candidates[candidate, CANDIDATE_ROWS + part]
    runs[run, RUN_NODE] = number


@inlined
def _has_pending(t: Any, stage: int) -> Any:
    for target in range(entry(t, TARGET_OFFSETS, stage), entry(t, TARGET_OFFSETS, stage + 1)):
        if entry(t, TARGET_PENDING, target) and not entry(t, TARGET_LOOPS, target):
            return True
    return False


@compiled
def complete(t: Any, rows: Any, run: int, runs: Any, log: Any, matches: Any, counters: Any) -> None:
    """A run is complete, unless something came before it that must not have."""
    if _came_before(t, rows, run, runs, log, counters):
        return
    number = counters[MATCHES]
    if number == counters[ROOM_MATCHES]:
        counters[FULL] |= FULL_MATCHES
        return
    counters[MATCHES] += 1
    copied_to(runs, run, matches, number, t[RUN_WIDTH])


@compiled
def _came_before(t: Any, rows: Any, run: int, runs: Any, log: Any, counters: Any) -> Any:
    stage = entry(t, CHOICE_STAGE, runs[run, RUN_BEGUN])
    first, last = entry(t, LEADING_OFFSETS, stage), entry(t, LEADING_OFFSETS, stage + 1)
    if first == last:
        return False
    since = _seen_since(t, runs, run)
    for noted in range(counters[LOGGED] - 1, -1, -1):
        if log[noted, CANDIDATE_END] < since:
            break
        if log[noted, CANDIDATE_START] < since or log[noted, CANDIDATE_END] >= runs[run, RUN_START]:
            continue
        choice = log[noted, CANDIDATE_KIND]
        for place in range(first, last):
            if choice == entry(t, LEADING_CHOICES, place) and agrees(t, choice, 1, log, noted, runs, run, rows):
                return True
    return False


@inlined
def _seen_since(t: Any, runs: Any, run: int) -> Any:
    """Since when something that must not come before a match is looked for."""
    if t[WINDOW] == TUMBLING:
        return runs[run, RUN_LIMIT] - t[WIDTH]
    if t[WINDOW] == SLIDING:
        return min(runs[run, RUN_END] - t[WIDTH], runs[run, RUN_START])
    return np.int64(-FOREVER)


@inlined
def note(t: Any, source: Any, place: int, log: Any, counter: int, counters: Any) -> Any:
    """Writes what occurred into a log, if there is room."""
    number = counters[counter]
    if number == counters[ROOM_LOG]:
        counters[FULL] |= FULL_LOG
        return False
    counters[counter] += 1
    copied_to(source, place, log, number, CANDIDATE_ROWS + t[PARTS])
    return True
