"""From RSEP-QL text to its tree, and back."""

from __future__ import annotations

from pathlib import Path

from seqoia.languages.rsepql.builder import RsepqlBuilder
from seqoia.languages.rsepql.printer import RsepqlPrinter
from seqoia.languages.rspql.parse import GRAMMAR, PHRASES
from seqoia.languages.rspql.tree import ContinuousQuery
from seqoia.languages.sparql import Dialect, parse_as
from seqoia.text import Source

RSEPQL: Dialect[ContinuousQuery] = Dialect(
    "RSEP-QL",
    GRAMMAR + Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
    RsepqlBuilder,
    phrases={**PHRASES, "sequence": "an event pattern", "event": "an event", "policy": "a selection policy"},
    start="continuous_query",
    printer=RsepqlPrinter,
)


def parse(source: Source) -> ContinuousQuery:
    """The syntax tree; a QueryError says what is wrong with any other text."""
    return parse_as(RSEPQL, source)


def print_query(query: ContinuousQuery) -> str:
    """The text of a query, laid out the one way; parsed again, it is the same query."""
    return RSEPQL.printed(query)
