"""RDFS entailment: the triples that follow from a graph and an ontology (RDF 1.1 Semantics, section 9.2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from typing_extensions import assert_never

from seqoia.model import BlankNode, Dataset, Entailment, Graph, NamedNode, Triple
from seqoia.model.term import RDF, RDFS

Entail: TypeAlias = Callable[[Graph], Graph]
"""From the triples that stand in a graph to those that it has."""

TYPE = NamedNode(RDF + "type")
DOMAIN = NamedNode(RDFS + "domain")
RANGE = NamedNode(RDFS + "range")
SUB_PROPERTY = NamedNode(RDFS + "subPropertyOf")
SUB_CLASS = NamedNode(RDFS + "subClassOf")

_ONTOLOGICAL = frozenset({DOMAIN, RANGE, SUB_PROPERTY, SUB_CLASS})


def entailment_of(kind: Entailment, background: Dataset) -> Entail:
    """What a query's choice of entailment makes of graphs, with the background knowledge as the ontology."""
    match kind:
        case Entailment.SIMPLE:
            return as_it_stands
        case Entailment.RDFS:
            known = background.default.union(*background.named.values())
            return partial(entailed, ontology=frozenset(each for each in known if each.predicate in _ONTOLOGICAL))
        case _:
            assert_never(kind)


def as_it_stands(graph: Graph) -> Graph:
    """Simple entailment: a graph has the triples that stand in it."""
    return graph


def entailed(graph: Graph, ontology: Graph) -> Graph:
    """What follows from a graph, and from it with the ontology; what the ontology says alone is not repeated."""
    return closure(graph) | (closure(graph | ontology) - closure(ontology))


def closure(graph: Graph) -> Graph:
    """The least graph that has these triples and all that the rules derive from it."""
    known = graph
    while True:
        derived = known.union(_transitive(known), _inherited(known), _typed(known))
        if derived == known:
            return known
        known = derived


def in_every_graph(dataset: Dataset, entail: Entail) -> Dataset:
    named = {name: entail(graph) for name, graph in dataset.named.items()}
    return Dataset(entail(dataset.default), MappingProxyType(named))


def _transitive(graph: Graph) -> Iterator[Triple]:
    """rdfs5 and rdfs11."""
    for relation in (SUB_PROPERTY, SUB_CLASS):
        steps = [triple for triple in graph if triple.predicate == relation]
        for first in steps:
            for second in steps:
                if first.object == second.subject:
                    yield Triple(first.subject, relation, second.object)


def _inherited(graph: Graph) -> Iterator[Triple]:
    """rdfs7 and rdfs9."""
    for rule in graph:
        if rule.predicate == SUB_PROPERTY and isinstance(rule.object, NamedNode):
            yield from (
                Triple(each.subject, rule.object, each.object) for each in graph if each.predicate == rule.subject
            )
        elif rule.predicate == SUB_CLASS:
            yield from (
                Triple(each.subject, TYPE, rule.object)
                for each in graph
                if each.predicate == TYPE and each.object == rule.subject
            )


def _typed(graph: Graph) -> Iterator[Triple]:
    """rdfs2 and rdfs3; a literal has no type of its own to state."""
    for rule in graph:
        if rule.predicate == DOMAIN:
            yield from (Triple(each.subject, TYPE, rule.object) for each in graph if each.predicate == rule.subject)
        elif rule.predicate == RANGE:
            yield from (
                Triple(each.object, TYPE, rule.object)
                for each in graph
                if each.predicate == rule.subject and isinstance(each.object, (NamedNode, BlankNode))
            )
