"""The automaton of a sequence, as data: stages, what each takes, and where a run finds its variables again.

A **place** is where a match keeps the event that stood for a part of the pattern: for a repetition, that of its latest
iteration. A run is in a stage once it has taken what the stage asks for; what it may take next follows from the stages
behind it, up to and including the first that is required.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from seqoia.algebra.events import Extent, Frame, Presence
from seqoia.algebra.expressions import Aggregate, Expression, Variable
from seqoia.model import Duration, Instant, Selection
from seqoia.plan.gather import Reading


@dataclass(frozen=True, slots=True)
class Place:
    """Where the event that stands for one part of a choice is kept."""

    number: int
    stage: int
    reading: Reading
    label: str | None = None
    """The name that the query gave to this part."""


class Sees(Enum):
    """Which events a condition may look at besides those that the choice takes."""

    TAKEN = "those that are taken"
    EARLIER = "also those of earlier stages"


@dataclass(frozen=True, slots=True)
class Condition:
    """A stateful filter: what it asks, and which places of its own choice it sees."""

    expression: Expression
    sees: Sees
    places: tuple[int, ...]
    asks_previous: bool = False
    """Whether it asks for the previous iteration; a first iteration passes it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Events of one interval that together do for a stage: one, or several for a conjunction (P-SPA, definition 8)."""

    places: tuple[Place, ...]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """How often a stage takes events, and how they follow each other (P-SPA, definitions 13 and 14)."""

    at_least: int
    at_most: int | None
    follows: Selection
    extent: Extent
    correlated: frozenset[str]
    collected: tuple[tuple[Variable, Aggregate], ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """An element of the sequence: its choices (P-SPA, definition 9), its policy, its presence, its loop."""

    number: int
    choices: tuple[Choice, ...]
    follows: Selection
    presence: Presence
    loop: Loop | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """WITHIN: how wide, and where it lies."""

    width: Duration
    frame: Frame
    origin: Instant


@dataclass(frozen=True, slots=True)
class Automaton:
    """The stages in order, and the window in which all of them have to happen."""

    stages: tuple[Stage, ...]
    window: Window | None

    @property
    def places(self) -> tuple[Place, ...]:
        """By number."""
        return tuple(place for stage in self.stages for choice in stage.choices for place in choice.places)

    def binding_places(self, variable: str) -> tuple[Place, ...]:
        """The places at which a variable may be bound, from the left."""
        return tuple(place for place in self.places if place.reading.slot_of(variable) is not None)


@dataclass(frozen=True, slots=True)
class Interpreted:
    """A pattern that has no automaton yet and is evaluated by its definition, over what its window keeps."""

    because: str
