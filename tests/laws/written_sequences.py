"""Sequences of events that SPAseq and RSEP-QL can both say, in neither, and the text of each in either language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from reference.events.worlds import EX, stream
from seqoia.model import Selection, Stream

STREAMS = ("s", "t")
PROLOGUE = f"PREFIX : <{EX}>\n"
SIGNS = {Selection.STRICT: ",", Selection.NEXT: ";", Selection.ANY: ":"}
WORDS = {Selection.STRICT: "SEQ STRICT", Selection.NEXT: "SEQ NEXT", Selection.ANY: "SEQ"}


@dataclass(frozen=True)
class Step:
    """An event of a kind on a stream: which one it is, its company, perhaps bounds of its value."""

    name: str
    source: str
    kind: str
    company: str
    least: int | None = None

    @property
    def graph(self) -> str:
        number = self.name[1:]
        value = f"?v{number}"
        bound = "" if self.least is None else f" FILTER ({value} >= {self.least})"
        return f"?e{number} :is :{self.kind} ; :company {self.company} ; :value {value} .{bound}"


@dataclass(frozen=True)
class Then:
    """One after the other, under a policy."""

    left: Row
    policy: Selection
    right: Row


Row = Step | Then


def steps(row: Row) -> Iterator[Step]:
    if isinstance(row, Step):
        yield row
    else:
        yield from steps(row.left)
        yield from steps(row.right)


def as_spaseq(row: Row) -> str:
    gpms = "\n".join(f"  DEFINE GPM {step.name} ON {step.source} {{ {step.graph} }}" for step in steps(row))
    streams = "\n".join(f"FROM STREAM {name} :{name}" for name in STREAMS)
    return f"{PROLOGUE}SELECT *\n{streams}\nWHERE {{\n  SEQ ({_signed(row)})\n{gpms}\n}}"


def _signed(row: Row) -> str:
    if isinstance(row, Step):
        return row.name
    right = row.right.name if isinstance(row.right, Step) else f"({_signed(row.right)})"
    return f"{_signed(row.left)} {SIGNS[row.policy]} {right}"


def as_rsepql(row: Row) -> str:
    """Over all that has come so far, and each answer when it is new."""
    windows = "\n".join(f"FROM NAMED :{name} WIN [LANDMARK] AS :w_{name}" for name in STREAMS)
    events = "\n".join(f"EVENT ON :w_{step.source} {{ {step.graph} }} AS {step.name}" for step in steps(row))
    head = f"{PROLOGUE}SELECT ISTREAM *\n{windows}\n{events}\nREPORT ON CONTENT CHANGE\n"
    return f"{head}WHERE {{ MATCH {{ {_worded(row)} }} }}"


def _worded(row: Row) -> str:
    if isinstance(row, Step):
        return row.name
    right = row.right.name if isinstance(row.right, Step) else f"({_worded(row.right)})"
    return f"{_worded(row.left)} {WORDS[row.policy]} {right}"


policies = st.sampled_from(list(SIGNS))
KINDS = st.sampled_from("aaab")
"""Few kinds, as few companies, so that steps and events meet."""


@st.composite
def rows(draw: st.DrawFn, joined_at: tuple[int, ...] = (0, -1)) -> Row:
    """Two to four events, joined at the left end, or at the right, in brackets."""
    count = draw(st.sampled_from([2, 3, 3, 3, 4]))
    parts: list[Row] = [draw(single_steps(place)) for place in range(count)]
    while len(parts) > 1:
        place = draw(st.sampled_from(joined_at)) % (len(parts) - 1)
        parts[place : place + 2] = [Then(parts[place], draw(policies), parts[place + 1])]
    return parts[0]


@st.composite
def single_steps(draw: st.DrawFn, place: int) -> Step:
    source = draw(st.sampled_from("sssst"))
    company = draw(st.sampled_from(["?c", "?c", f"?c{place}"]))
    return Step(f"A{place}", source, draw(KINDS), company, draw(st.sampled_from([None, None, None, 1])))


TOLD = st.tuples(st.sampled_from([1, 1, 1, 2, 0]), KINDS, st.sampled_from("xxxy"), st.integers(0, 3))


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Stream, ...]:
    """Two streams on one timeline, one busy and one quiet; events that are alike and simultaneous among them."""
    return tuple(draw(one_stream(name, least, most)) for name, least, most in (("s", 4, 7), ("t", 1, 3)))


@st.composite
def one_stream(draw: st.DrawFn, name: str, least: int, most: int) -> Stream:
    events, at = [], draw(st.integers(1, 3))
    for place in range(draw(st.integers(least, most))):
        later, kind, company, value = draw(TOLD)
        at += later
        events.append((at, f":{name}{place} :is :{kind} ; :company :{company} ; :value {value}"))
    return stream(name, *events)
