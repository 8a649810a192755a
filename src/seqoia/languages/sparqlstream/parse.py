"""From SPARQLstream text to its tree, and back."""

from __future__ import annotations

from pathlib import Path

from seqoia.languages.sparql import Dialect, parse_as
from seqoia.languages.sparql.tree import Query
from seqoia.languages.sparqlstream.builder import SparqlStreamBuilder
from seqoia.languages.sparqlstream.printer import SparqlStreamPrinter
from seqoia.text import Source

SPARQLSTREAM: Dialect[Query] = Dialect(
    "SPARQLstream",
    Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
    SparqlStreamBuilder,
    phrases={"duration": "a duration", "unit": "a unit of time"},
    printer=SparqlStreamPrinter,
)


def parse(source: Source) -> Query:
    """The syntax tree; a QueryError says what is wrong with any other text."""
    return parse_as(SPARQLSTREAM, source)


def print_query(query: Query) -> str:
    """The text of a query, laid out the one way; parsed again, it is the same query."""
    return SPARQLSTREAM.printed(query)
