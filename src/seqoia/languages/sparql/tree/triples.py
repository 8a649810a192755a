"""Triple patterns with all their abbreviations (SPARQL 1.2, section 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from seqoia.languages.sparql.tree.paths import Verb
from seqoia.languages.sparql.tree.syntax import PatternElement, Syntax
from seqoia.languages.sparql.tree.terms import (
    Anonymous,
    BlankNodeLabel,
    Boolean,
    FullIri,
    Number,
    PrefixedName,
    SimpleVerb,
    TextLiteral,
    TripleTerm,
    TypedLiteral,
    Variable,
)


@dataclass(frozen=True, slots=True)
class Collection(Syntax):
    """`( item … )`; without items it is rdf:nil."""

    items: tuple[GraphNode, ...]


@dataclass(frozen=True, slots=True)
class BlankNodeProperties(Syntax):
    """`[ verb object ; … ]`: a blank node with properties."""

    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class Reifier(Syntax):
    """`~ name`; without a name it is a fresh blank node."""

    name: Variable | FullIri | PrefixedName | BlankNodeLabel | Anonymous | None


@dataclass(frozen=True, slots=True)
class ReifiedTriple(Syntax):
    """`<< s p o ~ reifier >>`: the reifier of a triple."""

    subject: ReifiedPart
    predicate: SimpleVerb
    object: ReifiedPart
    reifier: Reifier | None = None


@dataclass(frozen=True, slots=True)
class AnnotationBlock(Syntax):
    """`{| verb object ; … |}`: properties of the reifier before it, or of a fresh one."""

    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class Object(Syntax):
    """An object and what is said about the triple that it completes."""

    node: GraphNode
    annotations: tuple[Reifier | AnnotationBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class Property(Syntax):
    """`verb object , object …`."""

    verb: Verb
    objects: tuple[Object, ...]


@dataclass(frozen=True, slots=True)
class Triples(Syntax):
    """`subject verb object ; …`; the properties may be missing where the subject says enough."""

    subject: GraphNode
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True)
class TriplesBlock(PatternElement):
    """Triples with dots between them."""

    triples: tuple[Triples, ...]


ReifiedPart: TypeAlias = (
    Variable
    | FullIri
    | PrefixedName
    | TextLiteral
    | TypedLiteral
    | Number
    | Boolean
    | BlankNodeLabel
    | Anonymous
    | TripleTerm
    | ReifiedTriple
)
GraphNode: TypeAlias = (
    Variable
    | FullIri
    | PrefixedName
    | TextLiteral
    | TypedLiteral
    | Number
    | Boolean
    | BlankNodeLabel
    | Anonymous
    | TripleTerm
    | ReifiedTriple
    | Collection
    | BlankNodeProperties
)
