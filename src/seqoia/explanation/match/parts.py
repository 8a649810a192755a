"""The parts of a pattern that events stand for: each leaf with its place, its conditions, and how it has to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Expression
from seqoia.algebra.traversal import Node, children
from seqoia.algebra.wording import part_in_words
from seqoia.plan.steps import conjuncts


@dataclass(frozen=True, slots=True)
class Asked:
    """A condition of a part, and which variables it sees."""

    expression: Expression
    sight: ev.Sight


@dataclass(frozen=True, slots=True)
class Part:
    """A leaf of the pattern."""

    leaf: ev.BasicEvent
    step: int
    """Which element of the sequence it belongs to."""
    presence: ev.Presence
    follows: str
    repetition: ev.Repetition | None
    conditions: tuple[Asked, ...]
    together: str | None
    """With what it has to come at the same time, itself included."""

    @property
    def label(self) -> str:
        return self.leaf.label or "event"


def parts_of(body: ev.EventPattern) -> list[Part]:
    """The parts, from the left."""
    core = body
    while isinstance(core, (ev.Let, ev.Within, ev.Matches, ev.Keep, ev.Earliest, ev.Arrange)):
        core = core.pattern
    elements = core.elements if isinstance(core, ev.Sequence) else (ev.Element(core),)
    return [part for step, element in enumerate(elements) for part in _parts(element.pattern, step, element)]


def _parts(
    pattern: Node,
    step: int,
    element: ev.Element,
    repetition: ev.Repetition | None = None,
    conditions: tuple[Asked, ...] = (),
    together: str | None = None,
) -> Iterator[Part]:
    if isinstance(pattern, ev.BasicEvent):
        yield Part(pattern, step, element.presence, element.follows.value, repetition, conditions, together)
        return
    if isinstance(pattern, ev.Where):
        conditions += tuple(Asked(each, pattern.sight) for each in conjuncts(pattern.condition))
    if isinstance(pattern, ev.Repetition):
        repetition = pattern
    if isinstance(pattern, ev.Simultaneous):
        together = together or part_in_words(pattern)
    for child in children(pattern):
        yield from _parts(child, step, element, repetition, conditions, together)
