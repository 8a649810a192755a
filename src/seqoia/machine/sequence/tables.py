"""From an automaton to the tables that the kernel reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from seqoia.algebra.events import Frame, Presence
from seqoia.algebra.expressions import Previous, Variable
from seqoia.machine.sequence.arrays import (
    ABSENT,
    ANY,
    NEXT,
    NO_WINDOW,
    OF_CANDIDATE,
    OF_RUN,
    OPTIONAL,
    REQUIRED,
    SLIDING,
    STRICT,
    TUMBLING,
    Tables,
)
from seqoia.machine.sequence.programs import CONSTANT, Program, constant_values, program_of
from seqoia.model import Selection
from seqoia.plan.automaton import Automaton, Choice, Condition, Place, Sees, Stage

_POLICIES = {Selection.ANY: ANY, Selection.NEXT: NEXT, Selection.STRICT: STRICT}
_PRESENCES = {Presence.REQUIRED: REQUIRED, Presence.OPTIONAL: OPTIONAL, Presence.ABSENT: ABSENT}

Source = tuple[int, int, int]
"""Origin, index of the part or place, slot."""


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
    tables: Tables
    kinds: tuple[Kind, ...]
    choices: tuple[Choice, ...]
    conditions: tuple[Condition, ...]
    programs: tuple[Program, ...]
    keeps_chains: bool


@dataclass(slots=True)
class _Lists:
    """Lists of numbers, one behind the other."""

    offsets: list[int] = field(default_factory=lambda: [0])
    contents: list[int] = field(default_factory=list)

    def add(self, numbers: Iterable[int]) -> None:
        self.contents.extend(numbers)
        self.offsets.append(len(self.contents))


def compiled(automaton: Automaton, *, keeps_chains: bool) -> Compiled:
    """The tables of an automaton."""
    choices = tuple(choice for stage in automaton.stages for choice in stage.choices)
    kinds = tuple(dict.fromkeys(_kind(choice) for choice in choices))
    writing = _Writing(automaton)
    for again in (False, True):
        for choice in choices:
            writing.write_agreements(choice, again)
    for choice in choices:
        writing.write_conditions(choice)
    return Compiled(
        automaton,
        _tables(automaton, choices, kinds, writing, keeps_chains),
        kinds,
        choices,
        tuple(writing.conditions),
        tuple(writing.programs),
        keeps_chains,
    )


def _kind(choice: Choice) -> Kind:
    """What a choice takes; its parts share variables by equality."""
    equal = []
    for part, place in enumerate(choice.places):
        for earlier in range(part):
            others = dict(choice.places[earlier].reading.slots)
            equal += [(earlier, others[name], part, slot) for name, slot in place.reading.slots if name in others]
    return Kind(tuple(place.reading.leaf for place in choice.places), tuple(equal))


@dataclass(slots=True)
class _Writing:
    """Gathers what agreements and conditions look up."""

    automaton: Automaton
    lookups: _Lists = field(default_factory=_Lists)
    sources: list[Source] = field(default_factory=list)
    agree: _Lists = field(default_factory=_Lists)
    agreements: list[tuple[int, int, int]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)
    condition_offsets: list[int] = field(default_factory=lambda: [0])
    operands: _Lists = field(default_factory=_Lists)

    def lookup(self, sources: Sequence[Source]) -> int:
        self.sources.extend(sources)
        self.lookups.offsets.append(len(self.sources))
        return len(self.lookups.offsets) - 2

    def write_agreements(self, choice: Choice, again: bool) -> None:
        stage = self.automaton.stages[choice.places[0].stage]
        found = []
        for part, place in enumerate(choice.places):
            for name, slot in place.reading.slots:
                sources = [_in_run(other, name) for other in self._others(stage, name, again)]
                if sources:
                    found.append((part, slot, self.lookup(sources)))
        self.agreements.extend(found)
        self.agree.add(range(len(found)))

    def _others(self, stage: Stage, name: str, again: bool) -> list[Place]:
        """Where a variable may be bound already; what must not come before a match looks at all of the match."""
        known = self.automaton.binding_places(name)
        if again and stage.presence is Presence.ABSENT:
            return [place for place in known if place.stage != stage.number]
        earlier = [place for place in known if place.stage < stage.number]
        if again and stage.loop is not None and name in stage.loop.correlated:
            return earlier + [place for place in known if place.stage == stage.number]
        return earlier

    def write_conditions(self, choice: Choice) -> None:
        for condition in choice.conditions:
            program = program_of(condition.expression)
            self.conditions.append(condition)
            self.programs.append(program)
            self.operands.add(self.lookup(self._sources(operand, choice, condition)) for operand in program.operands)
        self.condition_offsets.append(len(self.conditions))

    def _sources(self, operand: Variable | Previous, choice: Choice, condition: Condition) -> list[Source]:
        stage = choice.places[0].stage
        if isinstance(operand, Previous):
            known = self.automaton.binding_places(operand.variable.name)
            return [_in_run(place, operand.variable.name) for place in known if place.stage == stage]
        name = operand.name
        own = [
            (OF_CANDIDATE, part, slot)
            for part, place in enumerate(choice.places)
            if place.number in condition.places and (slot := place.reading.slot_of(name)) is not None
        ]
        if condition.sees is Sees.TAKEN:
            return own
        return own + [_in_run(place, name) for place in self.automaton.binding_places(name) if place.stage < stage]


def _in_run(place: Place, name: str) -> Source:
    slot = place.reading.slot_of(name)
    assert slot is not None
    return OF_RUN, place.number, slot


def _tables(
    automaton: Automaton, choices: Sequence[Choice], kinds: Sequence[Kind], writing: _Writing, keeps_chains: bool
) -> Tables:
    stages = automaton.stages
    takes = _Lists()
    for kind in kinds:
        takes.add(number for number, choice in enumerate(choices) if _kind(choice) == kind)
    targets, contents = _targets(stages)
    leading = _leading(stages, choices)
    programs, operations = _programs(writing.programs)
    constants = [constant for program in writing.programs for constant in program.constants]
    most_targets = max(1, *(targets.offsets[at + 1] - targets.offsets[at] for at in range(len(stages))))
    window = automaton.window
    frame = NO_WINDOW if window is None else SLIDING if window.frame is Frame.SLIDING else TUMBLING
    return Tables(
        _numbers(takes.offsets),
        _numbers(takes.contents),
        _numbers(choice.places[0].stage for choice in choices),
        _numbers(choice.places[0].number for choice in choices),
        _numbers(len(choice.places) for choice in choices),
        _numbers(_POLICIES[stage.follows] for stage in stages),
        _numbers(_PRESENCES[stage.presence] for stage in stages),
        _numbers(int(stage.loop is not None) for stage in stages),
        _numbers(1 if stage.loop is None else stage.loop.at_least for stage in stages),
        _numbers(-1 if stage.loop is None or stage.loop.at_most is None else stage.loop.at_most for stage in stages),
        _numbers(ANY if stage.loop is None else _POLICIES[stage.loop.follows] for stage in stages),
        _numbers(stage.choices[0].places[0].number for stage in stages),
        _numbers(sum(len(choice.places) for choice in stage.choices) for stage in stages),
        _numbers(int(_may_begin(stages, stage)) for stage in stages),
        _numbers(int(any(_is_pending(each) for each in stages[: stage.number] if _is_optional(each))) for stage in stages),
        _numbers(int(not any(_is_required(each) for each in stages[stage.number + 1 :])) for stage in stages),
        _numbers(targets.offsets),
        _numbers(stage for stage, _, _ in contents),
        _numbers(loops for _, loops, _ in contents),
        _numbers(pending for _, _, pending in contents),
        _numbers(writing.agree.offsets),
        _numbers(part for part, _, _ in writing.agreements),
        _numbers(slot for _, slot, _ in writing.agreements),
        _numbers(lookup for _, _, lookup in writing.agreements),
        _numbers(writing.condition_offsets),
        _numbers(int(condition.asks_previous) for condition in writing.conditions),
        _numbers(programs),
        _numbers(operation for operation, _ in operations),
        _numbers(argument for _, argument in operations),
        _numbers(writing.operands.offsets),
        _numbers(writing.operands.contents),
        _numbers(writing.lookups.offsets),
        _numbers(origin for origin, _, _ in writing.sources),
        _numbers(index for _, index, _ in writing.sources),
        _numbers(slot for _, _, slot in writing.sources),
        *constant_values(constants),
        _numbers(leading.offsets),
        _numbers(leading.contents),
        np.array(
            [
                frame,
                0 if window is None else window.width.microseconds,
                0 if window is None else window.origin.microseconds,
                most_targets,
                max(len(choice.places) for choice in choices),
                len(choices),
                int(keeps_chains),
                1,
            ],
            np.int64,
        ),
    )


def _targets(stages: Sequence[Stage]) -> tuple[_Lists, list[tuple[int, int, int]]]:
    """For each stage what may come next: itself again, then the stages up to the first that is required."""
    lists, contents = _Lists(), []
    for stage in stages:
        found = [(stage.number, 1, 0)] if stage.loop is not None else []
        for following in stages[stage.number + 1 :]:
            found.append((following.number, 0, int(_is_pending(following))))
            if _is_required(following):
                break
        lists.add(range(len(found)))
        contents += found
    return lists, contents


def _leading(stages: Sequence[Stage], choices: Sequence[Choice]) -> _Lists:
    """For each stage with which a match may begin, the choices that must not have occurred before."""
    lists = _Lists()
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


def _numbers(numbers: Iterable[int]) -> NDArray[np.int64]:
    return np.array(list(numbers), np.int64)
