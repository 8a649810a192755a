"""From query text to syntax tree."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from lark.exceptions import UnexpectedInput

from seqoia.languages.sparql.dialect import Dialect
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.sparql.scan import scanned
from seqoia.languages.sparql.tree import Document, Query
from seqoia.text import Diagnostic, QueryError, Source, Span

T = TypeVar("T", bound=Document)

SPARQL: Dialect[Query] = Dialect("SPARQL 1.2")


def parse(source: Source) -> Query:
    """The syntax tree of a SPARQL 1.2 query; a QueryError says what is wrong with any other text."""
    return parse_as(SPARQL, source)


def parse_as(dialect: Dialect[T], source: Source) -> T:
    """The syntax tree of a text in a language that shares SPARQL's grammar."""
    try:
        comments = scanned(source)
        document = cast(T, dialect.parser.parse(source.text))
        for check in dialect.checks:
            check(document)
    except Refusal as refusal:
        raise refusal.about(source) from None
    except UnexpectedInput as error:
        place = error.pos_in_stream or 0
        raise QueryError(Diagnostic("unexpected text", source, Span(place, place))) from None
    return replace(document, comments=comments)
