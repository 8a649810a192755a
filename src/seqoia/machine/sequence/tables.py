"""From an automaton to the tables that the kernel reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from seqoia.algebra.events import Frame, Presence
from seqoia.machine.sequence import arrays as ar
from seqoia.machine.sequence.indexing import INDEX_TABLES, index_of
from seqoia.machine.sequence.lookups import Lists, Writing
from seqoia.machine.sequence.programs import (
    CONSTANT,
    Program,
    constant_values,
)
from seqoia.model import Selection
from seqoia.plan.automaton import Automaton, Choice, Condition, Stage

_POLICIES = {Selection.ANY: ar.ANY, Selection.NEXT: ar.NEXT, Selection.STRICT: ar.STRICT}
_PRESENCES = {Presence.REQUIRED: ar.REQUIRED, Presence.OPTIONAL: ar.OPTIONAL, Presence.ABSENT: ar.ABSENT}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of candidates: one event of a leaf, or several of one interval that agree on what they share."""

    leaves: tuple[int, ...]
    equal: tuple[tuple[int, int, int, int], ...] = ()
    """Part and slot, part and slot: what has to be equal, where both are bound."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """The tables of an automaton, and what they are about."""

    automaton: Automaton
    table: ar.Numbers
    kinds: tuple[Kind, ...]
    choices: tuple[Choice, ...]
    conditions: tuple[Condition, ...]
    programs: tuple[Program, ...]
    keeps_chains: bool
    compared: frozenset[tuple[int, int]]
    """Leaf and slot of what the kernel compares."""

    @property
    def places_at(self) -> int:
        """The column of a run in which its places begin."""
        return int(self.table[ar.PLACES_AT])

    @property
    def firsts_at(self) -> int:
        """The column of a run in which the rows stand with which it began."""
        return int(self.table[ar.FIRSTS_AT])

    @property
    def parts(self) -> int:
        """How many events a choice takes at most."""
        return int(self.table[ar.PARTS])

    @property
    def targets(self) -> int:
        """How many targets a run has at most."""
        return int(self.table[ar.TARGETS])

    @property
    def run_width(self) -> int:
        """How many columns a run has."""
        return int(self.table[ar.RUN_WIDTH])

    def rows_of(self, runs: ar.Numbers, place: int) -> ar.Numbers:
        """The rows of runs at a place."""
        return runs[:, self.places_at + place]


def compiled(automaton: Automaton, *, keeps_chains: bool) -> Compiled:
    """The tables of an automaton."""
    choices = tuple(choice for stage in automaton.stages for choice in stage.choices)
    kinds = tuple(dict.fromkeys(_kind(choice) for choice in choices))
    writing = Writing(automaton)
    for again in (False, True):
        for choice in choices:
            writing.write_agreements(choice, again)
    for choice in choices:
        writing.write_conditions(choice)
    return Compiled(
        automaton,
        _table(automaton, choices, kinds, writing, keeps_chains),
        kinds,
        choices,
        tuple(writing.conditions),
        tuple(writing.programs),
        keeps_chains,
        frozenset(writing.compared).union(*(_compared(kind) for kind in kinds)),
    )


def _compared(kind: Kind) -> set[tuple[int, int]]:
    pairs = ((kind.leaves[one], slot, kind.leaves[other], other_slot) for one, slot, other, other_slot in kind.equal)
    return {each for one, slot, other, other_slot in pairs for each in ((one, slot), (other, other_slot))}


def _kind(choice: Choice) -> Kind:
    """What a choice takes; its parts share variables by equality."""
    equal = []
    for part, place in enumerate(choice.places):
        for earlier in range(part):
            others = dict(choice.places[earlier].reading.slots)
            equal += [(earlier, others[name], part, slot) for name, slot in place.reading.slots if name in others]
    return Kind(tuple(place.reading.leaf for place in choice.places), tuple(equal))


def _table(
    automaton: Automaton, choices: Sequence[Choice], kinds: Sequence[Kind], writing: Writing, keeps_chains: bool
) -> ar.Numbers:
    """Everything as one array: a head that says where each table begins, and the tables."""
    stages = automaton.stages
    takes = Lists()
    for kind in kinds:
        takes.add(number for number, choice in enumerate(choices) if _kind(choice) == kind)
    targets, contents = _targets(stages)
    leading = _leading(stages, choices)
    programs, operations = _programs(writing.programs)
    window = automaton.window
    most_targets = max(1, *(targets.offsets[at + 1] - targets.offsets[at] for at in range(len(stages))))
    most_parts = max(len(choice.places) for choice in choices)
    firsts_at = ar.RUN_LEAST + most_targets
    head = {
        ar.WINDOW: _frame(automaton),
        ar.WIDTH: 0 if window is None else window.width.microseconds,
        ar.ORIGIN: 0 if window is None else window.origin.microseconds,
        ar.TARGETS: most_targets,
        ar.PARTS: most_parts,
        ar.CHOICES: len(choices),
        ar.CHAINS: int(keeps_chains),
        ar.FIRSTS_AT: firsts_at,
        ar.PLACES_AT: firsts_at + most_parts,
        ar.RUN_WIDTH: firsts_at + most_parts + len(automaton.places),
    }
    loops = [stage.loop for stage in stages]
    tables: dict[int, Iterable[int]] = {
        ar.KIND_OFFSETS: takes.offsets,
        ar.KIND_CHOICES: takes.contents,
        ar.CHOICE_STAGE: (choice.places[0].stage for choice in choices),
        ar.CHOICE_FIRST_PLACE: (choice.places[0].number for choice in choices),
        ar.CHOICE_PARTS: (len(choice.places) for choice in choices),
        ar.STAGE_POLICY: (_POLICIES[stage.follows] for stage in stages),
        ar.STAGE_PRESENCE: (_PRESENCES[stage.presence] for stage in stages),
        ar.STAGE_LOOPS: (int(loop is not None) for loop in loops),
        ar.STAGE_LEAST: (1 if loop is None else loop.at_least for loop in loops),
        ar.STAGE_MOST: (-1 if loop is None or loop.at_most is None else loop.at_most for loop in loops),
        ar.STAGE_LOOP_POLICY: (ar.ANY if loop is None else _POLICIES[loop.follows] for loop in loops),
        ar.STAGE_FIRST_PLACE: (stage.choices[0].places[0].number for stage in stages),
        ar.STAGE_PLACES: (sum(len(choice.places) for choice in stage.choices) for stage in stages),
        ar.STAGE_BEGINS: (int(_may_begin(stages, stage)) for stage in stages),
        ar.STAGE_ENDS: (int(not any(map(_is_required, stages[stage.number + 1 :]))) for stage in stages),
        ar.TARGET_OFFSETS: targets.offsets,
        ar.TARGET_STAGE: (stage for stage, _, _ in contents),
        ar.TARGET_LOOPS: (again for _, again, _ in contents),
        ar.TARGET_PENDING: (pending for _, _, pending in contents),
        ar.AGREE_OFFSETS: writing.agree.offsets,
        ar.AGREE_PART: (part for part, _, _ in writing.agreements),
        ar.AGREE_SLOT: (slot for _, slot, _ in writing.agreements),
        ar.AGREE_LOOKUP: (lookup for _, _, lookup in writing.agreements),
        ar.CONDITION_OFFSETS: writing.condition_offsets,
        ar.CONDITION_PREVIOUS: (int(condition.asks_previous) for condition in writing.conditions),
        ar.PROGRAM_OFFSETS: programs,
        ar.PROGRAM_OPERATION: (operation for operation, _ in operations),
        ar.PROGRAM_ARGUMENT: (argument for _, argument in operations),
        ar.OPERAND_OFFSETS: writing.operands.offsets,
        ar.OPERAND_LOOKUP: writing.operands.contents,
        ar.LOOKUP_OFFSETS: writing.lookups.offsets,
        ar.SOURCE_ORIGIN: (origin for origin, _, _ in writing.sources),
        ar.SOURCE_INDEX: (index for _, index, _ in writing.sources),
        ar.SOURCE_SLOT: (slot for _, _, slot in writing.sources),
        ar.CONSTANTS: constant_values([each for program in writing.programs for each in program.constants]).ravel(),
        ar.LEADING_OFFSETS: leading.offsets,
        ar.LEADING_CHOICES: leading.contents,
        ar.IS_LEADING: (int(number in leading.contents) for number in range(len(choices))),
    }
    indexed = [index_of(stage, again, choices, writing, programs) for stage in stages for again in (False, True)]
    for table, numbers in zip(INDEX_TABLES, zip(*indexed, strict=True), strict=True):
        tables[table] = numbers
    return _behind_a_head(head, tables)


def _behind_a_head(head: dict[int, int], tables: dict[int, Iterable[int]]) -> ar.Numbers:
    bodies = {name: np.array(list(numbers), np.int64) for name, numbers in tables.items()}
    at = ar.HEADER
    for name, body in bodies.items():
        head[name] = at
        at += len(body)
    return np.concatenate([np.array([head[name] for name in range(ar.HEADER)], np.int64), *bodies.values()])


def _frame(automaton: Automaton) -> int:
    if automaton.window is None:
        return ar.NO_WINDOW
    return ar.SLIDING if automaton.window.frame is Frame.SLIDING else ar.TUMBLING


def _targets(stages: Sequence[Stage]) -> tuple[Lists, list[tuple[int, int, int]]]:
    """For each stage what may come next: itself again, then the stages up to the first that is required."""
    lists, contents = Lists(), []
    for stage in stages:
        found = [(stage.number, 1, 0)] if stage.loop is not None else []
        for following in stages[stage.number + 1 :]:
            found.append((following.number, 0, int(_is_pending(following))))
            if _is_required(following):
                break
        lists.add(range(len(found)))
        contents += found
    return lists, contents


def _leading(stages: Sequence[Stage], choices: Sequence[Choice]) -> Lists:
    """For each stage with which a match may begin, the choices that must not have occurred before."""
    lists = Lists()
    for stage in stages:
        absent = [each.number for each in stages[: stage.number] if each.presence is Presence.ABSENT]
        begins = _may_begin(stages, stage)
        lists.add(at for at, choice in enumerate(choices) if begins and choice.places[0].stage in absent)
    return lists


def _programs(programs: Sequence[Program]) -> tuple[list[int], list[tuple[int, int]]]:
    offsets, operations, constants = [0], [], 0
    for program in programs:
        moved = [
            (operation, argument + constants if operation == CONSTANT else argument)
            for operation, argument in program.operations
        ]
        operations += moved
        offsets.append(len(operations))
        constants += len(program.constants)
    return offsets, operations


def _may_begin(stages: Sequence[Stage], stage: Stage) -> bool:
    return stage.presence is not Presence.ABSENT and not any(map(_is_required, stages[: stage.number]))


def _is_required(stage: Stage) -> bool:
    return stage.presence is Presence.REQUIRED


def _is_optional(stage: Stage) -> bool:
    return stage.presence is Presence.OPTIONAL


def _is_pending(stage: Stage) -> bool:
    """Whether a match without it needs that it does not come."""
    chosen = _is_optional(stage) and stage.follows is not Selection.ANY
    return chosen or stage.presence is Presence.ABSENT
