"""Streams and answers as words: `1:a5 2:b7` are two events, `1-2 x=5 y=7` an answer."""

from __future__ import annotations

from algebra_by_hand import Dataset, Event, Instant, Interval, Literal, NamedNode, Solution, Stream, Triple
from languages.spaseq.texts import lowered
from seqoia.reference import evaluate

STREAM = NamedNode("http://e/s")


def answered(text: str, word: str) -> list[str]:
    """What a query answers over the events of a word, in the order of time; the numbers alone."""
    events = [event(number, told) for number, told in enumerate(word.split())]
    return [
        " ".join((f"{answer.when.start.seconds}-{answer.when.end.seconds}", *numbers(answer.content)))
        for answer in evaluate(lowered(text), [Stream.of(STREAM, events)])
    ]


def event(number: int, told: str) -> Event:
    """`2:b7` happens at 2 and says `:h :b 7`; events of the kind d speak of `:k`."""
    time, _, said = told.partition(":")
    subject = NamedNode("http://e/k" if said.startswith("d") else "http://e/h")
    triple = Triple(subject, NamedNode(f"http://e/{said[0]}"), Literal(int(said[1:])))
    at = Instant.of_seconds(int(time))
    return Event(STREAM, Interval(at, at), Dataset(frozenset({triple})), number)


def numbers(solution: Solution) -> list[str]:
    return [f"{name}={solution[name].value}" for name in sorted(solution) if isinstance(solution[name], Literal)]
