"""Which streams a query reads, and whether it fixes the order of its answers."""

from __future__ import annotations

from seqoia.algebra.events import Arrange, BasicEvent, Occurrence
from seqoia.algebra.patterns import Distinct, GraphPattern, OrderBy, Project, Reduced, Slice
from seqoia.algebra.query import EventQuery, Query, WindowQuery
from seqoia.algebra.traversal import Node, descendants
from seqoia.model import NamedNode


def streams_read(query: Query) -> tuple[NamedNode, ...]:
    """The streams that a query names, each once, in the order in which it names them."""
    match query:
        case WindowQuery():
            windows = {declared.name for declared in query.windows}
            declared = tuple(window.stream for window in query.windows)
        case EventQuery():
            windows = set()
            declared = query.streams
    sources = (source for source in _sources(query) if source not in windows)
    return tuple(dict.fromkeys((*declared, *sources)))


def reads_every_stream(query: Query) -> bool:
    """Whether a query reads whatever streams there are: its event patterns name none."""
    unnamed = any(isinstance(node, Occurrence) and node.source is None for node in descendants(query))
    return isinstance(query, EventQuery) and not query.streams and (unnamed or not streams_read(query))


def orders_answers(query: Query) -> bool:
    """Whether a query says in which order its answers come (ORDER BY)."""
    match query:
        case WindowQuery():
            return _orders(query.body)
        case EventQuery():
            return isinstance(query.body, Arrange) and bool(query.body.keys)


def _sources(node: Node) -> list[NamedNode]:
    leaves = (leaf for leaf in descendants(node) if isinstance(leaf, BasicEvent | Occurrence))
    return [leaf.source for leaf in leaves if leaf.source is not None]


def _orders(pattern: GraphPattern) -> bool:
    while isinstance(pattern, Project | Distinct | Reduced | Slice):
        pattern = pattern.pattern
    return isinstance(pattern, OrderBy)
