"""Whether something is worth the same however often, and wherever, it is computed."""

from __future__ import annotations

from seqoia.algebra.expressions import Aggregate, AggregateFunction, Call, Exists, OfInterval, Previous
from seqoia.algebra.patterns import Reduced, Service, Slice
from seqoia.algebra.traversal import Node, descendants

_NEW_EACH_TIME = frozenset({"RAND", "UUID", "STRUUID", "BNODE"})


def is_repeatable(node: Node) -> bool:
    """Whether computing it once more must give the same: no chance in it, no fresh name, no free choice."""
    return not any(_is_free(found) for found in descendants(node))


def is_local(node: Node) -> bool:
    """Whether it asks for nothing but variables: not for the graph, the interval or the iteration around it."""
    return not any(isinstance(found, (Exists, OfInterval, Previous)) for found in descendants(node))


def _is_free(node: Node) -> bool:
    match node:
        case Call(function, _):
            return function in _NEW_EACH_TIME
        case Aggregate(function):
            return function is AggregateFunction.SAMPLE
        case _:
            return isinstance(node, (Slice, Reduced, Service))
