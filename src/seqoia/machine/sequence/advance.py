"""The kernel: runs take candidates, key by key, in the order of time (P-SPA, algorithm 2, for every policy at once).

One comparison serves skip-till-next, absence and option alike. For each target a run keeps the earliest end of what
was compatible there (`least`); what starts no later than that has nothing strictly between itself and the run.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from seqoia.machine.sequence.arrays import (
    ABSENT,
    CHAINS,
    FOREVER,
    FULL,
    FULL_LINKS,
    FULL_LOG,
    FULL_MATCHES,
    FULL_RUNS,
    KEPT,
    LINKS,
    LOGGED,
    LOGS_KEPT,
    MATCHES,
    NEXT,
    NO_WINDOW,
    OPTIONAL,
    ORIGIN,
    SLIDING,
    STRICT,
    TARGETS,
    TUMBLING,
    WIDTH,
    WINDOW,
)
from seqoia.machine.sequence.asking import agrees, passes

_FREE, _FRESH, _USED = 0, 1, 2


@njit(cache=True, nogil=True)
def advance(
    t: Any, rows: Any, candidates: Any, points: bool, watermark: int, over: bool, latest_start: int,
    given: Any, given_offsets: Any, given_log: Any, given_log_offsets: Any,
    runs: Any, pool: Any, links: Any, log: Any, memo: Any, scratch: Any,
    matches: Any, match_keys: Any, kept: Any, kept_keys: Any, kept_log: Any, kept_log_keys: Any, counters: Any,
) -> None:  # fmt: skip
    """Takes every key from its given runs and log to the watermark; what goes on is kept, what is complete matches."""
    for key in range(len(candidates.offsets) - 1):
        _forget(pool, counters)
        _load(t, given, given_offsets[key], given_offsets[key + 1], runs, pool, counters)
        _load_log(given_log, given_log_offsets[key], given_log_offsets[key + 1], log, counters)
        matched = counters[MATCHES]
        for candidate in range(candidates.offsets[key], candidates.offsets[key + 1]):
            _take_everywhere(
                t, rows, candidates, candidate, points, runs, pool, links, log, memo, scratch, matches, counters
            )
            if counters[FULL]:
                return
        _finish(t, rows, watermark, over, runs, pool, log, matches, counters)
        match_keys[matched : counters[MATCHES]] = key
        if not over:
            _keep(t, points, watermark, latest_start, runs, pool, kept, kept_keys, key, counters)
            _keep_log(t, watermark, log, kept_log, kept_log_keys, key, counters)
        if counters[FULL]:
            return


@njit(cache=True, nogil=True)
def _forget(pool: Any, counters: Any) -> None:
    pool.heads[:] = -1
    pool.counts[:] = 0
    counters[LOGGED] = 0


@njit(cache=True, nogil=True)
def _slot(runs: Any, pool: Any, counters: Any) -> int:
    """A free slot for a run; -1 when there is no room."""
    if pool.counts[_FREE] > 0:
        pool.counts[_FREE] -= 1
        return pool.free[pool.counts[_FREE]]
    if pool.counts[_USED] == len(runs.start):
        counters[FULL] |= FULL_RUNS
        return -1
    pool.counts[_USED] += 1
    return pool.counts[_USED] - 1


@njit(cache=True, nogil=True)
def _release(run: int, pool: Any) -> None:
    pool.useful[run] = -1
    pool.free[pool.counts[_FREE]] = run
    pool.counts[_FREE] += 1


@njit(cache=True, nogil=True)
def _load(t: Any, given: Any, begin: int, end: int, runs: Any, pool: Any, counters: Any) -> None:
    for place in range(begin, end):
        run = _slot(runs, pool, counters)
        if run < 0:
            return
        _copy(given, place, runs, run)
        runs.least[run] = given.least[place]
        _hang(t, run, runs, pool)


@njit(cache=True, nogil=True)
def _copy(source: Any, place: int, to: Any, run: int) -> None:
    to.rows[run] = source.rows[place]
    to.firsts[run] = source.firsts[place]
    to.start[run] = source.start[place]
    to.end[run] = source.end[place]
    to.limit[run] = source.limit[place]
    to.stage[run] = source.stage[place]
    to.begun[run] = source.begun[place]
    to.count[run] = source.count[place]
    to.node[run] = source.node[place]
    to.deferred[run] = source.deferred[place]


@njit(cache=True, nogil=True)
def _hang(t: Any, run: int, runs: Any, pool: Any) -> None:
    """Puts a run where each of its targets is waited for."""
    stage = runs.stage[run]
    first = t.target_offsets[stage]
    repeats = _may_repeat(t, runs, run)
    waits = _may_go_on(t, runs, run)
    useful = 1 if runs.deferred[run] else 0
    linked = 0
    for target in range(first, t.target_offsets[stage + 1]):
        place = target - first
        again = t.target_loops[target]
        if (again and not repeats) or (not again and not waits):
            continue
        awaited = t.target_stage[target]
        absent = t.stage_presence[awaited] == ABSENT and not again
        if absent and runs.least[run, place] != FOREVER:
            continue
        pool.next[run, place] = pool.heads[awaited, again]
        pool.heads[awaited, again] = np.int64(run) * t.numbers[TARGETS] + place
        linked += 1
        useful += 0 if absent else 1
    pool.linked[run] = linked
    pool.useful[run] = useful
    if linked == 0 and useful == 0:
        _release(run, pool)


@njit(cache=True, nogil=True)
def _may_repeat(t: Any, runs: Any, run: int) -> bool:
    stage = runs.stage[run]
    return t.stage_loops[stage] == 1 and (t.stage_most[stage] < 0 or runs.count[run] < t.stage_most[stage])


@njit(cache=True, nogil=True)
def _may_go_on(t: Any, runs: Any, run: int) -> bool:
    stage = runs.stage[run]
    return t.stage_loops[stage] == 0 or runs.count[run] >= t.stage_least[stage]


@njit(cache=True, nogil=True)
def _take_everywhere(
    t: Any, rows: Any, candidates: Any, candidate: int, points: bool,
    runs: Any, pool: Any, links: Any, log: Any, memo: Any, scratch: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """Offers a candidate to all who wait for its kind, and begins runs with it."""
    kind = candidates.kind[candidate]
    for place in range(t.kind_offsets[kind], t.kind_offsets[kind + 1]):
        choice = t.kind_choices[place]
        stage = t.choice_stage[choice]
        pool.counts[_FRESH] = 0
        followed_first, followed_second = np.int64(-FOREVER), np.int64(-FOREVER)
        for again in range(2 if t.stage_loops[stage] else 1):
            taken_first, taken_second = _offer(
                t, rows, candidates, candidate, choice, again, points,
                runs, pool, links, log, memo, scratch, matches, counters,
            )  # fmt: skip
            if again == 0:
                followed_first, followed_second = taken_first, taken_second
        if t.stage_starts[stage]:
            _begin(
                t, rows, candidates, candidate, choice, followed_first, followed_second,
                runs, pool, links, log, memo, scratch, matches, counters,
            )  # fmt: skip
        for fresh in range(pool.counts[_FRESH]):
            _hang(t, pool.fresh[fresh], runs, pool)
        _write_log(t, rows, candidates, candidate, choice, log, memo, scratch, counters)
        if counters[FULL]:
            return


@njit(cache=True, nogil=True)
def _offer(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, again: int, points: bool,
    runs: Any, pool: Any, links: Any, log: Any, memo: Any, scratch: Any, matches: Any, counters: Any,
) -> tuple[int, int]:  # fmt: skip
    """Goes through the runs that wait for a stage; gives two limits of runs that took the candidate."""
    stage = t.choice_stage[choice]
    targets = t.numbers[TARGETS]
    policy = t.stage_loop_policy[stage] if again else t.stage_policy[stage]
    absent = t.stage_presence[stage] == ABSENT and again == 0
    hides = t.stage_presence[stage] == OPTIONAL and policy == STRICT and again == 0
    start, end, barrier = candidates.start[candidate], candidates.end[candidate], candidates.barrier[candidate]
    of_candidate = candidates.rows[candidate]
    taken_first, taken_second = np.int64(-FOREVER), np.int64(-FOREVER)
    before, wait = np.int64(-1), pool.heads[stage, again]
    while wait >= 0:
        run = wait // targets
        place = wait % targets
        after = pool.next[run, place]
        over = pool.useful[run] == 0 or runs.limit[run] < end
        if not over and runs.end[run] < start:
            if not absent and policy == STRICT and barrier > runs.end[run]:
                over = points
            elif policy == NEXT and not absent and start > runs.least[run, place]:
                over = points
            elif not absent and points and _is_broken(t, runs, run, place, start):
                over = True
            elif agrees(t, choice, again, of_candidate, runs.rows[run], rows.hashes) and passes(
                t, choice, False, of_candidate, runs.rows[run], rows, memo, scratch, counters
            ):
                if not absent and not _is_broken(t, runs, run, place, start):
                    _take(
                        t, rows, candidates, candidate, choice, run, again,
                        runs, pool, links, log, matches, counters,
                    )  # fmt: skip
                    if counters[FULL]:
                        return taken_first, taken_second
                    if taken_first == -FOREVER or taken_first == runs.limit[run]:
                        taken_first = runs.limit[run]
                    else:
                        taken_second = runs.limit[run]
                if absent or policy == NEXT or hides:
                    runs.least[run, place] = min(runs.least[run, place], end)
                over = absent
        if over:
            if before < 0:
                pool.heads[stage, again] = after
            else:
                pool.next[before // targets, before % targets] = after
            _let_go(t, run, absent, runs, pool, end)
        else:
            before = wait
        wait = after
    return taken_first, taken_second


@njit(cache=True, nogil=True)
def _let_go(t: Any, run: int, absent: bool, runs: Any, pool: Any, now: int) -> None:
    """A target of a run that is not waited for any more."""
    pool.linked[run] -= 1
    if runs.limit[run] < now and not runs.deferred[run]:
        pool.useful[run] = 0
    elif not absent and pool.useful[run] > 0:
        pool.useful[run] -= 1
    if pool.linked[run] == 0 and pool.useful[run] == 0:
        _release(run, pool)


@njit(cache=True, nogil=True)
def _is_broken(t: Any, runs: Any, run: int, place: int, start: int) -> bool:
    """Whether something that must not occur lies strictly between a run and what starts then."""
    first = t.target_offsets[runs.stage[run]]
    if t.target_loops[first + place]:
        return False
    for other in range(place):
        if t.target_pending[first + other] and start > runs.least[run, other]:
            return True
    return False


@njit(cache=True, nogil=True)
def _take(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, run: int, again: int,
    runs: Any, pool: Any, links: Any, log: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """A run goes on with a candidate: another run, which shares what the first one has."""
    taken = _slot(runs, pool, counters)
    if taken < 0:
        return
    _copy(runs, run, runs, taken)
    runs.count[taken] = runs.count[run] + 1 if again else 1
    _settle(t, rows, candidates, candidate, choice, taken, runs, pool, links, log, matches, counters)


@njit(cache=True, nogil=True)
def _begin(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, followed_first: int, followed_second: int,
    runs: Any, pool: Any, links: Any, log: Any, memo: Any, scratch: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """Begins a run in each window in which the candidate lies, unless an optional event before it hides that."""
    stage = t.choice_stage[choice]
    start, end = candidates.start[candidate], candidates.end[candidate]
    first_limit, second_limit = _limits(t, start)
    asked = False
    for number in range(2):
        limit = first_limit if number == 0 else second_limit
        if limit == -FOREVER or end > limit:
            continue
        hidden = t.stage_hidden[stage] and (limit == followed_first or limit == followed_second)
        if hidden and t.numbers[WINDOW] != SLIDING:
            continue
        if not asked and not passes(
            t, choice, True, candidates.rows[candidate], scratch.nothing, rows, memo, scratch, counters
        ):
            return
        asked = True
        run = _slot(runs, pool, counters)
        if run < 0:
            return
        runs.rows[run] = -1
        runs.firsts[run] = candidates.rows[candidate]
        runs.start[run] = start
        runs.limit[run] = limit
        runs.begun[run] = choice
        runs.count[run] = 1
        runs.node[run] = -1
        _settle(t, rows, candidates, candidate, choice, run, runs, pool, links, log, matches, counters)
        if counters[FULL]:
            return


@njit(cache=True, nogil=True)
def _limits(t: Any, start: int) -> tuple[int, int]:
    """The ends of the windows of a match that starts then; a start on a border lies in two."""
    if t.numbers[WINDOW] == NO_WINDOW:
        return np.int64(FOREVER), np.int64(-FOREVER)
    width = t.numbers[WIDTH]
    if t.numbers[WINDOW] == SLIDING:
        return start + width, np.int64(-FOREVER)
    passed = start - t.numbers[ORIGIN]
    if passed < 0:
        return np.int64(-FOREVER), np.int64(-FOREVER)
    number = passed // width
    opened = t.numbers[ORIGIN] + number * width
    return opened + width, (opened if opened == start and number > 0 else np.int64(-FOREVER))


@njit(cache=True, nogil=True)
def _settle(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, run: int,
    runs: Any, pool: Any, links: Any, log: Any, matches: Any, counters: Any,
) -> None:  # fmt: skip
    """Gives a run its candidate, and finds out whether it is a match, waits for more, or both."""
    stage = t.choice_stage[choice]
    runs.end[run] = candidates.end[candidate]
    runs.stage[run] = stage
    runs.deferred[run] = False
    first = t.stage_first_place[stage]
    for place in range(first, first + t.stage_places[stage]):
        runs.rows[run, place] = -1
    for part in range(t.choice_parts[choice]):
        runs.rows[run, t.choice_first_place[choice] + part] = candidates.rows[candidate, part]
    runs.least[run] = FOREVER
    if t.numbers[CHAINS]:
        _link(candidates, candidate, choice, run, runs, links, counters)
    goes_on = _may_go_on(t, runs, run)
    if goes_on and t.stage_ends[stage]:
        if _has_pending(t, stage):
            runs.deferred[run] = True
        else:
            _match(t, rows, run, runs, log, matches, counters)
    pool.fresh[pool.counts[_FRESH]] = run
    pool.counts[_FRESH] += 1


@njit(cache=True, nogil=True)
def _link(candidates: Any, candidate: int, choice: int, run: int, runs: Any, links: Any, counters: Any) -> None:
    number = counters[LINKS]
    if number == len(links.before):
        counters[FULL] |= FULL_LINKS
        return
    counters[LINKS] += 1
    links.before[number] = runs.node[run]
    links.choice[number] = choice
    links.rows[number] = candidates.rows[candidate]
    runs.node[run] = number


@njit(cache=True, nogil=True)
def _has_pending(t: Any, stage: int) -> bool:
    for target in range(t.target_offsets[stage], t.target_offsets[stage + 1]):
        if t.target_pending[target] and not t.target_loops[target]:
            return True
    return False


@njit(cache=True, nogil=True)
def _match(t: Any, rows: Any, run: int, runs: Any, log: Any, matches: Any, counters: Any) -> None:
    """A run is complete, unless something came before it that must not have."""
    if _came_before(t, rows, run, runs, log, counters):
        return
    number = counters[MATCHES]
    if number == len(matches.start):
        counters[FULL] |= FULL_MATCHES
        return
    counters[MATCHES] += 1
    _copy(runs, run, matches, number)


@njit(cache=True, nogil=True)
def _came_before(t: Any, rows: Any, run: int, runs: Any, log: Any, counters: Any) -> bool:
    stage = t.choice_stage[runs.begun[run]]
    first, last = t.leading_offsets[stage], t.leading_offsets[stage + 1]
    if first == last:
        return False
    since = _seen_since(t, runs, run)
    for entry in range(counters[LOGGED] - 1, -1, -1):
        if log.end[entry] < since:
            break
        if log.start[entry] < since or log.end[entry] >= runs.start[run]:
            continue
        for place in range(first, last):
            if log.choice[entry] == t.leading_choices[place] and agrees(
                t, log.choice[entry], 1, log.rows[entry], runs.rows[run], rows.hashes
            ):
                return True
    return False


@njit(cache=True, nogil=True)
def _seen_since(t: Any, runs: Any, run: int) -> int:
    """Since when something that must not come before a match is looked for."""
    if t.numbers[WINDOW] == TUMBLING:
        return runs.limit[run] - t.numbers[WIDTH]
    if t.numbers[WINDOW] == SLIDING:
        return min(runs.end[run] - t.numbers[WIDTH], runs.start[run])
    return np.int64(-FOREVER)


@njit(cache=True, nogil=True)
def _write_log(
    t: Any, rows: Any, candidates: Any, candidate: int, choice: int, log: Any, memo: Any, scratch: Any, counters: Any
) -> None:
    """Notes a candidate that must not occur before a match begins."""
    leading = False
    for place in range(len(t.leading_choices)):
        leading = leading or t.leading_choices[place] == choice
    if not leading:
        return
    of_candidate = candidates.rows[candidate]
    if not passes(t, choice, True, of_candidate, scratch.nothing, rows, memo, scratch, counters):
        return
    number = counters[LOGGED]
    if number == len(log.start):
        counters[FULL] |= FULL_LOG
        return
    counters[LOGGED] += 1
    log.choice[number] = choice
    log.rows[number] = of_candidate
    log.start[number] = candidates.start[candidate]
    log.end[number] = candidates.end[candidate]


@njit(cache=True, nogil=True)
def _load_log(given: Any, begin: int, end: int, log: Any, counters: Any) -> None:
    for place in range(begin, end):
        number = counters[LOGGED]
        if number == len(log.start):
            counters[FULL] |= FULL_LOG
            return
        counters[LOGGED] += 1
        _note(given, place, log, number)


@njit(cache=True, nogil=True)
def _note(source: Any, place: int, to: Any, number: int) -> None:
    to.choice[number] = source.choice[place]
    to.rows[number] = source.rows[place]
    to.start[number] = source.start[place]
    to.end[number] = source.end[place]


@njit(cache=True, nogil=True)
def _finish(
    t: Any, rows: Any, watermark: int, over: bool, runs: Any, pool: Any, log: Any, matches: Any, counters: Any
) -> None:
    """What had to be absent until a limit that has passed was absent, or not."""
    for run in range(pool.counts[_USED]):
        if pool.useful[run] <= 0 or not runs.deferred[run] or not (over or runs.limit[run] < watermark):
            continue
        runs.deferred[run] = False
        first = t.target_offsets[runs.stage[run]]
        broken = False
        for target in range(first, t.target_offsets[runs.stage[run] + 1]):
            pending = t.target_pending[target] and not t.target_loops[target]
            broken = broken or (pending and runs.least[run, target - first] != FOREVER)
        if not broken:
            _match(t, rows, run, runs, log, matches, counters)


@njit(cache=True, nogil=True)
def _keep(
    t: Any, points: bool, watermark: int, latest_start: int,
    runs: Any, pool: Any, kept: Any, kept_keys: Any, key: int, counters: Any,
) -> None:  # fmt: skip
    """Keeps the runs that something may still come for."""
    for run in range(pool.counts[_USED]):
        if pool.useful[run] <= 0 or not _lives(t, points, watermark, latest_start, runs, run):
            continue
        number = counters[KEPT]
        if number == len(kept.start):
            counters[FULL] |= FULL_RUNS
            return
        counters[KEPT] += 1
        _copy(runs, run, kept, number)
        kept.least[number] = runs.least[run]
        kept_keys[number] = key


@njit(cache=True, nogil=True)
def _lives(t: Any, points: bool, watermark: int, latest_start: int, runs: Any, run: int) -> bool:
    if runs.limit[run] < watermark:
        return False
    if runs.deferred[run]:
        return True
    stage = runs.stage[run]
    first = t.target_offsets[stage]
    repeats, goes_on = _may_repeat(t, runs, run), _may_go_on(t, runs, run)
    for target in range(first, t.target_offsets[stage + 1]):
        awaited, again = t.target_stage[target], t.target_loops[target]
        if not (repeats if again else goes_on) or (t.stage_presence[awaited] == ABSENT and not again):
            continue
        if not points:
            return True
        policy = t.stage_loop_policy[awaited] if again else t.stage_policy[awaited]
        passed = policy == NEXT and runs.least[run, target - first] < watermark
        passed = passed or (policy == STRICT and latest_start > runs.end[run])
        if not passed and not _is_broken(t, runs, run, target - first, watermark):
            return True
    return False


@njit(cache=True, nogil=True)
def _keep_log(
    t: Any, watermark: int, log: Any, kept: Any, kept_keys: Any, key: int, counters: Any
) -> None:
    """Keeps what a match that is yet to come may ask for."""
    oldest = -FOREVER if t.numbers[WINDOW] == NO_WINDOW else watermark - 2 * t.numbers[WIDTH]
    for entry in range(counters[LOGGED]):
        if log.end[entry] < oldest:
            continue
        number = counters[LOGS_KEPT]
        if number == len(kept.start):
            counters[FULL] |= FULL_LOG
            return
        counters[LOGS_KEPT] += 1
        _note(log, entry, kept, number)
        kept_keys[number] = key
