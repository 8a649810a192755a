"""What a kernel looks up: on which variables a choice has to agree with a run, and which its conditions ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from seqoia.algebra.events import Presence
from seqoia.algebra.expressions import Previous, Variable
from seqoia.machine.sequence import arrays as ar
from seqoia.machine.sequence.programs import Program, program_of
from seqoia.plan.automaton import Automaton, Choice, Condition, Place, Sees, Stage

Source = tuple[int, int, int]
"""Origin, index of the part or place, slot."""


@dataclass(slots=True)
class Lists:
    """Lists of numbers, one behind the other."""

    offsets: list[int] = field(default_factory=lambda: [0])
    contents: list[int] = field(default_factory=list)

    def add(self, numbers: Iterable[int]) -> None:
        self.contents.extend(numbers)
        self.offsets.append(len(self.contents))


@dataclass(slots=True)
class Writing:
    """Gathers what agreements and conditions look up."""

    automaton: Automaton
    lookups: Lists = field(default_factory=Lists)
    sources: list[Source] = field(default_factory=list)
    agree: Lists = field(default_factory=Lists)
    agreements: list[tuple[int, int, int]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    programs: list[Program] = field(default_factory=list)
    condition_offsets: list[int] = field(default_factory=lambda: [0])
    operands: Lists = field(default_factory=Lists)
    compared: set[tuple[int, int]] = field(default_factory=set)

    def lookup(self, sources: Sequence[Source]) -> int:
        self.sources.extend(sources)
        self.lookups.offsets.append(len(self.sources))
        return len(self.lookups.offsets) - 2

    def write_agreements(self, choice: Choice, again: bool) -> None:
        stage = self.automaton.stages[choice.places[0].stage]
        found = []
        for part, place in enumerate(choice.places):
            for name, slot in place.reading.slots:
                sources = [self._in_run(other, name) for other in self._others(stage, name, again)]
                if sources:
                    self.compared.add((place.reading.leaf, slot))
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
            return [self._in_run(place, operand.variable.name) for place in known if place.stage == stage]
        name = operand.name
        own = []
        for part, place in enumerate(choice.places):
            slot = place.reading.slot_of(name)
            if place.number in condition.places and slot is not None:
                self.compared.add((place.reading.leaf, slot))
                own.append((ar.OF_CANDIDATE, part, slot))
        if condition.sees is Sees.TAKEN:
            return own
        return own + [self._in_run(place, name) for place in self.automaton.binding_places(name) if place.stage < stage]

    def _in_run(self, place: Place, name: str) -> Source:
        slot = place.reading.slot_of(name)
        assert slot is not None
        self.compared.add((place.reading.leaf, slot))
        return ar.OF_RUN, place.number, slot
