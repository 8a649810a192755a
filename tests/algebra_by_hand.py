"""Short names for writing algebra in tests."""

from __future__ import annotations

from collections.abc import Iterable

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Expression, Variable
from seqoia.model import (
    BlankNode,
    Dataset,
    Duration,
    Event,
    Instant,
    Interval,
    Literal,
    NamedNode,
    Solution,
    Stream,
    Term,
    Triple,
)
from seqoia.model.term import XSD


def ex(name: str) -> NamedNode:
    return NamedNode(f"http://example.org/{name}")


def of(value: object) -> Term:
    """`:a` is an IRI, `_:b` a blank node, a number or a string a literal; a term is itself."""
    match value:
        case str() if value.startswith(":"):
            return ex(value[1:])
        case str() if value.startswith("_:"):
            return BlankNode(value[2:])
        case str() | bool() | int() | float():
            return Literal(value)
        case _:
            return value


def slot(value: object) -> gp.Slot:
    """As `of`, and `?x` is a variable."""
    if isinstance(value, (Variable, Constant, gp.TripleTerm)):
        return value
    if isinstance(value, str) and value.startswith("?"):
        return Variable(value[1:])
    return Constant(of(value))


def bgp(*triples: tuple[object, object, object]) -> gp.BasicGraphPattern:
    return gp.BasicGraphPattern(tuple(gp.TriplePattern(*map(slot, triple)) for triple in triples))


def call(function: str, *arguments: object) -> Expression:
    return Call(function, tuple(a if hasattr(a, "__dataclass_fields__") else slot(a) for a in arguments))


def triple(subject: object, predicate: object, object_: object) -> Triple:
    return Triple(of(subject), of(predicate), of(object_))


def graph(*triples: tuple[object, object, object]) -> frozenset[Triple]:
    return frozenset(triple(*each) for each in triples)


def dataset(*triples: tuple[object, object, object], **named: frozenset[Triple]) -> Dataset:
    return Dataset(graph(*triples), {ex(name): content for name, content in named.items()})


def mu(**terms: object) -> Solution:
    return Solution({name: of(term) for name, term in terms.items()})


def typed(lexical: str, datatype: str) -> Literal:
    return Literal(lexical, datatype=NamedNode(XSD + datatype))


def seconds(number: object) -> Instant:
    return Instant.of_seconds(str(number))


def lasting(number: object) -> Duration:
    return Duration.of_seconds(str(number))


def stream(name: str, *events: tuple[object, Dataset | frozenset[Triple]]) -> Stream:
    """A stream of point events: each a number of seconds and a graph or a dataset."""
    return Stream.of(
        ex(name),
        (
            Event(ex(name), Interval.point(seconds(at)), what if isinstance(what, Dataset) else Dataset(what), arrival)
            for arrival, (at, what) in enumerate(events)
        ),
    )


def times(events: Iterable[Event]) -> list[int]:
    return [int(event.end.seconds) for event in events]
