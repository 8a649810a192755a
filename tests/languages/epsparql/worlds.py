"""Streams written as one line an event, and what EP-SPARQL answers over them."""

from __future__ import annotations

from pyoxigraph import RdfFormat
from pyoxigraph import parse as read

from seqoia.languages.epsparql import lower, parse
from seqoia.model import Answer, Dataset, Event, Instant, Interval, NamedNode, Solution, Stream
from seqoia.reference import Background, evaluate
from seqoia.text import Source

PREFIXES = (
    "PREFIX : <http://example.org/> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
    "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
)
MARKET = NamedNode("http://example.org/market")


def stream(lines: str, name: NamedNode = MARKET) -> Stream:
    """`3 :a :p 1` is an event at second 3, `3-5 :a :p 1` one from 3 to 5; triples in Turtle."""
    events = []
    for line in lines.strip().splitlines():
        when, _, triples = line.strip().partition(" ")
        start, _, end = when.partition("-")
        interval = Interval(Instant.of_seconds(start), Instant.of_seconds(end or start))
        events.append(Event(name, interval, dataset(f"{triples} ."), len(events)))
    return Stream.of(name, events)


def dataset(trig: str) -> Dataset:
    return Dataset.of_quads(read(PREFIXES + trig, RdfFormat.TRIG))


def answers(query: str, *streams: Stream, background: str = "", until: int | None = None) -> list[Answer]:
    lowered = lower(parse(Source("query.epsparql", PREFIXES + query)))
    known = Background.of(dataset(background))
    return evaluate(lowered, streams, known, until=None if until is None else Instant.of_seconds(until))


def rows(query: str, lines: str, background: str = "") -> list[str]:
    """Each answer as `start-end name=value …`, names in order; the answers by ≺."""
    found = answers(query, stream(lines), background=background)
    return [_shown(answer) for answer in sorted(found, key=lambda answer: (answer.when.order, _shown(answer)))]


def rows_in_order(query: str, lines: str) -> list[str]:
    """As `rows`, in the order in which the query gives them."""
    return [_shown(answer) for answer in answers(query, stream(lines))]


def _shown(answer: Answer) -> str:
    assert isinstance(answer.when, Interval)
    interval = f"{answer.when.start.seconds}-{answer.when.end.seconds}"
    if isinstance(answer.content, Solution):
        cells = [f"{name}={term.value.rpartition('/')[2]}" for name, term in sorted(answer.content.items())]
        return " ".join([interval, *cells])
    if isinstance(answer.content, bool):
        return f"{interval} {answer.content}"
    return " ".join([interval, *sorted(str(triple) for triple in answer.content)]).replace("http://example.org/", "")
