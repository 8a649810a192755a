"""From C-SPARQL text to its tree, and back."""

from __future__ import annotations

from pathlib import Path

from seqoia.languages.csparql.builder import CSparqlBuilder
from seqoia.languages.csparql.checks import CSPARQL_CHECKS
from seqoia.languages.csparql.printer import CSparqlPrinter
from seqoia.languages.csparql.tree import ContinuousQuery
from seqoia.languages.sparql import Dialect, parse_as
from seqoia.text import Source

CSPARQL: Dialect[ContinuousQuery] = Dialect(
    "C-SPARQL",
    Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
    CSparqlBuilder,
    checks=CSPARQL_CHECKS,
    phrases={"duration": "a duration", "unit": "a unit of time", "registered_name": "a name"},
    start="continuous_query",
    printer=CSparqlPrinter,
)


def parse(source: Source) -> ContinuousQuery:
    """The syntax tree; a QueryError says what is wrong with any other text."""
    return parse_as(CSPARQL, source)


def print_query(query: ContinuousQuery) -> str:
    """The text of a query, laid out the one way; parsed again, it is the same query."""
    return CSPARQL.printed(query)
