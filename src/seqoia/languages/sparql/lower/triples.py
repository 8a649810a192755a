"""Triples with their abbreviations become triple patterns (SPARQL 1.2, section 18.3.2)."""

from __future__ import annotations

from typing import TypeAlias

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower.paths import PathLowering
from seqoia.languages.sparql.lower.terms import triple_slot
from seqoia.model import NamedNode
from seqoia.model.term import RDF

Said: TypeAlias = list[gp.TriplePattern | gp.PathPattern]
"""What a block of triples says, in the order in which it says it."""

FIRST = Constant(NamedNode(RDF + "first"))
REST = Constant(NamedNode(RDF + "rest"))
NIL = Constant(NamedNode(RDF + "nil"))
REIFIES = Constant(NamedNode(RDF + "reifies"))


class TriplesLowering(PathLowering):
    """Collections, blank node property lists, reifiers and annotations are spelt out."""

    def triples(self, block: tree.TriplesBlock) -> tuple[gp.TriplePattern | gp.PathPattern, ...]:
        """All that a block says."""
        said: Said = []
        for triples in block.triples:
            self._properties(self.node(triples.subject, said), triples.properties, said)
        return tuple(said)

    def template(self, block: tree.TriplesBlock) -> tuple[gp.TriplePattern, ...]:
        """What a CONSTRUCT template says; its blank nodes are its own, whatever their labels."""
        with self.labels("new_"):
            said = self.triples(block)
        return tuple(triple for triple in said if isinstance(triple, gp.TriplePattern))

    def node(self, node: tree.GraphNode, said: Said) -> gp.Slot:
        """The place that a node takes; what it says besides is added."""
        match node:
            case tree.Collection(()):
                return NIL
            case tree.Collection(items):
                return self._collection(items, said)
            case tree.BlankNodeProperties(properties):
                subject = self.fresh("b")
                self._properties(subject, properties, said)
                return subject
            case tree.ReifiedTriple():
                return self._reified(node, said)
            case _:
                return self.slot(node)

    def _properties(self, subject: gp.Slot, properties: tuple[tree.Property, ...], said: Said) -> None:
        for each in properties:
            for object_ in each.objects:
                place = self.node(object_.node, said)
                connection = self.connection(subject, each.verb, place)
                said.append(connection)
                if isinstance(connection, gp.TriplePattern):
                    self._annotations(connection, object_.annotations, said)

    def _collection(self, items: tuple[tree.GraphNode, ...], said: Said) -> gp.Slot:
        cells = [self.fresh("b") for _ in items]
        rests: list[gp.Slot] = [*cells[1:], NIL]
        for cell, rest, item in zip(cells, rests, items, strict=True):
            said.append(gp.TriplePattern(cell, FIRST, self.node(item, said)))
            said.append(gp.TriplePattern(cell, REST, rest))
        return cells[0]

    def _reified(self, written: tree.ReifiedTriple, said: Said) -> gp.Slot:
        subject = self._reified_part(written.subject, said)
        object_ = self._reified_part(written.object, said)
        reifier = self._reifier(written.reifier)
        said.append(gp.TriplePattern(reifier, REIFIES, triple_slot(subject, self.slot(written.predicate), object_)))
        return reifier

    def _reified_part(self, part: tree.ReifiedPart, said: Said) -> gp.Slot:
        return self._reified(part, said) if isinstance(part, tree.ReifiedTriple) else self.slot(part)

    def _reifier(self, reifier: tree.Reifier | None) -> gp.Slot:
        return self.fresh("b") if reifier is None or reifier.name is None else self.slot(reifier.name)

    def _annotations(
        self, triple: gp.TriplePattern, annotations: tuple[tree.Reifier | tree.AnnotationBlock, ...], said: Said
    ) -> None:
        term = triple_slot(triple.subject, triple.predicate, triple.object)
        current: gp.Slot | None = None
        for annotation in annotations:
            if current is None or isinstance(annotation, tree.Reifier):
                current = self._reifier(annotation if isinstance(annotation, tree.Reifier) else None)
                said.append(gp.TriplePattern(current, REIFIES, term))
            if isinstance(annotation, tree.AnnotationBlock):
                self._properties(current, annotation.properties, said)
                current = None
