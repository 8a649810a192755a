"""From query text to syntax tree, and back."""

from __future__ import annotations

from pathlib import Path

from seqoia.languages.epsparql.builder import EpsparqlBuilder
from seqoia.languages.epsparql.checks import CHECKS
from seqoia.languages.epsparql.complaints import clearer
from seqoia.languages.epsparql.printer import EpsparqlPrinter
from seqoia.languages.epsparql.tree import RuledQuery
from seqoia.languages.sparql import Dialect, parse_as
from seqoia.text import QueryError, Source

EPSPARQL: Dialect[RuledQuery] = Dialect(
    "EP-SPARQL",
    Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
    EpsparqlBuilder,
    CHECKS,
    {"projected": "a variable or `expression AS ?variable`", "policy_name": "the name of a policy"},
    start="ruled_query",
    printer=EpsparqlPrinter,
)


def parse(source: Source) -> RuledQuery:
    """The syntax tree of an EP-SPARQL text; a QueryError says what is wrong with any other."""
    try:
        return parse_as(EPSPARQL, source)
    except QueryError as error:
        raise QueryError(clearer(error.diagnostic)) from None


def print_query(query: RuledQuery) -> str:
    """The text of a tree: two spaces a level, an element a line; parsed again, it is the same tree."""
    return EPSPARQL.printed(query)
