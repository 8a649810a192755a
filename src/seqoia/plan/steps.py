"""The parts of a sequence one after another: what each takes, how it follows, what it asks; as a plan or a drawing
shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Call, Expression, Previous
from seqoia.algebra.traversal import Node, children, descendants
from seqoia.algebra.wording import FULL_NAMES, Names, element_in_words, expression_in_words, part_in_words
from seqoia.algebra.wording.sequences import repeated_in_words
from seqoia.plan.physical import PatternPlan


@dataclass(frozen=True, slots=True)
class ConditionOutline:
    """A stateful filter: what it asks, of which part, when, and what answers it."""

    asks: str
    of: str
    when: str
    answered_by: str


@dataclass(frozen=True, slots=True)
class RepeatedOutline:
    """How often a part takes events, and how these follow each other."""

    times: str
    follows: str
    extent: str
    correlated: tuple[str, ...]
    collects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepOutline:
    """One part of a sequence."""

    number: int
    takes: str
    """Its labels: `B`, `B & C`, `B | C`."""
    written: str
    """As the query writes it, with its marks."""
    begins: bool
    """Whether a match may begin with it: nothing before it is required."""
    follows: str | None
    """The policy by which it follows what was matched before it; nothing, if nothing can be."""
    presence: str
    repeated: RepeatedOutline | None
    conditions: tuple[ConditionOutline, ...]


def steps_of(
    plan: PatternPlan, names: Names = FULL_NAMES, answered_by: Callable[[Expression], str] = lambda _: ""
) -> tuple[StepOutline, ...]:
    """The parts of a plan's pattern; a pattern that is no sequence has one."""
    core = plan.core.pattern if isinstance(plan.core, ev.Within) else plan.core
    elements = core.elements if isinstance(core, ev.Sequence) else (ev.Element(core),)
    return tuple(_step(number, elements, names, answered_by) for number in range(len(elements)))


def _step(
    number: int, elements: Sequence[ev.Element], names: Names, answered_by: Callable[[Expression], str]
) -> StepOutline:
    element = elements[number]
    before = {each.presence for each in elements[:number]}
    inner, repeated = element.pattern, None
    if isinstance(inner, ev.Repetition):
        repeated, inner = _repeated(inner, names), inner.pattern
    return StepOutline(
        number,
        part_in_words(inner),
        element_in_words(element),
        ev.Presence.REQUIRED not in before,
        element.follows.value if before - {ev.Presence.ABSENT} else None,
        element.presence.name.lower(),
        repeated,
        tuple(_conditions(inner, names, answered_by)),
    )


def _repeated(pattern: ev.Repetition, names: Names) -> RepeatedOutline:
    return RepeatedOutline(
        repeated_in_words(pattern.at_least, pattern.at_most),
        pattern.follows.value,
        pattern.extent.value,
        tuple(f"?{name}" for name in pattern.correlated if not name.startswith(".")),
        tuple(expression_in_words(gathered, names) for _, gathered in pattern.collected),
    )


def _conditions(pattern: Node, names: Names, answered_by: Callable[[Expression], str]) -> Iterator[ConditionOutline]:
    """From the outside in, conjunct by conjunct."""
    if isinstance(pattern, ev.Where):
        for asked in conjuncts(pattern.condition):
            words = expression_in_words(asked, names)
            yield ConditionOutline(words, part_in_words(pattern.pattern), _when(asked, pattern), answered_by(asked))
    if not isinstance(pattern, ev.BasicEvent):
        for child in children(pattern):
            yield from _conditions(child, names, answered_by)


def _when(asked: Expression, where: ev.Where) -> str:
    part = part_in_words(where.pattern)
    if any(isinstance(node, Previous) for node in descendants(asked)):
        return f"when another {part} comes, of it and the one before"
    if where.sight is ev.Sight.EARLIER:
        return f"when {part} comes, of it and what the run has taken before"
    return f"when {part} comes, of what it binds"


def conjuncts(expression: Expression) -> tuple[Expression, ...]:
    """What has to hold, one by one."""
    if isinstance(expression, Call) and expression.function == "&&":
        return tuple(each for argument in expression.arguments for each in conjuncts(argument))
    return (expression,)
