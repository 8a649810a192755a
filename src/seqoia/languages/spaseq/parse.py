"""From SPAseq text to its tree, and back."""

from __future__ import annotations

from pathlib import Path

from seqoia.languages.sparql import Dialect, parse_as
from seqoia.languages.spaseq.builder import SpaseqBuilder
from seqoia.languages.spaseq.checks import SPASEQ_CHECKS
from seqoia.languages.spaseq.printer import SpaseqPrinter
from seqoia.languages.spaseq.tree import SequenceQuery
from seqoia.text import Source

SPASEQ: Dialect[SequenceQuery] = Dialect(
    "SPAseq",
    Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
    SpaseqBuilder,
    checks=SPASEQ_CHECKS,
    phrases={
        "sequence": "an expression over GPM names",
        "choice": "an expression over GPM names",
        "together": "an expression over GPM names",
        "repeated": "an expression over GPM names",
        "definition": "DEFINE GPM",
        "width": "a width such as `30 MINUTES`",
        "instant": "an instant",
        "name": "a name",
    },
    start="event_query",
    printer=SpaseqPrinter,
)


def parse(source: Source) -> SequenceQuery:
    """The syntax tree of a SPAseq query; a QueryError says what is wrong with any other text."""
    return parse_as(SPASEQ, source)


def print_query(query: SequenceQuery) -> str:
    """The text of a query, laid out the one way; parsed again, it is the same query."""
    return SPASEQ.printed(query)
