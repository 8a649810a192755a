"""Terms as they are written: names are not resolved, `a` stays `a`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.languages.sparql.tree.syntax import Expression, Syntax


@dataclass(frozen=True, slots=True)
class Variable(Expression):
    """`?name` or `$name`; the name without its mark."""

    name: str


@dataclass(frozen=True, slots=True)
class FullIri(Expression):
    """`<text>`, with its escapes decoded; it may be relative to the base."""

    text: str


@dataclass(frozen=True, slots=True)
class PrefixedName(Expression):
    """`prefix:local`, with the escapes of the local part decoded."""

    prefix: str
    local: str


@dataclass(frozen=True, slots=True)
class RdfType(Syntax):
    """The word `a` where a predicate stands: rdf:type."""


@dataclass(frozen=True, slots=True)
class BlankNodeLabel(Syntax):
    """`_:label`."""

    label: str


@dataclass(frozen=True, slots=True)
class Anonymous(Syntax):
    """`[]`: a blank node that nothing else mentions."""


class Quote(Enum):
    """The marks around a text."""

    DOUBLE = '"'
    SINGLE = "'"
    LONG_DOUBLE = '"""'
    LONG_SINGLE = "'''"


@dataclass(frozen=True, slots=True)
class Text(Syntax):
    """A quoted text, with its escapes decoded."""

    value: str
    quote: Quote = Quote.DOUBLE


@dataclass(frozen=True, slots=True)
class Language(Syntax):
    """`@en` or `@en--ltr`: a language tag and, if written, a base direction."""

    tag: str
    direction: str | None = None


@dataclass(frozen=True, slots=True)
class TextLiteral(Expression):
    """`"text"` or `"text"@en`."""

    text: Text
    language: Language | None = None


@dataclass(frozen=True, slots=True)
class TypedLiteral(Expression):
    """`"text"^^datatype`."""

    text: Text
    datatype: Iri


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """A bare number; the way it is written decides its datatype."""

    lexical: str

    @property
    def datatype(self) -> str:
        """`integer`, `decimal` or `double`, of XML Schema."""
        if "e" in self.lexical.lower():
            return "double"
        return "decimal" if "." in self.lexical else "integer"


@dataclass(frozen=True, slots=True)
class Boolean(Expression):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class TripleTerm(Expression):
    """`<<( s p o )>>`: a triple as a value."""

    subject: Term
    predicate: SimpleVerb
    object: Term


Iri: TypeAlias = FullIri | PrefixedName
Literal: TypeAlias = TextLiteral | TypedLiteral | Number | Boolean
BlankNode: TypeAlias = BlankNodeLabel | Anonymous
SimpleVerb: TypeAlias = Variable | FullIri | PrefixedName | RdfType
VariableOrIri: TypeAlias = Variable | FullIri | PrefixedName
Term: TypeAlias = (
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
)
