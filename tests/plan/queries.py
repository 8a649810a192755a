"""Small queries over one stream, of which only the sequence matters."""

from __future__ import annotations

import seqoia
from seqoia import EventQuery
from seqoia.plan.outline import Engines, PlanOutline, outline_of
from seqoia.plan.physical import plan

ENGINES = Engines(lambda _: "somebody", lambda _: "something")


def text(sequence: str, head: str = "?x", **inside: str) -> str:
    """A query for a sequence of A to D, each of its own kind; `inside` is what a part says besides."""
    parts = "\n".join(
        f"  DEFINE GPM {label} ON S {{ ?n{label} :kind '{label}' ; :value ?v{label} . "
        f"{inside.get(label, f'?n{label} :of ?x .')} }}"
        for label in "ABCD"
        if label in sequence
    )
    prefix, stream = "PREFIX : <http://example.org/>", "FROM STREAM S <http://example.org/s>"
    return f"{prefix}\nSELECT {head} WITHIN PT10M SLIDING {stream}\nWHERE {{ SEQ ({sequence})\n{parts}\n}}"


def lowered(sequence: str, head: str = "?x", **inside: str) -> EventQuery:
    query = seqoia.lower(seqoia.parse(text(sequence, head, **inside), "spaseq"))
    assert isinstance(query, EventQuery)
    return query


def outlined(sequence: str, head: str = "?x", **inside: str) -> PlanOutline:
    return outline_of(plan(lowered(sequence, head, **inside)), ENGINES)
