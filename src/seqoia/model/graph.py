"""RDF graphs and datasets as values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from seqoia.model.term import BlankNode, DefaultGraph, NamedNode, Quad, Triple

Graph: TypeAlias = frozenset[Triple]
"""A set of triples (P-RSP, definition 1)."""

GraphName: TypeAlias = NamedNode | BlankNode


@dataclass(frozen=True, slots=True)
class Dataset:
    """A default graph and named graphs (P-RSP, definition 5)."""

    default: Graph = frozenset()
    named: Mapping[GraphName, Graph] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of_quads(cls, quads: Iterable[Quad]) -> Dataset:
        default: set[Triple] = set()
        named: dict[GraphName, set[Triple]] = {}
        for quad in quads:
            if isinstance(quad.graph_name, DefaultGraph):
                default.add(quad.triple)
            else:
                named.setdefault(quad.graph_name, set()).add(quad.triple)
        return cls(frozenset(default), MappingProxyType({name: frozenset(graph) for name, graph in named.items()}))

    def quads(self) -> Iterator[Quad]:
        for triple in self.default:
            yield Quad(triple.subject, triple.predicate, triple.object)
        for name, graph in self.named.items():
            for triple in graph:
                yield Quad(triple.subject, triple.predicate, triple.object, name)

    def merge(self, *others: Dataset) -> Dataset:
        """Graphs of the same name become one; blank nodes are told apart before they come here."""
        if not others:
            return self
        default = self.default.union(*(other.default for other in others))
        named = dict(self.named)
        for other in others:
            for name, graph in other.named.items():
                named[name] = named.get(name, frozenset()) | graph
        return Dataset(default, MappingProxyType(named))

    def triple_count(self) -> int:
        return len(self.default) + sum(len(graph) for graph in self.named.values())


EMPTY_DATASET = Dataset()
