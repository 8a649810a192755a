"""The correlation key: what every event of a match has in common, so that matching can go on apart for each value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from seqoia.algebra import events as ev
from seqoia.algebra import query as q
from seqoia.algebra.traversal import Node, children, descendants
from seqoia.algebra.variables import certain


@dataclass(frozen=True, slots=True)
class Key:
    """The variables by which a plan is partitioned, none for one partition, and why."""

    variables: tuple[str, ...]
    because: str


def key_of(query: q.EventQuery) -> Key:
    """The variables that every event binds to one value, those that must not occur and the optional ones included."""
    limited = [node for node in descendants(query.body) if isinstance(node, ev.Matches) and node.limit_per_start]
    if limited:
        return Key((), "LIMIT … PER START counts the matches of an event, whatever they bind")
    shared = sorted(name for name in _common(query.body) if not name.startswith("."))
    if shared:
        listed = ", ".join(f"?{name}" for name in shared)
        return Key(tuple(shared), f"every event binds {listed} to the same value")
    return Key((), "no variable is bound to one value by every event, so all events have to meet in one place")


def _common(node: Node) -> frozenset[str]:
    """What all basic events below bind for certain and a match binds once."""
    if isinstance(node, ev.BasicEvent):
        return certain(node.pattern)
    below = [_common(child) for child in children(node) if _has_events(child)]
    shared = reduce(frozenset.intersection, below) if below else frozenset()
    return shared & frozenset(node.correlated) if isinstance(node, ev.Repetition) else shared


def _has_events(node: Node) -> bool:
    return any(isinstance(below, ev.BasicEvent) for below in descendants(node))
