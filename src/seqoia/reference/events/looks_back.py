"""Whether a pattern depends on what stands before it."""

from __future__ import annotations

from seqoia.algebra.events import EventPattern, Let, Presence, Repetition, Sequence, Sight, Where
from seqoia.algebra.traversal import Node, descendants


def looks_back(pattern: EventPattern) -> bool:
    """Whether its bindings are others after other events: stateful filters, absences at a start, correlation."""
    return any(_looks_back(node) for node in descendants(pattern))


def _looks_back(node: Node) -> bool:
    match node:
        case Where(_, _, sight) | Let(_, _, _, sight):
            return sight is Sight.EARLIER
        case Sequence(elements):
            return elements[0].presence is not Presence.REQUIRED
        case Repetition():
            return bool(node.correlated or node.collected)
        case _:
            return False
