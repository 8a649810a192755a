"""RDF text to quads, its blank nodes renamed so that texts do not share them by accident."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from pyoxigraph import RdfFormat, parse

from seqoia.formats.nesting import MOST_LEVELS, line_too_deep
from seqoia.formats.unreadable import UnreadableFileError
from seqoia.model import BlankNode, Literal, NamedNode, Quad, Term, Triple
from seqoia.model.term import DefaultGraph

TRIPLE_FORMATS = {
    ".ttl": RdfFormat.TURTLE,
    ".nt": RdfFormat.N_TRIPLES,
    ".rdf": RdfFormat.RDF_XML,
    ".owl": RdfFormat.RDF_XML,
    ".xml": RdfFormat.RDF_XML,
}
QUAD_FORMATS = {
    ".trig": RdfFormat.TRIG,
    ".nq": RdfFormat.N_QUADS,
    ".jsonld": RdfFormat.JSON_LD,
}


class Renaming:
    """Gives blank nodes names of one scope, numbered in the order in which they appear."""

    def __init__(self, scope: str) -> None:
        self._scope = scope
        self._names: dict[BlankNode, BlankNode] = {}

    def term(self, term: Term) -> Term:
        return term if isinstance(term, Literal) else self.resource(term)

    def resource(self, term: NamedNode | BlankNode | Triple) -> NamedNode | BlankNode | Triple:
        if isinstance(term, BlankNode):
            return self.blank_node(term)
        return self.triple(term) if isinstance(term, Triple) else term

    def blank_node(self, node: BlankNode) -> BlankNode:
        if node not in self._names:
            self._names[node] = BlankNode(f"{self._scope}b{len(self._names)}")
        return self._names[node]

    def triple(self, triple: Triple) -> Triple:
        subject, predicate, object_ = triple
        return Triple(self.resource(subject), predicate, self.term(object_))

    def quad(self, quad: Quad) -> Quad:
        subject, predicate, object_, graph = quad
        name = self.blank_node(graph) if isinstance(graph, BlankNode) else graph
        return Quad(self.resource(subject), predicate, self.term(object_), name)


def scope_of(name: str) -> str:
    """A short prefix for the blank nodes of one stream or file, the same in every run."""
    return "s" + hashlib.blake2s(name.encode(), digest_size=6).hexdigest()


def parse_file(file: str, data: bytes, rdf_format: RdfFormat) -> list[Quad]:
    """The quads of a file's content."""
    line = line_too_deep(data, rdf_format)
    if line is not None:
        raise UnreadableFileError(file, f"nests deeper than {MOST_LEVELS} levels", line)
    try:
        return list(parse(data, format=rdf_format))
    except SyntaxError as error:
        raise UnreadableFileError(file, f"is not {rdf_format.name}: {reason_of(error)}", error.lineno) from None


def reason_of(error: SyntaxError) -> str:
    """What the parser says, without the place, which messages name themselves."""
    message = str(error.msg)
    return message.split(": ", 1)[1] if message.startswith("Parser error") and ": " in message else message


def renamed(quads: Iterable[Quad], scope: str) -> Iterator[Quad]:
    """The quads with their blank nodes in a scope of their own."""
    return map(Renaming(scope).quad, quads)


def in_graph(name: NamedNode, quads: Iterable[Quad]) -> Iterator[Quad]:
    """The quads with those of the default graph put into a named one."""
    for quad in quads:
        if isinstance(quad.graph_name, DefaultGraph):
            yield Quad(quad.subject, quad.predicate, quad.object, name)
        else:
            yield quad
