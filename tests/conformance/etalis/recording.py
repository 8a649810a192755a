"""What was recorded of each case: the events that went in and those that ETALIS printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from conformance.etalis.notation import Compound, Term, Var, read_event
from conformance.etalis.terms import NAMESPACE, TRIPLE
from seqoia import Dataset, Event, Instant, Interval, Literal, NamedNode, Stream, Triple
from seqoia.model import Duration

EVENTS = NamedNode(NAMESPACE + "events")
TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
LONGEST_LIST = 60
"""A recording shows no more events than that."""

_BETWEEN = Duration.parse("PT0.001S")
"""ETALIS was given one event right after the other."""
_INTERNAL = re.compile(r"temp_e_\d+\b")
_STORED = "stored_event(event("


@dataclass(frozen=True)
class Found:
    """An event by name and arguments, and the first and last instant of it, counted from one."""

    event: str
    interval: tuple[int, int] | None = None

    def without_time(self) -> Found:
        return Found(self.event)

    @property
    def kind(self) -> str:
        """Its name without its arguments."""
        return self.event.partition("(")[0]


def shown(event: Term) -> str:
    """A term without its quotes, which the recordings leave out; a variable that was left open is `_`."""
    match event:
        case Var(name):
            return "_" if name.startswith("_") else name
        case Compound(functor, ()):
            return functor
        case Compound(functor, arguments):
            return f"{functor}({','.join(shown(each) for each in arguments)})"
        case _:
            return str(event)


@dataclass(frozen=True)
class Inputs:
    """The events that went in, each at an instant of its own."""

    events: tuple[Compound, ...]
    instants: tuple[Instant, ...]
    sleeps: bool

    def numbers(self, interval: Interval) -> tuple[int, int]:
        """The how manieth instants an interval starts and ends at."""
        instants = sorted(set(self.instants))
        return instants.index(interval.start) + 1, instants.index(interval.end) + 1

    def found(self) -> set[Found]:
        times = (self.numbers(Interval.point(instant)) for instant in self.instants)
        return {Found(shown(event), when) for event, when in zip(self.events, times, strict=True)}

    @property
    def stream(self) -> Stream:
        """The events as graphs."""
        graphs = [frozenset(triples(event, f"input/{number}")) for number, event in enumerate(self.events)]
        return Stream.of(
            EVENTS,
            [
                Event(EVENTS, Interval.point(instant), Dataset(graph), number)
                for number, (graph, instant) in enumerate(zip(graphs, self.instants, strict=True))
            ],
        )


def inputs(case: dict[str, Any]) -> Inputs:
    """Each event follows the one before, after a sleep or at once, unless it says when it happened."""
    now, events, instants = Instant.of_seconds(0), [], []
    for each in case["inputs"]:
        text, _, stamp = each["event"].partition(",[")
        now = now + Duration.of_seconds(each["after_sleep_s"]) + _BETWEEN
        events.append(read_event(text))
        instants.append(Instant.of_seconds(stamp.partition(",")[0]) if stamp else now)
    return Inputs(tuple(events), tuple(instants), any(each["after_sleep_s"] for each in case["inputs"]))


def triples(event: Compound, name: str) -> Iterator[Triple]:
    """A node of that name for the event; a triple where it is one."""
    if event.key == TRIPLE:
        yield Triple(*(_node(each) for each in event.arguments))
        return
    node = NamedNode(NAMESPACE + name)
    yield Triple(node, TYPE, NamedNode(f"{NAMESPACE}{event.functor}_{len(event.arguments)}"))
    for place, argument in enumerate(event.arguments, 1):
        yield Triple(node, NamedNode(f"{NAMESPACE}arg{place}"), value(argument))


def _node(term: Term) -> Any:
    return NamedNode(NAMESPACE + shown(term)) if isinstance(term, Compound) else value(term)


def value(argument: Term) -> Literal:
    return Literal(argument) if isinstance(argument, int) else Literal(shown(argument))


def is_internal(event: str) -> bool:
    """Whether it stands between the steps of a rule."""
    return _INTERNAL.match(event) is not None


def printed(case: dict[str, Any]) -> set[Found]:
    """What ETALIS printed, but for the events between the steps of a rule."""
    return {_line(line) for line in case["derived"] if not is_internal(line)}


def _line(line: str) -> Found:
    event, _, times = line.rpartition(" @ ")
    start, end = (int(each) for each in times.replace("t", "").strip("[]").split(","))
    return Found(shown(read_event(event)), (start, end))


def asserted(case: dict[str, Any]) -> set[Found]:
    """What the case itself asked to have been derived; it says nothing of times."""
    parts = (case["assertion"] or "").replace(" ", "").split(_STORED)[1:]
    return {Found(shown(read_event(_balanced(part)))) for part in parts}


def _balanced(text: str) -> str:
    """Up to the comma that stands outside of all brackets."""
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            return text[:position]
    return text
