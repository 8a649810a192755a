"""From RSP-QL text to its tree, and back."""

from __future__ import annotations

from pathlib import Path

from seqoia.languages.rspql.builder import RspqlBuilder
from seqoia.languages.rspql.printer import RspqlPrinter
from seqoia.languages.rspql.tree import ContinuousQuery
from seqoia.languages.sparql import Dialect, parse_as
from seqoia.text import Source

GRAMMAR = Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8")
PHRASES = {
    "window": "a window such as RANGE PT10S STEP PT1S",
    "described_window": "a window such as RANGE PT10S STEP PT1S",
    "condition": "a condition such as WINDOW CLOSE",
    "length": "a duration",
    "moment": "an instant",
}

RSPQL: Dialect[ContinuousQuery] = Dialect(
    "RSP-QL", GRAMMAR, RspqlBuilder, phrases=PHRASES, start="continuous_query", printer=RspqlPrinter
)


def parse(source: Source) -> ContinuousQuery:
    """The syntax tree; a QueryError says what is wrong with any other text."""
    return parse_as(RSPQL, source)


def print_query(query: ContinuousQuery) -> str:
    """The text of a query, laid out the one way; parsed again, it is the same query."""
    return RSPQL.printed(query)
