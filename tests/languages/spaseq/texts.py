"""Short SPAseq queries for tests."""

from __future__ import annotations

from seqoia.algebra import EventQuery
from seqoia.algebra import events as ev
from seqoia.languages.spaseq import lower, parse
from seqoia.text import Source

BOUND_BY = {"A": "?h :a ?x", "B": "?h :b ?y", "C": "?h :c ?z", "D": "?k :d ?w"}
"""What four GPMs say; the first three share ?h."""


def asking(
    sequence: str,
    select: str = "SELECT *",
    clauses: str = "WITHIN 1 HOUR",
    after: str = "",
    **filters: str,
) -> str:
    """A query over those of the four GPMs that the sequence mentions, with more in some of them."""
    used = [name for name in BOUND_BY if name in sequence]
    definitions = "\n".join(
        f"  DEFINE GPM {name} ON S {{ {BOUND_BY[name]} . {filters.get(name, '')} }}" for name in used
    )
    return (
        f"PREFIX : <http://e/>\n{select} {clauses}\nFROM STREAM S <http://e/s>\n"
        f"WHERE {{\n  SEQ ({sequence})\n{definitions}\n}} {after}"
    )


def lowered(text: str) -> EventQuery:
    query = lower(parse(Source("query.spaseq", text)))
    assert isinstance(query, EventQuery)
    return query


def pattern_of(sequence: str, **filters: str) -> ev.EventPattern:
    """What a sequence expression is lowered to."""
    body = lowered(asking(sequence, **filters)).body
    while isinstance(body, (ev.Keep, ev.Within)):
        body = body.pattern
    return body
