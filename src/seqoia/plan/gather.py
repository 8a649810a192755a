"""Which leaves a pattern has, and which of their variables are needed beyond the event."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TypeAlias

from seqoia.algebra import events as ev
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Variable
from seqoia.algebra.patterns import GraphPattern, Values
from seqoia.algebra.traversal import Node, descendants, map_children
from seqoia.algebra.variables import mentioned, possible
from seqoia.plan.leaf import Leaf

Names: TypeAlias = frozenset[str]

_NOTHING = Values((), ())


@dataclass(frozen=True, slots=True)
class Reading:
    """How a basic event of the query reads a leaf: which leaf, and for each variable the slot that holds it."""

    leaf: int
    slots: tuple[tuple[str, int], ...]

    def slot_of(self, name: str) -> int | None:
        return dict(self.slots).get(name)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The leaves of a query, and how each of its basic events reads them."""

    leaves: tuple[Leaf, ...]
    readings: dict[ev.BasicEvent, Reading]


def gather(query: q.EventQuery, key: tuple[str, ...]) -> Gathered:
    """The leaves of a query; events that differ in the names of their variables alone share one."""
    events = list(dict.fromkeys(node for node in descendants(query.body) if isinstance(node, ev.BasicEvent)))
    needed = {event: names.union(key) for event, names in _needed(query, events).items()}
    canonical = {event: _canonical(event.pattern) for event in events}
    shapes: dict[tuple[object, GraphPattern], set[str]] = {}
    for event in events:
        pattern, names = canonical[event]
        slots = shapes.setdefault((event.source, pattern), set())
        slots |= {names[name] for name in needed[event]}
    leaves = [
        Leaf(source, pattern, tuple(sorted(slots, key=_number)))  # type: ignore[arg-type]
        for (source, pattern), slots in shapes.items()
    ]
    places = {shape: place for place, shape in enumerate(shapes)}
    readings = {}
    for event in events:
        pattern, names = canonical[event]
        place = places[event.source, pattern]
        slots_of = {name: place_of for place_of, name in enumerate(leaves[place].slots)}
        readings[event] = Reading(place, tuple(sorted((name, slots_of[names[name]]) for name in needed[event])))
        leaves[place] = Leaf(event.source, pattern, leaves[place].slots, tuple(slots_of[names[name]] for name in key))
    return Gathered(tuple(leaves), readings)


def _needed(query: q.EventQuery, events: list[ev.BasicEvent]) -> dict[ev.BasicEvent, Names]:
    """For each event what other parts of the query speak of. Where it matters how many matches there are, all."""
    visible = {event: frozenset(name for name in possible(event.pattern) if name[0] != ".") for event in events}
    if any(isinstance(node, ev.Matches) for node in descendants(query.body)) or makes_blank_nodes(query.form):
        return visible
    counts: Counter[str] = Counter()
    for event in events:
        counts.update(visible[event])
    said = _outside(query)
    return {event: frozenset(name for name in visible[event] if counts[name] > 1 or name in said) for event in events}


def makes_blank_nodes(form: q.Form) -> bool:
    """Whether an answer has blank nodes, which are others for each solution."""
    return isinstance(form, q.Construct) and any(
        isinstance(node, Variable) and node.hidden for triple in form.template for node in descendants(triple)
    )


def _outside(query: q.EventQuery) -> Names:
    """The variables that the query mentions outside of its basic events."""

    def emptied(node: Node) -> Node:
        if isinstance(node, ev.BasicEvent):
            return ev.Table(_NOTHING)
        return map_children(node, emptied)

    body = emptied(query.body)
    collected = (name for node in descendants(body) if isinstance(node, ev.Repetition) for name in node.correlated)
    return mentioned(body) | mentioned(query.form) | frozenset(collected)


def _canonical(pattern: GraphPattern) -> tuple[GraphPattern, dict[str, str]]:
    """The pattern with its variables named v0, v1 … in the order in which they stand in it."""
    names: dict[str, str] = {}
    for node in descendants(pattern):
        if isinstance(node, Variable) and node.name not in names:
            names[node.name] = f"{'.' if node.hidden else ''}v{len(names)}"

    def renamed(node: Node) -> Node:
        return Variable(names[node.name]) if isinstance(node, Variable) else map_children(node, renamed)

    changed: GraphPattern = renamed(pattern)
    return changed, names


def _number(name: str) -> int:
    return int(name.lstrip(".v"))
