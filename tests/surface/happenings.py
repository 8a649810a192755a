"""A stream of small events: a kind, what it is of, and a value, second by second."""

from __future__ import annotations

from pyoxigraph import RdfFormat, parse

from seqoia import Dataset, Event, Instant, Interval, NamedNode, Stream

STREAM = NamedNode("http://example.org/s")


def happened(*events: tuple[int, str, str, int]) -> Stream:
    """Events as (second, kind, what it is of, value)."""
    return Stream.of(STREAM, (_event(arrival, *event) for arrival, event in enumerate(events)))


def _event(arrival: int, second: int, kind: str, of: str, value: int) -> Event:
    text = f"@prefix : <http://example.org/> . :e{arrival} :kind '{kind}' ; :value {value} ; :of :{of} ."
    triples = frozenset(quad.triple for quad in parse(text, RdfFormat.TURTLE))
    return Event(STREAM, Interval.point(Instant.of_seconds(second)), Dataset(triples, {}), arrival)
