"""From an event pattern to an automaton, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import TypeAlias

from seqoia.algebra import events as ev
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Call, Exists, Expression, Previous, Variable
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import certain_in_events, possible_in_events
from seqoia.model import Consumption, Selection
from seqoia.plan.automaton import Automaton, Choice, Condition, Interpreted, Loop, Place, Sees, Stage, Window
from seqoia.plan.gather import Reading

Readings: TypeAlias = dict[ev.BasicEvent, Reading]
_COMPILED = (Selection.ANY, Selection.NEXT, Selection.STRICT)


class _NotCompiledError(Exception):
    """Why a pattern has no automaton."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One event of a choice before it has a place."""

    event: ev.BasicEvent


@dataclass(frozen=True, slots=True)
class _Asked:
    """A condition over some parts of a choice."""

    expression: Expression
    sees: Sees
    parts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Taken:
    """A choice before its parts have places."""

    parts: tuple[_Part, ...]
    asked: tuple[_Asked, ...] = ()


def automaton_of(core: ev.EventPattern, query: q.EventQuery, readings: Readings) -> Automaton | Interpreted:
    """The automaton of a pattern; or why it is interpreted."""
    try:
        if query.consumption is not Consumption.NONE:
            raise _NotCompiledError("consumption looks at one instant at a time")
        window, inner = _window(core, query)
        return Automaton(_Compiler(readings).stages(inner), window)
    except _NotCompiledError as refused:
        return Interpreted(str(refused))


def _window(core: ev.EventPattern, query: q.EventQuery) -> tuple[Window | None, ev.EventPattern]:
    if not isinstance(core, ev.Within):
        return None, core
    return Window(core.width, core.frame, core.origin or query.origin), core.pattern


@dataclass(slots=True)
class _Compiler:
    """Gives places to parts, stage by stage."""

    readings: Readings
    made: list[Place] = field(default_factory=list)

    def stages(self, pattern: ev.EventPattern) -> tuple[Stage, ...]:
        elements = pattern.elements if isinstance(pattern, ev.Sequence) else (ev.Element(pattern),)
        stages = tuple(self._stage(number, element) for number, element in enumerate(elements))
        _check(stages, elements)
        return stages

    def _stage(self, number: int, element: ev.Element) -> Stage:
        if element.follows not in _COMPILED:
            raise _NotCompiledError(f"{element.follows.value} chooses among all pairs")
        pattern, loop = element.pattern, None
        if isinstance(pattern, ev.Repetition):
            loop, pattern = _loop(pattern), pattern.pattern
        choices = tuple(self._placed(number, taken) for taken in _choices(pattern))
        return Stage(number, choices, element.follows, element.presence, loop)

    def _placed(self, stage: int, taken: _Taken) -> Choice:
        first = len(self.made)
        for part in taken.parts:
            self.made.append(Place(len(self.made), stage, self.readings[part.event], part.event.label))
        conditions = tuple(
            Condition(expression, asked.sees, tuple(first + part for part in asked.parts), _asks_previous(expression))
            for asked in taken.asked
            for expression in _conjuncts(asked.expression)
        )
        return Choice(tuple(self.made[first:]), conditions)


def _choices(pattern: ev.EventPattern) -> Iterator[_Taken]:
    """The ways in which events of one interval satisfy a pattern."""
    match pattern:
        case ev.BasicEvent():
            yield _Taken((_Part(pattern),))
        case ev.Alternative(choices):
            for choice in choices:
                yield from _choices(choice)
        case ev.Simultaneous(left, right):
            for one, other in product(_choices(left), list(_choices(right))):
                moved = (
                    replace(each, parts=tuple(part + len(one.parts) for part in each.parts)) for each in other.asked
                )
                yield _Taken(one.parts + other.parts, (*one.asked, *moved))
        case ev.Where(inner, condition, sight):
            if any(isinstance(node, Exists) for node in descendants(condition)):
                raise _NotCompiledError("a condition over several events asks EXISTS")
            sees = Sees.EARLIER if sight is ev.Sight.EARLIER else Sees.TAKEN
            for taken in _choices(inner):
                asked = _Asked(condition, sees, tuple(range(len(taken.parts))))
                yield replace(taken, asked=(*taken.asked, asked))
        case ev.Sequence():
            raise _NotCompiledError("a sequence stands inside another expression")
        case ev.Repetition():
            raise _NotCompiledError("a repetition stands inside & or | or another repetition")
        case ev.Let():
            raise _NotCompiledError("BIND computes a variable from other events")
        case _:
            raise _NotCompiledError(f"{type(pattern).__name__} has no stage")


def _loop(pattern: ev.Repetition) -> Loop:
    if pattern.follows not in _COMPILED:
        raise _NotCompiledError(f"{pattern.follows.value} chooses among all pairs")
    if pattern.extent is ev.Extent.LONGEST:
        raise _NotCompiledError("LONGEST compares whole matches")
    if not set(pattern.correlated) & possible_in_events(pattern.pattern) <= certain_in_events(pattern.pattern):
        raise _NotCompiledError("an iteration may leave a correlated variable unbound")
    return Loop(
        pattern.at_least,
        pattern.at_most,
        pattern.follows,
        pattern.extent,
        frozenset(pattern.correlated),
        pattern.collected,
    )


def _check(stages: tuple[Stage, ...], elements: tuple[ev.Element, ...]) -> None:
    collected = {variable.name for stage in stages if stage.loop for variable, _ in stage.loop.collected}
    for stage in stages:
        for choice in stage.choices:
            for condition in choice.conditions:
                if {node.name for node in descendants(condition.expression) if isinstance(node, Variable)} & collected:
                    raise _NotCompiledError("a condition asks for an aggregate over the iterations of a repetition")
    _check_beginning(stages)
    for number, element in enumerate(elements):
        if element.presence is ev.Presence.REQUIRED:
            continue
        loop = stages[number].loop
        if loop is not None and loop.at_least > 1:
            raise _NotCompiledError("a repetition of two or more may be absent")
        if (number and element.follows is not Selection.ANY) or element.presence is ev.Presence.ABSENT:
            _check_decided_from_the_left(number, elements)


def _check_beginning(stages: tuple[Stage, ...]) -> None:
    """An option at the start hides the match without it: those that are compared have to be known at one time, and by
    the event at each place."""
    if not hiding(stages):
        return
    if any(stage.loop for stage in stages):
        raise _NotCompiledError("a pattern with a repetition begins with an option")
    last = stages[-1]
    if last.presence is ev.Presence.ABSENT or (
        last.presence is ev.Presence.OPTIONAL and last.follows is not Selection.ANY
    ):
        raise _NotCompiledError("a pattern that begins with an option ends with what need not come")


def hiding(stages: tuple[Stage, ...]) -> bool:
    """Whether a match may hide another one that lacks its optional beginning."""
    required = next(stage.number for stage in stages if stage.presence is ev.Presence.REQUIRED)
    beginning = [stage for stage in stages[: required + 1] if stage.presence is not ev.Presence.ABSENT]
    return any(stage.follows is not Selection.ANY for stage in beginning[1:])


def _check_decided_from_the_left(number: int, elements: tuple[ev.Element, ...]) -> None:
    """Whether it can be told at once that an event is not to be there, not only when what follows has come."""
    if not any(each.presence is ev.Presence.REQUIRED for each in elements[:number]):
        return
    before = frozenset().union(
        *(certain_in_events(each.pattern) for each in elements[:number] if each.presence is ev.Presence.REQUIRED)
    )
    after = frozenset().union(*(possible_in_events(each.pattern) for each in elements[number + 1 :]))
    if possible_in_events(elements[number].pattern) & after - before:
        raise _NotCompiledError("whether an event may be there depends on what comes after it")


def _asks_previous(expression: Expression) -> bool:
    return any(isinstance(node, Previous) for node in descendants(expression))


def _conjuncts(expression: Expression) -> tuple[Expression, ...]:
    if isinstance(expression, Call) and expression.function == "&&":
        return expression.arguments
    return (expression,)
