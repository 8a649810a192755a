"""A physical plan as data to be shown: what is matched where, by which key it is parted, what its stages ask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Expression
from seqoia.algebra.traversal import Node, descendants, map_children
from seqoia.algebra.wording import FULL_NAMES, Names, expression_in_words, graph_in_words, part_in_words
from seqoia.plan.automaton import Automaton, Interpreted
from seqoia.plan.leaf import Leaf
from seqoia.plan.physical import PatternPlan
from seqoia.plan.pushing import Pushed, pushed
from seqoia.plan.steps import StepOutline, steps_of


@dataclass(frozen=True, slots=True)
class Engines:
    """Who does the work, as far as a plan alone cannot tell."""

    of_condition: Callable[[Expression], str]
    """What answers a stateful filter."""
    of_leaf: Callable[[Leaf], str]
    """What matches a leaf with events."""


@dataclass(frozen=True, slots=True)
class LeafOutline:
    """What is looked for in one event."""

    number: int
    stream: str
    stands_for: tuple[str, ...]
    """The labels of the parts that read it."""
    pattern: tuple[str, ...]
    """As the first of them writes it."""
    reads: tuple[str, ...]
    """The variables, in its words, whose values are needed beyond the event."""
    matched_by: str


@dataclass(frozen=True, slots=True)
class KeyOutline:
    """By what events are parted, and why."""

    variables: tuple[str, ...]
    because: str
    partitions: tuple[str, ...]
    """What follows from it, one fact each."""


@dataclass(frozen=True, slots=True)
class PlanOutline:
    """All that a plan shows of itself."""

    pattern: str
    answered_by: str
    """`automaton`, or `definition` where there is none."""
    because: str | None
    """Why there is no automaton."""
    streams: tuple[str, ...]
    key: KeyOutline
    leaves: tuple[LeafOutline, ...]
    stages: tuple[StepOutline, ...]
    pushed: tuple[Pushed, ...]
    answers: tuple[str, ...]
    """What is made of matches, in order."""

    def as_json(self) -> dict[str, Any]:
        """As JSON for programs."""
        return asdict(self)


def outline_of(plan: PatternPlan, engines: Engines, names: Names = FULL_NAMES) -> PlanOutline:
    """What a plan shows of itself, in the words of the query."""
    interpreted = isinstance(plan.automaton, Interpreted)
    return PlanOutline(
        pattern=part_in_words(plan.core),
        answered_by="definition" if interpreted else "automaton",
        because=plan.automaton.because if isinstance(plan.automaton, Interpreted) else None,
        streams=tuple(map(str, plan.streams)),
        key=_key(plan),
        leaves=tuple(_leaf(plan, number, engines, names) for number in range(len(plan.leaves))),
        stages=steps_of(plan, names, engines.of_condition if isinstance(plan.automaton, Automaton) else _by_definition),
        pushed=pushed(plan),
        answers=_answers(plan, names),
    )


def _by_definition(_: Expression) -> str:
    return "SPARQL"


def _key(plan: PatternPlan) -> KeyOutline:
    names = tuple(f"?{name}" for name in plan.key.variables)
    if not names:
        return KeyOutline((), plan.key.because, ("one, for all events",))
    partitions = ["as many as Spark shuffles into", f"events that bind the same {' and '.join(names)} meet in one"]
    if not plan.key_is_shown:
        partitions.append("equal answers of several are made one, and a stream that goes on has one partition")
    return KeyOutline(names, plan.key.because, tuple(partitions))


def _leaf(plan: PatternPlan, number: int, engines: Engines, names: Names) -> LeafOutline:
    leaf = plan.leaves[number]
    events = [event for event, reading in plan.readings.items() if reading.leaf == number]
    first = events[0]
    slots = sorted(plan.readings[first].slots, key=lambda pair: pair[1])
    return LeafOutline(
        number,
        str(leaf.source),
        tuple(dict.fromkeys(event.label or part_in_words(event) for event in events)),
        tuple(graph_in_words(first.pattern, names)),
        tuple(f"?{name}" for name, _ in slots if not name.startswith(".")),
        engines.of_leaf(leaf),
    )


def _answers(plan: PatternPlan, names: Names) -> tuple[str, ...]:
    told = [
        f"?{variable.name} is computed as {expression_in_words(_spelt_out(expression, plan.core), names)}"
        for variable, expression in plan.computed
        if not variable.hidden
    ]
    if plan.distinct:
        told.append("each solution is told once, with its first interval")
    if plan.arrange is not None:
        told.append(f"all answers are put in order{_cut(plan.arrange)} in one place")
    return tuple(told)


def _spelt_out(expression: Expression, core: ev.EventPattern) -> Expression:
    """With the aggregates themselves, instead of the hidden variables that hold them."""
    repeated = (node for node in descendants(core) if isinstance(node, ev.Repetition))
    collected = {variable: gathered for each in repeated for variable, gathered in each.collected}

    def spell(node: Node) -> Node:
        return collected[node] if node in collected else map_children(node, spell)

    spelt: Expression = spell(expression)
    return spelt


def _cut(arrange: ev.Arrange) -> str:
    said = [f"OFFSET {arrange.offset}"] if arrange.offset else []
    said += [f"LIMIT {arrange.limit}"] if arrange.limit is not None else []
    return f" and cut ({' '.join(said)})" if said else ""
