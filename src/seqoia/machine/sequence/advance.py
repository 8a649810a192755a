"""The kernel: runs take candidates, key by key, in the order of time (P-SPA, algorithm 2, for every policy at once).

One comparison serves skip-till-next, absence and option alike. For each target a run keeps the earliest end of what
was compatible there; what starts no later than that has nothing strictly between itself and the run.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.views import view
from seqoia.machine.sequence.arrays import (
    ABSENT,
    CANDIDATE_BARRIER,
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
    FREE,
    FRESH,
    FULL,
    FULL_LINKS,
    FULL_LOG,
    FULL_MATCHES,
    FULL_RUNS,
    GONE,
    IS_LEADING,
    KEPT,
    KIND_CHOICES,
    KIND_OFFSETS,
    LEADING_CHOICES,
    LEADING_OFFSETS,
    LINK_BEFORE,
    LINK_CHOICE,
    LINK_ROWS,
    LINKS,
    LOGGED,
    LOGS_KEPT,
    MATCHES,
    NEXT,
    NO_WINDOW,
    OPTIONAL,
    ORIGIN,
    PARTS,
    PLACES_AT,
    POOL_FREE,
    POOL_FRESH,
    POOL_GONE,
    POOL_LINKED,
    POOL_USEFUL,
    QUEUES,
    ROOM_KEPT,
    ROOM_LINKS,
    ROOM_LOG,
    ROOM_MATCHES,
    ROOM_RUNS,
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
    STAGE_BEGINS,
    STAGE_ENDS,
    STAGE_FIRST_PLACE,
    STAGE_LEAST,
    STAGE_LOOP_POLICY,
    STAGE_LOOPS,
    STAGE_MOST,
    STAGE_PLACES,
    STAGE_POLICY,
    STAGE_PRESENCE,
    STRICT,
    TARGET_LOOPS,
    TARGET_OFFSETS,
    TARGET_PENDING,
    TARGET_STAGE,
    TARGETS,
    TUMBLING,
    USED,
    WIDTH,
    WINDOW,
)
from seqoia.machine.sequence.asking import agrees, entry, passes
from seqoia.machine.sequence.queues import (
    enter,
    key_of_candidate,
    key_of_run,
    leave,
    needs_sweeping,
    waiting,
)


@compiled
def advance(
    t: Any, rows: Any, candidates: Any, offsets: Any, points: bool, watermark: int, over: bool, latest_start: int,
    given: Any, given_offsets: Any, noted: Any, noted_offsets: Any,
    runs: Any, pool: Any, heads: Any, queues: Any, keys: Any, links: Any, log: Any, memory: Any, questions: Any,
    stack: Any, floats: Any, walk: Any, matches: Any, match_keys: Any, kept: Any, kept_keys: Any,
    kept_log: Any, kept_log_keys: Any, counters: Any,
) -> None:  # fmt: skip
    """Takes every key from its given runs and log to the watermark; what goes on is kept, what is complete matches."""
    t, rows, candidates, offsets = view(t), view(rows), view(candidates), view(offsets)
    given, given_offsets, noted, noted_offsets = view(given), view(given_offsets), view(noted), view(noted_offsets)
    runs, pool, heads, links, log = view(runs), view(pool), view(heads), view(links), view(log)
    queues, keys = view(queues), view(keys)
    memory, questions, stack, floats, walk = view(memory), view(questions), view(stack), view(floats), view(walk)
    matches, match_keys, kept, kept_keys = view(matches), view(match_keys), view(kept), view(kept_keys)
    kept_log, kept_log_keys, counters = view(kept_log), view(kept_log_keys), view(counters)
    for number in range(len(offsets) - 1):
        for head in range(len(heads)):
            heads[head] = 0
        counters[LOGGED] = 0
        for place in range(given_offsets[number], given_offsets[number + 1]):
            run = _slot(pool, heads, counters)
            if run < 0:
                return
            _copy(given, place, runs, run, t[RUN_WIDTH])
            _hang(t, run, candidates, rows, runs, pool, heads, queues, keys, stack, floats)
        for place in range(noted_offsets[number], noted_offsets[number + 1]):
            if not _note(t, noted, place, log, LOGGED, counters):
                return
        matched = counters[MATCHES]
        for candidate in range(offsets[number], offsets[number + 1]):
            _take_everywhere(
                t, rows, candidates, candidate, points,
                runs, pool, heads, queues, keys, links, log, memory, questions, stack, floats, walk, matches, counters,
            )  # fmt: skip
            if counters[FULL]:
                return
        _finish(t, rows, watermark, over, runs, pool, heads, log, matches, counters)
        for match in range(matched, counters[MATCHES]):
            match_keys[match] = number
        if not over:
            _keep(t, points, watermark, latest_start, runs, pool, heads, kept, kept_keys, number, counters)
            _keep_log(t, watermark, log, kept_log, kept_log_keys, number, counters)
        if counters[FULL]:
            return


@inlined
def _copy(source: Any, place: int, to: Any, at: int, width: int) -> None:
    for column in range(width):
        to[at, column] = source[place, column]


@inlined
def _slot(pool: Any, heads: Any, counters: Any) -> Any:
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
def _hang(
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
        if not (_may_repeat(t, runs, run) if again else _may_go_on(t, runs, run)):
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
def _may_repeat(t: Any, runs: Any, run: int) -> Any:
    stage = runs[run, RUN_STAGE]
    most = entry(t, STAGE_MOST, stage)
    return entry(t, STAGE_LOOPS, stage) == 1 and (most < 0 or runs[run, RUN_COUNT] < most)


@inlined
def _may_go_on(t: Any, runs: Any, run: int) -> Any:
    return runs[run, RUN_COUNT] >= entry(t, STAGE_LEAST, runs[run, RUN_STAGE])


@compiled
def _take_everywhere(
    t: Any, rows: Any, candidates: Any, candidate: int, points: bool,
    runs: Any, pool: Any, heads: Any, queues: Any, keys: Any, links: Any, log: Any, memory: Any, questions: Any,
    stack: Any, floats: Any, walk: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """Offers a candidate to all who wait for its kind, and begins runs with it."""
    kind = candidates[candidate, CANDIDATE_KIND]
    for place in range(entry(t, KIND_OFFSETS, kind), entry(t, KIND_OFFSETS, kind + 1)):
        choice = entry(t, KIND_CHOICES, place)
        stage = entry(t, CHOICE_STAGE, choice)
        heads[FRESH] = 0
        for again in range(1 + entry(t, STAGE_LOOPS, stage)):
            _offer(
                t, rows, candidates, candidate, choice, again, points,
                runs, pool, heads, queues, keys, links, log, memory, questions, stack, floats, walk, matches, counters,
            )  # fmt: skip
        if entry(t, STAGE_BEGINS, stage):
            _begin(
                t, rows, candidates, candidate, choice,
                runs, pool, heads, links, log, memory, questions, stack, floats, matches, counters,
            )  # fmt: skip
        for fresh in range(heads[FRESH]):
            run = pool[fresh, POOL_FRESH]
            _hang(t, run, candidates, rows, runs, pool, heads, queues, keys, stack, floats)
        leads = entry(t, IS_LEADING, choice) and passes(
            t, choice, True, candidates, candidate, runs, -1, rows, memory, questions, stack, floats, counters
        )
        if leads and _note(t, candidates, candidate, log, LOGGED, counters):
            log[counters[LOGGED] - 1, CANDIDATE_KIND] = choice
        if counters[FULL]:
            return


@compiled
def _offer(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, again: int, points: bool,
    runs: Any, pool: Any, heads: Any, queues: Any, keys: Any, links: Any, log: Any, memory: Any, questions: Any,
    stack: Any, floats: Any, walk: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """Goes through the runs that wait for a stage and may be satisfied, from the top of their queue."""
    queue = 2 * entry(t, CHOICE_STAGE, choice) + again
    size = waiting(queue, heads)
    if size == 0:
        return
    bound = key_of_candidate(t, queue, candidates, candidate, runs, rows, stack, floats)
    heads[GONE] = 0
    walk[0], height = 0, 1
    while height > 0:
        height -= 1
        place = walk[height]
        if keys[queue, place] < bound:
            continue
        below = 2 * place + 1
        if below < size:
            walk[height] = below
            height += 1
        if below + 1 < size:
            walk[height] = below + 1
            height += 1
        if _visit(
            t, rows, candidates, candidate, choice, again, points, queues[queue, place],
            runs, pool, heads, links, log, memory, questions, stack, floats, matches, counters,
        ):  # fmt: skip
            pool[heads[GONE], POOL_GONE] = queues[queue, place]
            heads[GONE] += 1
        if counters[FULL]:
            return
    for gone in range(heads[GONE]):
        _dismiss(t, queue, pool[gone, POOL_GONE], candidates[candidate, CANDIDATE_END], runs, pool, heads, queues, keys)
    if needs_sweeping(queue, heads):
        _sweep(
            t, queue, points, candidates[candidate, CANDIDATE_START], candidates[candidate, CANDIDATE_END],
            runs, pool, heads, queues, keys,
        )  # fmt: skip


@compiled
def _visit(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, again: int, points: bool, wait: int,
    runs: Any, pool: Any, heads: Any, links: Any, log: Any, memory: Any, questions: Any,
    stack: Any, floats: Any, matches: Any, counters: Any,
) -> Any:  # fmt: skip
    """Offers a candidate to a run that waits; whether the run waits for nothing of the kind any more."""
    stage = entry(t, CHOICE_STAGE, choice)
    run, place = wait // t[TARGETS], wait % t[TARGETS]
    start, end = candidates[candidate, CANDIDATE_START], candidates[candidate, CANDIDATE_END]
    if pool[run, POOL_USEFUL] == 0 or runs[run, RUN_LIMIT] < end:
        return True
    if runs[run, RUN_END] >= start:
        return False
    policy = entry(t, STAGE_LOOP_POLICY if again else STAGE_POLICY, stage)
    presence = entry(t, STAGE_PRESENCE, stage)
    absent = presence == ABSENT and again == 0
    too_late = policy == NEXT and start > runs[run, RUN_LEAST + place]
    too_late = too_late or (policy == STRICT and candidates[candidate, CANDIDATE_BARRIER] > runs[run, RUN_END])
    broken = not absent and _is_broken(t, runs, run, place, start)
    if not absent and (too_late or (broken and points)):
        return points
    if not agrees(t, choice, again, candidates, candidate, runs, run, rows) or not passes(
        t, choice, again == 0, candidates, candidate, runs, run, rows, memory, questions, stack, floats, counters
    ):
        return False
    if not absent and not broken:
        _take(
            t, rows, candidates, candidate, choice, run, again,
            runs, pool, heads, links, log, matches, counters,
        )  # fmt: skip
    if absent or policy == NEXT or (presence == OPTIONAL and policy == STRICT and again == 0):
        runs[run, RUN_LEAST + place] = min(runs[run, RUN_LEAST + place], end)
    return absent


@compiled
def _dismiss(t: Any, queue: int, wait: int, now: int, runs: Any, pool: Any, heads: Any, queues: Any, keys: Any) -> None:
    """A target of a run is not waited for any more."""
    run, place = wait // t[TARGETS], wait % t[TARGETS]
    leave(t, queue, run, place, queues, keys, pool, heads)
    absent = queue % 2 == 0 and entry(t, STAGE_PRESENCE, queue // 2) == ABSENT
    _let_go(run, absent, runs, pool, heads, now)


@compiled
def _sweep(
    t: Any, queue: int, points: bool, start: int, end: int,
    runs: Any, pool: Any, heads: Any, queues: Any, keys: Any,
) -> None:  # fmt: skip
    """Takes those out of a queue that wait in vain; so its length stays within twice that of those who do not."""
    policy = entry(t, STAGE_LOOP_POLICY if queue % 2 else STAGE_POLICY, queue // 2)
    heads[GONE] = 0
    for place in range(waiting(queue, heads)):
        wait = queues[queue, place]
        run = wait // t[TARGETS]
        over = pool[run, POOL_USEFUL] == 0 or runs[run, RUN_LIMIT] < end
        if over or (points and policy == NEXT and start > runs[run, RUN_LEAST + wait % t[TARGETS]]):
            pool[heads[GONE], POOL_GONE] = wait
            heads[GONE] += 1
    for gone in range(heads[GONE]):
        _dismiss(t, queue, pool[gone, POOL_GONE], end, runs, pool, heads, queues, keys)
    heads[QUEUES + 2 * queue + 1] = 2 * waiting(queue, heads)


@inlined
def _let_go(run: int, absent: bool, runs: Any, pool: Any, heads: Any, now: int) -> None:
    """A target of a run is not waited for any more."""
    pool[run, POOL_LINKED] -= 1
    if runs[run, RUN_LIMIT] < now and not runs[run, RUN_DEFERRED]:
        pool[run, POOL_USEFUL] = 0
    elif not absent and pool[run, POOL_USEFUL] > 0:
        pool[run, POOL_USEFUL] -= 1
    if pool[run, POOL_LINKED] == 0 and pool[run, POOL_USEFUL] == 0:
        _release(run, pool, heads)


@inlined
def _is_broken(t: Any, runs: Any, run: int, place: int, start: int) -> Any:
    """Whether something that must not occur lies strictly between a run and what starts then."""
    first = entry(t, TARGET_OFFSETS, runs[run, RUN_STAGE])
    if entry(t, TARGET_LOOPS, first + place):
        return False
    for other in range(place):
        if entry(t, TARGET_PENDING, first + other) and start > runs[run, RUN_LEAST + other]:
            return True
    return False


@compiled
def _take(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, run: int, again: int,
    runs: Any, pool: Any, heads: Any, links: Any, log: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """A run goes on with a candidate: another run begins where it is."""
    taken = _slot(pool, heads, counters)
    if taken < 0:
        return
    _copy(runs, run, runs, taken, t[RUN_WIDTH])
    runs[taken, RUN_COUNT] = runs[run, RUN_COUNT] + 1 if again else 1
    _settle(t, rows, candidates, candidate, choice, taken, runs, pool, heads, links, log, matches, counters)


@compiled
def _begin(
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
        run = _slot(pool, heads, counters)
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
    if _may_go_on(t, runs, run) and entry(t, STAGE_ENDS, stage):
        if _has_pending(t, stage):
            runs[run, RUN_DEFERRED] = 1
        else:
            _match(t, rows, run, runs, log, matches, counters)
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
def _match(t: Any, rows: Any, run: int, runs: Any, log: Any, matches: Any, counters: Any) -> None:
    """A run is complete, unless something came before it that must not have."""
    if _came_before(t, rows, run, runs, log, counters):
        return
    number = counters[MATCHES]
    if number == counters[ROOM_MATCHES]:
        counters[FULL] |= FULL_MATCHES
        return
    counters[MATCHES] += 1
    _copy(runs, run, matches, number, t[RUN_WIDTH])


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
def _note(t: Any, source: Any, place: int, log: Any, counter: int, counters: Any) -> Any:
    """Writes what occurred into a log, if there is room."""
    number = counters[counter]
    if number == counters[ROOM_LOG]:
        counters[FULL] |= FULL_LOG
        return False
    counters[counter] += 1
    _copy(source, place, log, number, CANDIDATE_ROWS + t[PARTS])
    return True


@compiled
def _finish(
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
            _match(t, rows, run, runs, log, matches, counters)


@compiled
def _keep(
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
        _copy(runs, run, kept, number, t[RUN_WIDTH])
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
        if not (_may_repeat(t, runs, run) if again else _may_go_on(t, runs, run)):
            continue
        if not points:
            return True
        policy = entry(t, STAGE_LOOP_POLICY if again else STAGE_POLICY, awaited)
        followed = policy == NEXT and runs[run, RUN_LEAST + target - first] < watermark
        passed_by = policy == STRICT and latest_start > runs[run, RUN_END]
        if not followed and not passed_by and not _is_broken(t, runs, run, target - first, watermark):
            return True
    return False


@compiled
def _keep_log(t: Any, watermark: int, log: Any, kept: Any, kept_keys: Any, key: int, counters: Any) -> None:
    """Keeps what a match that is yet to come may ask for."""
    oldest = np.int64(-FOREVER) if t[WINDOW] == NO_WINDOW else watermark - 2 * t[WIDTH]
    for noted in range(counters[LOGGED]):
        if log[noted, CANDIDATE_END] >= oldest:
            if not _note(t, log, noted, kept, LOGS_KEPT, counters):
                return
            kept_keys[counters[LOGS_KEPT] - 1] = key
