"""Events' texts as datasets, read by pyoxigraph."""

from __future__ import annotations

from collections.abc import Iterable

from pyoxigraph import RdfFormat, parse

from seqoia.formats.rdf import reason_of
from seqoia.machine.match.events import Syntax
from seqoia.machine.match.labels import Rename, renamed_quad
from seqoia.model import BlankNode, Quad, Triple

FORMATS = {
    Syntax.N_TRIPLES: RdfFormat.N_TRIPLES,
    Syntax.N_QUADS: RdfFormat.N_QUADS,
    Syntax.TURTLE: RdfFormat.TURTLE,
    Syntax.TRIG: RdfFormat.TRIG,
    Syntax.JSON_LD: RdfFormat.JSON_LD,
    Syntax.RDF_XML: RdfFormat.RDF_XML,
}


def parsed(text: bytes, syntax: Syntax, rename: Rename) -> list[Quad]:
    """The quads that a text says; a `ValueError` says why it says none."""
    try:
        quads = list(parse(text, format=FORMATS[syntax]))
    except SyntaxError as error:
        place = f" (line {error.lineno}, column {error.offset} of the graph)" if error.lineno else ""
        raise ValueError(f"is not {FORMATS[syntax].name}: {reason_of(error)}{place}") from None
    return [quad if _ground(quad) else renamed_quad(quad, rename) for quad in quads]


def _ground(quad: Quad) -> bool:
    """Whether a quad is plainly without blank nodes."""
    return (
        not isinstance(quad.subject, BlankNode)
        and not isinstance(quad.object, (BlankNode, Triple))
        and not isinstance(quad.graph_name, BlankNode)
    )


def written(quads: Iterable[Quad]) -> bytes:
    """Quads as N-Quads."""
    return "".join([f"{quad} .\n" for quad in quads]).encode()
