"""From query text to syntax tree, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar, cast

from lark.exceptions import UnexpectedInput

from seqoia.languages.sparql.checks import Survey
from seqoia.languages.sparql.complaints import complaint
from seqoia.languages.sparql.dialect import Dialect
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.sparql.scan import scanned
from seqoia.languages.sparql.tree import Document, Query
from seqoia.text import QueryError, Source

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
        survey = Survey(document)
        for check in dialect.checks:
            check(survey)
    except Refusal as refusal:
        raise refusal.about(source) from None
    except UnexpectedInput as error:
        raise QueryError(complaint(error, source, dialect.parser, dialect.functions, dialect.phrases)) from None
    return replace(document, comments=comments, source=source)


def print_query(query: Query) -> str:
    """The text of a SPARQL query: two spaces a level, an element a line; parsed again, it is the same query."""
    return SPARQL.printed(query)
