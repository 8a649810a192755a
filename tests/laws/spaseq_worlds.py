"""SPAseq queries of every operator as text, and small streams on which they match, shaped so that parts meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from hypothesis import strategies as st

from seqoia.model import Dataset, Event, Instant, Interval, Literal, NamedNode, Stream, Triple

EX = "http://example/"
SECOND = 1_000_000
POLICIES = st.sampled_from([",", ";", ";", ":"])
COMPARISONS = st.sampled_from(["<", ">", "=", "!=", "<="])


@dataclass
class Writing:
    """A query that is being written: its GPMs, and which of them later ones may compare themselves with."""

    gpms: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)

    def name(self) -> str:
        return f"A{len(self.gpms)}"


def gpm(draw: st.DrawFn, to: Writing, *, repeated: bool = False) -> str:
    """A GPM of some kind on some stream, correlated or not, perhaps with a filter on itself, on others or on the
    iteration before."""
    name, kind = to.name(), draw(st.sampled_from("aabbc"))
    stream = draw(st.sampled_from(["s", "s", "s", "t"]))
    company = draw(st.sampled_from(["?c", "?c", "?c", f"?c{len(to.gpms)}"]))
    value = f"?v{len(to.gpms)}"
    filters = []
    if to.values and draw(st.integers(0, 2)) == 0:
        filters.append(f"{value} {draw(COMPARISONS)} {draw(st.sampled_from(to.values))}")
    if draw(st.integers(0, 5)) == 0:
        filters.append(f"{value} >= {draw(st.integers(0, 2))}")
    if repeated and draw(st.booleans()):
        filters.append(f"{value} {draw(st.sampled_from(['>', '>=', '!=']))} PREV({value})")
    said = "".join(f" FILTER ({each})" for each in filters)
    to.gpms.append(f"DEFINE GPM {name} ON {stream} {{ ?e :is :{kind} ; :of {company} ; :value {value} .{said} }}")
    to.gpms[-1] = to.gpms[-1].replace("?e ", f"?e{len(to.gpms) - 1} ")
    if not repeated:
        to.values.append(value)
    return name


def element(draw: st.DrawFn, to: Writing, depth: int) -> str:
    """One element: a GPM, a conjunction, a disjunction, a repetition, or brackets around a sequence."""
    shape = draw(st.integers(0, 11 if depth else 9))
    if shape < 5:
        return gpm(draw, to)
    if shape in (5, 6):
        bounds = draw(st.sampled_from(["+", "+", "{2}", "{1,2}", "{2,}"]))
        by = draw(st.sampled_from(["", "", " BY NEXT", " BY ANY", " BY STRICT"]))
        longest = draw(st.sampled_from(["", "", "", " LONGEST"]))
        return f"{gpm(draw, to, repeated=True)}{bounds}{by}{longest}"
    if shape in (7, 8, 9):
        left = gpm(draw, to)
        known = list(to.values)
        right = gpm(draw, to)
        to.values[:] = known
        sign = "|" if shape == 7 else "&"
        if sign == "|":
            to.values.pop()
        return f"({left} {sign} {right})"
    return f"({sequence(draw, to, depth - 1)})"


def sequence(draw: st.DrawFn, to: Writing, depth: int) -> str:
    """Elements one after another, some optional and some absent."""
    count = draw(st.sampled_from([1, 2, 2, 3, 3, 3, 4]))
    needed = draw(st.integers(0, count - 1))
    parts = []
    for place in range(count):
        known = list(to.values)
        part = element(draw, to, depth)
        presence = "" if place == needed else draw(st.sampled_from(["", "", "", "", "?", "!"]))
        if presence and not part[-1].isalnum() and not part.endswith(")"):
            presence = ""
        if presence:
            to.values[:] = known
        parts.append(part + presence)
    text = parts[0]
    for part in parts[1:]:
        text += f" {draw(POLICIES)} {part}"
    return text


@st.composite
def queries(draw: st.DrawFn) -> str:
    """A whole query."""
    to = Writing()
    expression = sequence(draw, to, draw(st.sampled_from([0, 0, 0, 1])))
    within = draw(st.sampled_from(["", "WITHIN 4", "WITHIN 5 STARTING AT 1", "WITHIN 3 SLIDING", "WITHIN 6 SLIDING"]))
    select = draw(st.sampled_from(["*", "*", "?c", "?c", "DISTINCT ?c"]))
    if "?c " not in " ".join(to.gpms):
        select = "*"
    after = draw(st.sampled_from(["", "", "", "", "SKIP TO NEXT EVENT", "SKIP PAST LAST EVENT", "SKIP TO LAST A0"]))
    skip = f"AFTER MATCH {after}" if after else ""
    limit = draw(st.sampled_from(["", "", "", "", "LIMIT 1 PER START"]))
    gpms = "\n  ".join(to.gpms)
    return (
        f"PREFIX : <{EX}>\nSELECT {select}\n{within}\nFROM STREAM s :s\nFROM STREAM t :t\n"
        f"WHERE {{\n  SEQ ({expression})\n  {gpms}\n}}\n{skip}\n{limit}"
    )


TOLD = st.tuples(
    st.sampled_from([1, 1, 1, 0, 2]),
    st.sampled_from("ssst"),
    st.sampled_from("aabbc"),
    st.sampled_from("xxxy"),
    st.integers(0, 3),
)


@st.composite
def worlds(draw: st.DrawFn, *, intervals: bool) -> tuple[Stream, ...]:
    """Two streams on one timeline."""
    events: dict[str, list[Event]] = {"s": [], "t": []}
    at = draw(st.integers(0, 2))
    for place, (later, name, kind, company, value) in enumerate(draw(st.lists(TOLD, min_size=3, max_size=9))):
        at += later
        took = draw(st.sampled_from([0, 0, 0, 1, 2])) if intervals else 0
        interval = Interval(Instant((at - took) * SECOND), Instant(at * SECOND))
        events[name].append(Event(NamedNode(EX + name), interval, told(place, kind, company, value), place))
    return tuple(Stream.of(NamedNode(EX + name), some) for name, some in events.items())


def told(place: int, kind: str, company: str, value: int) -> Dataset:
    subject = NamedNode(f"{EX}e{place}")
    said = (("is", NamedNode(EX + kind)), ("of", NamedNode(EX + company)), ("value", Literal(value)))
    return Dataset(frozenset(Triple(subject, NamedNode(EX + name), term) for name, term in said))


@st.composite
def cuts(draw: st.DrawFn, streams: tuple[Stream, ...], lateness: int = 0) -> list[list[Event]]:
    """The events in batches, in order of their end or within `lateness` seconds of it."""
    events = sorted((event for stream in streams for event in stream.events), key=lambda event: event.end)
    delay = [draw(st.integers(0, lateness)) if lateness else 0 for _ in events]
    arrived = sorted(range(len(events)), key=lambda place: events[place].end.microseconds + delay[place] * SECOND)
    borders = sorted(draw(st.sets(st.integers(1, max(1, len(events) - 1)), max_size=4)))
    places = [0, *borders, len(events)]
    return [[events[at] for at in arrived[start:end]] for start, end in pairwise(places)]


def all_events(streams: tuple[Stream, ...]) -> Iterator[Event]:
    for stream in streams:
        yield from stream.events
