"""Every prefix is declared."""

from __future__ import annotations

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.survey import Survey
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import Span, closest

WELL_KNOWN = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcterms": "http://purl.org/dc/terms/",
    "dct": "http://purl.org/dc/terms/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "schema": "https://schema.org/",
    "geo": "http://www.w3.org/2003/01/geo/wgs84_pos#",
    "sosa": "http://www.w3.org/ns/sosa/",
    "ssn": "http://www.w3.org/ns/ssn/",
    "qudt": "http://qudt.org/schema/qudt/",
    "prov": "http://www.w3.org/ns/prov#",
    "time": "http://www.w3.org/2006/time#",
    "fn": "http://www.w3.org/2005/xpath-functions#",
    "rspu": "http://w3id.org/rsp/rspu#",
}
"""Prefixes that need no guess: what they stand for everywhere."""


def check_prefixes(survey: Survey) -> None:
    """A prefixed name uses a prefix of the prologue."""
    declared = {declaration.prefix for declaration in survey.of(tree.PrefixDeclaration)}
    for name in survey.of(tree.PrefixedName):
        if name.prefix not in declared:
            raise _undeclared(name, declared)


def _undeclared(name: tree.PrefixedName, declared: set[str]) -> Refusal:
    start = name.span.start
    return Refusal(
        f"the prefix {name.prefix}: is not declared",
        Span(start, min(name.span.end, start + len(name.prefix) + 1)),
        "expected a declared prefix",
        _mending(name.prefix, declared),
    )


def _mending(prefix: str, declared: set[str]) -> str:
    if prefix in WELL_KNOWN:
        return f"add at the top: PREFIX {prefix}: <{WELL_KNOWN[prefix]}>"
    if meant := closest(prefix, declared):
        return f"did you mean {meant}:?"
    return f"add at the top: PREFIX {prefix}: <…>"
