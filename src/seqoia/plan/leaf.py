"""Leaves of a plan: what is looked for in one event."""

from __future__ import annotations

from dataclasses import dataclass

from seqoia.algebra.patterns import GraphPattern
from seqoia.model import NamedNode


@dataclass(frozen=True, slots=True)
class Leaf:
    """A graph pattern over the events of a stream (P-SPA, GPM expression). Parts of a query that differ in the names
    of their variables alone share a leaf."""

    source: NamedNode
    pattern: GraphPattern
    slots: tuple[str, ...]
    """The variables whose values are needed beyond the event, in the order of the columns of `LeafBindings`."""
    key: tuple[int, ...] = ()
    """Which slots, in this order, hold the correlation key."""
