"""RDF terms: RDF 1.2 as pyoxigraph has it."""

from __future__ import annotations

from typing import TypeAlias

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, Triple

Term: TypeAlias = NamedNode | BlankNode | Literal | Triple

XSD = "http://www.w3.org/2001/XMLSchema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
RSPU = "http://w3id.org/rsp/rspu#"
"""Distributions and uncertainty functions (P-UNC, section 3.1), in the namespace that the authors' engine uses."""

__all__ = [
    "RDF",
    "RDFS",
    "RSPU",
    "XSD",
    "BlankNode",
    "DefaultGraph",
    "Literal",
    "NamedNode",
    "Quad",
    "Term",
    "Triple",
]
