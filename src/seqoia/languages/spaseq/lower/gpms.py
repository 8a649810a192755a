"""GPM definitions, taken apart: what the event itself decides, and what needs other events (SEMANTICS 4.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.checks import VisibleVariables
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq import tree
from seqoia.model import NamedNode

Names: TypeAlias = frozenset[str]
Stateful: TypeAlias = core.Filter | core.Bind


@dataclass(frozen=True, slots=True)
class Gpm:
    """A graph pattern over the events of a stream, and what is asked of it in the light of others."""

    name: tree.Name
    stream: NamedNode
    group: core.Group
    """What the event decides by itself."""
    stateful: tuple[Stateful, ...]
    """Binds, then filters, that ask for what other events bind."""
    bound: Names
    text: core.Group
    """As it was written."""


def taken_apart(definition: tree.Definition, stream: NamedNode) -> Gpm:
    """Filters and binds at the top of the group that ask for more than the group binds are set apart."""
    visible = VisibleVariables()
    elements = definition.group.elements
    own: Names = frozenset().union(*(visible.of(each) for each in elements if not isinstance(each, Stateful)))
    binds: list[core.Bind] = []
    for bind in (each for each in elements if isinstance(each, core.Bind)):
        if _asks_for_others(bind.expression, own):
            binds.append(bind)
        else:
            own |= {bind.variable.name}
    filters = [each for each in elements if isinstance(each, core.Filter) and _asks_for_others(each.condition, own)]
    stateful: tuple[Stateful, ...] = (*binds, *filters)
    _check(stateful, own)
    apart = {id(each) for each in stateful}
    inside = core.Group(tuple(each for each in elements if id(each) not in apart), span=definition.group.span)
    bound = own | {bind.variable.name for bind in binds}
    return Gpm(definition.name, stream, inside, stateful, bound, definition.group)


def expression_of(element: Stateful) -> core.Expression:
    """What a filter or a bind computes."""
    return element.condition if isinstance(element, core.Filter) else element.expression


def asked(expression: core.Syntax) -> Iterator[core.Variable]:
    """The variables whose value here an expression asks for: not those of aggregates, PREV and EXISTS."""
    for part in outside(expression):
        if isinstance(part, core.Variable):
            yield part


def previous(expression: core.Syntax) -> Iterator[core.BuiltinCall]:
    """The calls of PREV in an expression."""
    for part in outside(expression):
        if isinstance(part, core.BuiltinCall) and part.name == "PREV":
            yield part


def aggregates(expression: core.Syntax) -> Iterator[core.Aggregate]:
    """The aggregates over repetitions in an expression."""
    for part in outside(expression):
        if isinstance(part, core.Aggregate):
            yield part


def outside(expression: core.Syntax) -> Iterator[core.Syntax]:
    """The parts of an expression, without what stands inside aggregates, PREV and graph patterns."""
    waiting = [expression]
    while waiting:
        part = waiting.pop()
        yield part
        closed = isinstance(part, core.Aggregate | core.Group)
        if not closed and not (isinstance(part, core.BuiltinCall) and part.name == "PREV"):
            waiting.extend(reversed(list(core.children(part))))


def _asks_for_others(expression: core.Expression, own: Names) -> bool:
    beyond = any(variable.name not in own for variable in asked(expression))
    return beyond or any(aggregates(expression)) or any(previous(expression))


def _check(stateful: tuple[Stateful, ...], own: Names) -> None:
    for element in stateful:
        for part in outside(expression_of(element)):
            if isinstance(part, core.Exists):
                raise Refusal(
                    "EXISTS cannot stand beside variables of other events",
                    part.span,
                    "it asks about one event",
                    "write it as a FILTER of its own",
                )
        if isinstance(element, core.Bind) and element.variable.name in own:
            raise Refusal(
                f"?{element.variable.name} is computed from other events, and this one binds it as well",
                element.variable.span,
                "expected a new variable",
                "choose another name and compare the two in a FILTER",
            )
