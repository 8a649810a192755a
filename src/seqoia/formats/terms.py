"""Terms as SPARQL 1.2 Query Results JSON has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from typing_extensions import assert_never

from seqoia.model import BlankNode, Literal, NamedNode, Term, Triple
from seqoia.model.term import RDF, XSD

_IMPLIED_DATATYPES = frozenset({XSD + "string", RDF + "langString", RDF + "dirLangString"})

Labels = Callable[[BlankNode], str]
"""What a blank node is called in the output."""


def term_as_json(term: Term, label: Labels) -> dict[str, Any]:
    match term:
        case NamedNode():
            return {"type": "uri", "value": term.value}
        case BlankNode():
            return {"type": "bnode", "value": label(term)}
        case Literal():
            return _literal_as_json(term)
        case Triple():
            parts = zip(("subject", "predicate", "object"), term, strict=True)
            return {"type": "triple", "value": {role: term_as_json(part, label) for role, part in parts}}
        case _:
            assert_never(term)


def _literal_as_json(literal: Literal) -> dict[str, Any]:
    shown: dict[str, Any] = {"type": "literal", "value": literal.value}
    if literal.language:
        shown["xml:lang"] = literal.language
    if literal.direction is not None:
        shown["its:dir"] = literal.direction.value
    if literal.datatype.value not in _IMPLIED_DATATYPES:
        shown["datatype"] = literal.datatype.value
    return shown
