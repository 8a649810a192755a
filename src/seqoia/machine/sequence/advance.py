"""The kernel: runs take candidates, key by key, in the order of time (P-SPA, algorithm 2, for every policy at once).

One comparison serves skip-till-next, absence and option alike. For each target a run keeps the earliest end of what
was compatible there; what starts no later than that has nothing strictly between itself and the run.
"""

from __future__ import annotations

from typing import Any

from seqoia.machine.match.compiled import compiled
from seqoia.machine.match.views import view
from seqoia.machine.sequence.arrays import (
    ABSENT,
    CANDIDATE_BARRIER,
    CANDIDATE_END,
    CANDIDATE_KIND,
    CANDIDATE_START,
    CHOICE_STAGE,
    FRESH,
    FULL,
    GONE,
    IS_LEADING,
    KIND_CHOICES,
    KIND_OFFSETS,
    LOGGED,
    MATCHES,
    NEXT,
    OPTIONAL,
    POOL_FRESH,
    POOL_GONE,
    POOL_USEFUL,
    QUEUES,
    RUN_END,
    RUN_LEAST,
    RUN_LIMIT,
    RUN_WIDTH,
    STAGE_BEGINS,
    STAGE_LOOP_POLICY,
    STAGE_LOOPS,
    STAGE_POLICY,
    STAGE_PRESENCE,
    STRICT,
    TARGETS,
)
from seqoia.machine.sequence.asking import agrees, entry, passes
from seqoia.machine.sequence.hanging import copied_to, free_slot, hang, is_broken, let_go
from seqoia.machine.sequence.keeping import finish, keep, keep_log
from seqoia.machine.sequence.queues import key_of_candidate, leave, needs_sweeping, waiting
from seqoia.machine.sequence.taking import begin, note, take


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
            run = free_slot(pool, heads, counters)
            if run < 0:
                return
            copied_to(given, place, runs, run, t[RUN_WIDTH])
            hang(t, run, candidates, rows, runs, pool, heads, queues, keys, stack, floats)
        for place in range(noted_offsets[number], noted_offsets[number + 1]):
            if not note(t, noted, place, log, LOGGED, counters):
                return
        matched = counters[MATCHES]
        for candidate in range(offsets[number], offsets[number + 1]):
            _take_everywhere(
                t, rows, candidates, candidate, points,
                runs, pool, heads, queues, keys, links, log, memory, questions, stack, floats, walk, matches, counters,
            )  # fmt: skip
            if counters[FULL]:
                return
        finish(t, rows, watermark, over, runs, pool, heads, log, matches, counters)
        for match in range(matched, counters[MATCHES]):
            match_keys[match] = number
        if not over:
            keep(t, points, watermark, latest_start, runs, pool, heads, kept, kept_keys, number, counters)
            keep_log(t, watermark, log, kept_log, kept_log_keys, number, counters)
        if counters[FULL]:
            return


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
            begin(
                t, rows, candidates, candidate, choice,
                runs, pool, heads, links, log, memory, questions, stack, floats, matches, counters,
            )  # fmt: skip
        for fresh in range(heads[FRESH]):
            run = pool[fresh, POOL_FRESH]
            hang(t, run, candidates, rows, runs, pool, heads, queues, keys, stack, floats)
        leads = entry(t, IS_LEADING, choice) and passes(
            t, choice, True, candidates, candidate, runs, -1, rows, memory, questions, stack, floats, counters
        )
        if leads and note(t, candidates, candidate, log, LOGGED, counters):
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
    broken = not absent and is_broken(t, runs, run, place, start)
    if not absent and (too_late or (broken and points)):
        return points
    if not agrees(t, choice, again, candidates, candidate, runs, run, rows) or not passes(
        t, choice, again == 0, candidates, candidate, runs, run, rows, memory, questions, stack, floats, counters
    ):
        return False
    if not absent and not broken:
        take(
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
    let_go(run, absent, runs, pool, heads, now)


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
