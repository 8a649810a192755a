"""From CQELS-QL text to its tree, and back."""

from __future__ import annotations

from pathlib import Path

from seqoia.languages.cqels.builder import CqelsBuilder
from seqoia.languages.cqels.printer import CqelsPrinter
from seqoia.languages.sparql import Dialect, parse_as
from seqoia.languages.sparql.tree import Query
from seqoia.text import Source

CQELS: Dialect[Query] = Dialect(
    "CQELS-QL",
    Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
    CqelsBuilder,
    phrases={"window": "a window", "duration": "a duration", "unit": "a unit of time"},
    printer=CqelsPrinter,
)


def parse(source: Source) -> Query:
    """The syntax tree; a QueryError says what is wrong with any other text."""
    return parse_as(CQELS, source)


def print_query(query: Query) -> str:
    """The text of a query, laid out the one way; parsed again, it is the same query."""
    return CQELS.printed(query)
