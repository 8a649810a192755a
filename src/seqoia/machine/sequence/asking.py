"""Whether a candidate goes with a run: agreement on variables, and conditions."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from seqoia.machine.sequence.arrays import ASKED, CHOICES, FULL, FULL_ASKED, OF_CANDIDATE
from seqoia.machine.sequence.programs import (
    ASK,
    ASK_SPARQL,
    BOUND,
    CONSTANT,
    LOAD,
    NEGATE,
    NOT,
    TRUE,
    connect,
    invert,
    truth_of,
)
from seqoia.machine.sequence.values import BOOLEAN, combined


@njit(cache=True, nogil=True)
def looked_up(t: Any, lookup: int, of_candidate: Any, of_run: Any, hashes: Any) -> tuple[int, int]:
    """Row and slot of the first source that binds a variable; row -1 where none does."""
    for source in range(t.lookup_offsets[lookup], t.lookup_offsets[lookup + 1]):
        index = t.source_index[source]
        row = of_candidate[index] if t.source_origin[source] == OF_CANDIDATE else of_run[index]
        if row >= 0 and hashes[row, t.source_slot[source]] != 0:
            return row, t.source_slot[source]
    return -1, 0


@njit(cache=True, nogil=True)
def agrees(t: Any, choice: int, again: int, of_candidate: Any, of_run: Any, hashes: Any) -> bool:
    """Whether a candidate and a run say the same of every variable that both bind."""
    at = choice + again * t.numbers[CHOICES]
    for place in range(t.agree_offsets[at], t.agree_offsets[at + 1]):
        own = hashes[of_candidate[t.agree_part[place]], t.agree_slot[place]]
        if own == 0:
            continue
        row, slot = looked_up(t, t.agree_lookup[place], of_candidate, of_run, hashes)
        if row >= 0 and hashes[row, slot] != own:
            return False
    return True


@njit(cache=True, nogil=True)
def passes(
    t: Any, choice: int, first: bool, of_candidate: Any, of_run: Any, rows: Any, memo: Any, scratch: Any, counters: Any
) -> bool:
    """Whether a candidate satisfies the conditions of a choice; a first iteration has no previous one to ask for."""
    for condition in range(t.condition_offsets[choice], t.condition_offsets[choice + 1]):
        if first and t.condition_previous[condition]:
            continue
        truth = _run_program(t, condition, of_candidate, of_run, rows, scratch)
        if truth == ASK_SPARQL:
            truth = _remembered(t, condition, of_candidate, of_run, rows.hashes, memo, counters)
        if truth != TRUE:
            return False
    return True


@njit(cache=True, nogil=True)
def _run_program(t: Any, condition: int, of_candidate: Any, of_run: Any, rows: Any, scratch: Any) -> int:
    top = -1
    for at in range(t.program_offsets[condition], t.program_offsets[condition + 1]):
        operation, argument = t.program_operation[at], t.program_argument[at]
        if operation == LOAD:
            top += 1
            lookup = t.operand_lookup[t.operand_offsets[condition] + argument]
            row, slot = looked_up(t, lookup, of_candidate, of_run, rows.hashes)
            if row < 0:
                scratch.kinds[top] = 0
                scratch.hashes[top] = 0
            else:
                scratch.hashes[top] = rows.hashes[row, slot]
                scratch.kinds[top] = rows.kinds[row, slot]
                scratch.mantissas[top] = rows.mantissas[row, slot]
                scratch.scales[top] = rows.scales[row, slot]
                scratch.floats[top] = rows.floats[row, slot]
        elif operation == CONSTANT:
            top += 1
            scratch.hashes[top] = t.constant_hashes[argument]
            scratch.kinds[top] = t.constant_kinds[argument]
            scratch.mantissas[top] = t.constant_mantissas[argument]
            scratch.scales[top] = t.constant_scales[argument]
            scratch.floats[top] = t.constant_floats[argument]
        elif operation == BOUND:
            top += 1
            lookup = t.operand_lookup[t.operand_offsets[condition] + argument]
            row, _ = looked_up(t, lookup, of_candidate, of_run, rows.hashes)
            scratch.kinds[top] = BOOLEAN
            scratch.mantissas[top] = 1 if row >= 0 else 0
        elif operation == NOT or operation == NEGATE:
            invert(operation, top, scratch.kinds, scratch.mantissas, scratch.floats, scratch.hashes)
        elif operation == ASK:
            return ASK_SPARQL
        else:
            top -= 1
            connect(
                operation, top, scratch.kinds, scratch.mantissas, scratch.scales, scratch.floats, scratch.hashes
            )
    return truth_of(0, scratch.kinds, scratch.mantissas, scratch.floats)


@njit(cache=True, nogil=True)
def _remembered(
    t: Any, condition: int, of_candidate: Any, of_run: Any, hashes: Any, memo: Any, counters: Any
) -> int:
    """What SPARQL has said of a condition with these terms; if nothing yet, it is put on the list and false for now."""
    key = np.int64(condition) + np.int64(0x9E3779B9)
    for operand in range(t.operand_offsets[condition], t.operand_offsets[condition + 1]):
        row, slot = looked_up(t, t.operand_lookup[operand], of_candidate, of_run, hashes)
        key = combined(key, hashes[row, slot] if row >= 0 else 0)
    if key == 0:
        key = np.int64(1)
    mask = len(memo.keys) - 1
    at = key & mask
    while memo.keys[at] != 0:
        if memo.keys[at] == key:
            return memo.truths[at]
        at = (at + 1) & mask
    if counters[ASKED] == len(memo.asked_condition):
        counters[FULL] |= FULL_ASKED
        return 0
    number = counters[ASKED]
    counters[ASKED] += 1
    memo.keys[at] = key
    memo.truths[at] = 0
    memo.asked_at[number] = at
    memo.asked_condition[number] = condition
    for operand in range(t.operand_offsets[condition], t.operand_offsets[condition + 1]):
        place = operand - t.operand_offsets[condition]
        row, slot = looked_up(t, t.operand_lookup[operand], of_candidate, of_run, hashes)
        memo.asked_rows[number, place] = row
        memo.asked_slots[number, place] = slot
    return 0
