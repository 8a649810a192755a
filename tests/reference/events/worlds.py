"""Small worlds to evaluate event patterns in: events from Turtle, patterns from SPARQL-like triples."""

from __future__ import annotations

from collections.abc import Sequence

from pyoxigraph import RdfFormat, parse

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Expression, Variable
from seqoia.algebra.query import EventQuery, Select
from seqoia.algebra.variables import possible_in_events
from seqoia.model import EMPTY_DATASET, Dataset, Event, Instant, Interval, Literal, NamedNode, Selection, Stream
from seqoia.reference.events import answers

EX = "http://example.org/"


def iri(name: str) -> NamedNode:
    return NamedNode(EX + name)


def graph(turtle: str) -> Dataset:
    return Dataset.of_quads(parse(f"@prefix : <{EX}> . {turtle} .", format=RdfFormat.TRIG))


def stream(name: str, *events: tuple[int | tuple[int, int], str]) -> Stream:
    """A stream of (time, Turtle) or ((start, end), Turtle)."""
    made = []
    for arrival, (when, turtle) in enumerate(events):
        start, end = when if isinstance(when, tuple) else (when, when)
        interval = Interval(Instant.of_seconds(start), Instant.of_seconds(end))
        made.append(Event(iri(name), interval, graph(turtle), arrival))
    return Stream.of(iri(name), made)


def slot(text: str) -> gp.Slot:
    if text.startswith("?"):
        return Variable(text[1:])
    if text.lstrip("-").isdigit():
        return Constant(Literal(int(text)))
    return Constant(iri(text))


def bgp(*triples: str) -> gp.BasicGraphPattern:
    return gp.BasicGraphPattern(tuple(gp.TriplePattern(*map(slot, triple.split())) for triple in triples))


def on(source: str, *triples: str, label: str | None = None) -> ev.BasicEvent:
    return ev.BasicEvent(iri(source), bgp(*triples), label)


def comparing(left: str, sign: str, right: str) -> Expression:
    return Call(sign, (_operand(left), _operand(right)))


def _operand(text: str) -> Expression:
    operand = slot(text)
    assert not isinstance(operand, gp.TripleTerm)
    return operand


def in_row(*parts: ev.EventPattern | ev.Element, follows: Selection = Selection.ANY) -> ev.Sequence:
    return ev.Sequence(tuple(part if isinstance(part, ev.Element) else ev.Element(part, follows) for part in parts))


def evaluated(
    pattern: ev.EventPattern,
    streams: Sequence[Stream],
    background: Dataset = EMPTY_DATASET,
    show: Sequence[str] | None = None,
    **settings: object,
) -> set[tuple[int, int, str]]:
    """Start, end and the shown variables of every answer, in short."""
    names = sorted(possible_in_events(pattern)) if show is None else show
    query = EventQuery(Select(tuple(map(Variable, names))), pattern, **settings)  # type: ignore[arg-type]
    return {
        (int(answer.when.start.seconds), int(answer.when.end.seconds), _short(answer.content, names))
        for answer in answers(query, streams, background)
        if isinstance(answer.when, Interval)
    }


def _short(content: object, names: Sequence[str]) -> str:
    assert hasattr(content, "get")
    terms = (content.get(name) for name in names)
    return " ".join("-" if term is None else str(getattr(term, "value", term)).removeprefix(EX) for term in terms)
