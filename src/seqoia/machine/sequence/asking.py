"""Whether a candidate goes with a run: agreement on variables, and conditions."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.sequence.arrays import (
    AGREE_LOOKUP,
    AGREE_OFFSETS,
    AGREE_PART,
    AGREE_SLOT,
    ASKED,
    ASKED_AT,
    ASKED_CONDITION,
    ASKED_OPERANDS,
    CANDIDATE_ROWS,
    CHOICES,
    CONDITION_OFFSETS,
    CONDITION_PREVIOUS,
    CONSTANTS,
    FULL,
    FULL_ASKED,
    HASH,
    KIND,
    LOOKUP_OFFSETS,
    MANTISSA,
    MEMORY_SIZE,
    OF_CANDIDATE,
    OPERAND_LOOKUP,
    OPERAND_OFFSETS,
    PLACES_AT,
    PROGRAM_ARGUMENT,
    PROGRAM_OFFSETS,
    PROGRAM_OPERATION,
    ROOM_ASKED,
    ROW_SLOTS,
    SOURCE_INDEX,
    SOURCE_ORIGIN,
    SOURCE_SLOT,
    VALUE_WIDTH,
)
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
from seqoia.machine.sequence.values import BOOLEAN, UNBOUND, combined


@inlined
def entry(t: Any, table: int, place: int) -> Any:
    """An entry of one of the automaton's tables."""
    return t[t[table] + place]


@inlined
def hash_of(rows: Any, row: int, slot: int) -> Any:
    return rows[row, ROW_SLOTS + slot * VALUE_WIDTH + HASH]


@inlined
def looked_up(t: Any, lookup: int, candidates: Any, candidate: int, runs: Any, run: int, rows: Any) -> Any:
    """Row and slot of the first source that binds a variable; row -1 where none does. Run -1 has nothing."""
    for source in range(entry(t, LOOKUP_OFFSETS, lookup), entry(t, LOOKUP_OFFSETS, lookup + 1)):
        index = entry(t, SOURCE_INDEX, source)
        slot = entry(t, SOURCE_SLOT, source)
        row = np.int64(-1)
        if entry(t, SOURCE_ORIGIN, source) == OF_CANDIDATE:
            row = candidates[candidate, CANDIDATE_ROWS + index]
        elif run >= 0:
            row = runs[run, t[PLACES_AT] + index]
        if row >= 0 and hash_of(rows, row, slot) != 0:
            return row, slot
    return -1, 0


@compiled
def agrees(t: Any, choice: int, again: int, candidates: Any, candidate: int, runs: Any, run: int, rows: Any) -> Any:
    """Whether a candidate and a run say the same of every variable that both bind."""
    at = choice + again * t[CHOICES]
    for place in range(entry(t, AGREE_OFFSETS, at), entry(t, AGREE_OFFSETS, at + 1)):
        row = candidates[candidate, CANDIDATE_ROWS + entry(t, AGREE_PART, place)]
        own = hash_of(rows, row, entry(t, AGREE_SLOT, place))
        if own == 0:
            continue
        other, slot = looked_up(t, entry(t, AGREE_LOOKUP, place), candidates, candidate, runs, run, rows)
        if other >= 0 and hash_of(rows, other, slot) != own:
            return False
    return True


@compiled
def passes(
    t: Any, choice: int, first: bool, candidates: Any, candidate: int, runs: Any, run: int, rows: Any,
    memory: Any, questions: Any, stack: Any, floats: Any, counters: Any,
) -> Any:  # fmt: skip
    """Whether a candidate satisfies the conditions of a choice; a first iteration has no previous one to ask for."""
    for condition in range(entry(t, CONDITION_OFFSETS, choice), entry(t, CONDITION_OFFSETS, choice + 1)):
        if first and entry(t, CONDITION_PREVIOUS, condition):
            continue
        truth = _run_program(t, condition, candidates, candidate, runs, run, rows, stack, floats)
        if truth == ASK_SPARQL:
            truth = _remembered(t, condition, candidates, candidate, runs, run, rows, memory, questions, counters)
        if truth != TRUE:
            return False
    return True


@compiled
def _run_program(
    t: Any, condition: int, candidates: Any, candidate: int, runs: Any, run: int, rows: Any, stack: Any, floats: Any
) -> Any:
    first, last = entry(t, PROGRAM_OFFSETS, condition), entry(t, PROGRAM_OFFSETS, condition + 1)
    if entry(t, PROGRAM_OPERATION, first) == ASK:
        return ASK_SPARQL
    calculated(t, condition, first, last, candidates, candidate, runs, run, rows, stack, floats)
    return truth_of(stack, floats, 0)


@compiled
def calculated(
    t: Any, condition: int, first: int, last: int, candidates: Any, candidate: int, runs: Any, run: int, rows: Any,
    stack: Any, floats: Any,
) -> None:  # fmt: skip
    """Runs a part of a condition's program; what it comes to lies at the bottom of the stack."""
    top = -1
    for at in range(first, last):
        operation, argument = entry(t, PROGRAM_OPERATION, at), entry(t, PROGRAM_ARGUMENT, at)
        if operation == LOAD or operation == BOUND:
            top += 1
            lookup = entry(t, OPERAND_LOOKUP, entry(t, OPERAND_OFFSETS, condition) + argument)
            row, slot = looked_up(t, lookup, candidates, candidate, runs, run, rows)
            if operation == BOUND:
                stack[top, KIND] = BOOLEAN
                stack[top, MANTISSA] = 1 if row >= 0 else 0
            elif row < 0:
                stack[top, KIND] = UNBOUND
            else:
                for column in range(VALUE_WIDTH):
                    stack[top, column] = rows[row, ROW_SLOTS + slot * VALUE_WIDTH + column]
        elif operation == CONSTANT:
            top += 1
            for column in range(VALUE_WIDTH):
                stack[top, column] = entry(t, CONSTANTS, argument * VALUE_WIDTH + column)
        elif operation == NOT or operation == NEGATE:
            invert(operation, stack, floats, top)
        else:
            top -= 1
            connect(operation, stack, floats, top)


@compiled
def _remembered(
    t: Any, condition: int, candidates: Any, candidate: int, runs: Any, run: int, rows: Any,
    memory: Any, questions: Any, counters: Any,
) -> Any:  # fmt: skip
    """What SPARQL has said of a condition with these terms; if nothing yet, it is put on the list and false for now."""
    first = entry(t, OPERAND_OFFSETS, condition)
    last = entry(t, OPERAND_OFFSETS, condition + 1)
    key = np.int64(condition) + np.int64(0x9E3779B9)
    for operand in range(first, last):
        row, slot = looked_up(t, entry(t, OPERAND_LOOKUP, operand), candidates, candidate, runs, run, rows)
        key = combined(key, hash_of(rows, row, slot) if row >= 0 else 0)
    key = key if key != 0 else np.int64(1)
    mask = counters[MEMORY_SIZE] - 1
    at = key & mask
    while memory[at, 0] != 0:
        if memory[at, 0] == key:
            return memory[at, 1]
        at = (at + 1) & mask
    if counters[ASKED] == counters[ROOM_ASKED]:
        counters[FULL] |= FULL_ASKED
        return 0
    number = counters[ASKED]
    counters[ASKED] += 1
    memory[at, 0] = key
    memory[at, 1] = 0
    questions[number, ASKED_AT] = at
    questions[number, ASKED_CONDITION] = condition
    for operand in range(first, last):
        row, slot = looked_up(t, entry(t, OPERAND_LOOKUP, operand), candidates, candidate, runs, run, rows)
        questions[number, ASKED_OPERANDS + 2 * (operand - first)] = row
        questions[number, ASKED_OPERANDS + 2 * (operand - first) + 1] = slot
    return 0
