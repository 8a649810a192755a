"""By which comparison the runs that wait for a stage are ordered."""

from __future__ import annotations

from collections.abc import Sequence

from seqoia.machine.sequence import arrays as ar
from seqoia.machine.sequence.lookups import Writing
from seqoia.machine.sequence.programs import (
    BOUND,
    CONSTANT,
    GREATER,
    GREATER_OR_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    LOAD,
    NEGATE,
    NOT,
)
from seqoia.plan.automaton import Choice, Stage

INDEX_TABLES = (
    ar.INDEX_CONDITION,
    ar.INDEX_SIGN,
    ar.INDEX_RUN_FROM,
    ar.INDEX_RUN_TO,
    ar.INDEX_CANDIDATE_FROM,
    ar.INDEX_CANDIDATE_TO,
)
_NO_INDEX = (-1, 0, 0, 0, 0, 0)
_RISING = {LESS: 1, LESS_OR_EQUAL: 1, GREATER: -1, GREATER_OR_EQUAL: -1}
"""Whether the right side of a comparison has to be the greater one, or the smaller."""


def index_of(
    stage: Stage, again: bool, choices: Sequence[Choice], writing: Writing, offsets: Sequence[int]
) -> tuple[int, ...]:
    """The first condition of a stage that compares the candidate with the run, and how its program does that."""
    if len(stage.choices) != 1 or (again and stage.loop is None):
        return _NO_INDEX
    choice = choices.index(stage.choices[0])
    for condition in range(writing.condition_offsets[choice], writing.condition_offsets[choice + 1]):
        operations = writing.programs[condition].operations
        sign = _RISING.get(operations[-1][0], 0)
        if not sign or (writing.conditions[condition].asks_previous and not again):
            continue
        middle = _right_side(operations)
        sides = [_origins(part, condition, writing) for part in (operations[:middle], operations[middle:-1])]
        left, right = (
            (offsets[condition], offsets[condition] + middle),
            (offsets[condition] + middle, offsets[condition + 1] - 1),
        )
        if sides == [{ar.OF_CANDIDATE}, {ar.OF_RUN}]:
            return (condition, sign, *right, *left)
        if sides == [{ar.OF_RUN}, {ar.OF_CANDIDATE}]:
            return (condition, -sign, *left, *right)
    return _NO_INDEX


def _right_side(operations: Sequence[tuple[int, int]]) -> int:
    """Where the program of the right side of the last operation begins."""
    height, at = 0, len(operations) - 1
    while height < 1:
        at -= 1
        operation = operations[at][0]
        height += 1 if operation in (CONSTANT, LOAD, BOUND) else 0 if operation in (NOT, NEGATE) else -1
    return at


def _origins(operations: Sequence[tuple[int, int]], condition: int, writing: Writing) -> set[int]:
    """Where a part of a program takes its variables from."""
    first = writing.operands.offsets[condition]
    lookups = [writing.operands.contents[first + at] for operation, at in operations if operation in (LOAD, BOUND)]
    bounds = [(writing.lookups.offsets[at], writing.lookups.offsets[at + 1]) for at in lookups]
    return {origin for begin, end in bounds for origin, _, _ in writing.sources[begin:end]}
