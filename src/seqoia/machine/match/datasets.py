"""Events' texts as datasets, read by pyoxigraph."""

from __future__ import annotations

from pyoxigraph import RdfFormat, parse

from seqoia.formats.rdf import reason_of
from seqoia.machine.match.events import Syntax
from seqoia.machine.match.labels import Rename, renamed_quad
from seqoia.model import Dataset

FORMATS = {
    Syntax.N_TRIPLES: RdfFormat.N_TRIPLES,
    Syntax.N_QUADS: RdfFormat.N_QUADS,
    Syntax.TURTLE: RdfFormat.TURTLE,
    Syntax.TRIG: RdfFormat.TRIG,
    Syntax.JSON_LD: RdfFormat.JSON_LD,
    Syntax.RDF_XML: RdfFormat.RDF_XML,
}


def parsed(text: bytes, syntax: Syntax, rename: Rename) -> Dataset:
    """The dataset that a text says; a `ValueError` says why it says none."""
    try:
        return Dataset.of_quads(renamed_quad(quad, rename) for quad in parse(text, format=FORMATS[syntax]))
    except SyntaxError as error:
        place = f" (line {error.lineno}, column {error.offset} of the graph)" if error.lineno else ""
        raise ValueError(f"is not {FORMATS[syntax].name}: {reason_of(error)}{place}") from None


def written(dataset: Dataset) -> bytes:
    """A dataset as N-Quads."""
    return "".join(f"{quad} .\n" for quad in dataset.quads()).encode()
