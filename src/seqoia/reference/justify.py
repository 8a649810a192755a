"""The bindings behind the answers of an event query, each with the events that justify it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from seqoia.algebra.events import BasicEvent, EventPattern
from seqoia.algebra.query import EventQuery
from seqoia.algebra.traversal import descendants
from seqoia.model import Event, Instant, Solution, Stream, TimedBinding
from seqoia.reference.background import NO_BACKGROUND, Background
from seqoia.reference.entailment import entailment_of, in_every_graph
from seqoia.reference.evaluate import functions_in
from seqoia.reference.events.answers import depends_on_the_instant, found_in, scope_of
from seqoia.reference.events.bindings import bindings
from seqoia.reference.events.leaves import basic_event
from seqoia.reference.events.scope import Scope, tell_leaves_apart
from seqoia.reference.trace import Tracer, silent

_END_OF_TIME = Instant(2**62)


@dataclass(frozen=True, slots=True)
class Justified:
    """What was found, in which scope, by a body whose leaves are objects of their own."""

    body: EventPattern
    scope: Scope
    """As the body sees it, with all solutions of leaves."""
    bindings: list[TimedBinding]
    """Those that differ in their evidence alone stay apart, where the query is evaluated at one instant."""


def justify(
    query: EventQuery,
    streams: Sequence[Stream],
    background: Background = NO_BACKGROUND,
    *,
    tracer: Tracer = silent,
    key: Solution | None = None,
) -> Justified:
    """The timed bindings of a query's body over finite streams. With a `key`, which every event of a match shares,
    other events are left out, but for their times."""
    body = tell_leaves_apart(query.body)
    rules = [replace(rule, pattern=tell_leaves_apart(rule.pattern)) for rule in query.rules]
    dataset = background.picked(query.background).at(_END_OF_TIME)
    entail = entailment_of(query.entailment, dataset)
    scope = scope_of(
        query,
        body,
        streams,
        in_every_graph(dataset, entail),
        until=None,
        functions=functions_in(query, tracer, cached=True),
        entail=entail,
        tracer=tracer,
        rules=rules,
    )
    if rules or depends_on_the_instant(query):
        found, seen = found_in(query, body, scope, rules)
        return Justified(body, seen, found)
    narrowed = scope if key is None else _narrowed(scope, body, key)
    return Justified(body, scope, bindings(body, narrowed))


def _narrowed(scope: Scope, body: EventPattern, key: Solution) -> Scope:
    """With the solutions of leaves that agree with a key, and the events that have any."""
    leaves = [node for node in descendants(body) if isinstance(node, BasicEvent)]
    for leaf in leaves:
        basic_event(leaf, scope)
    agreeing = {
        place: tuple(solution for solution in solutions if key.compatible(solution))
        for place, solutions in scope.matched.items()
    }
    useful: set[Event] = {event for (_, event), solutions in agreeing.items() if solutions}
    sources = {name: tuple(event for event in events if event in useful) for name, events in scope.sources.items()}
    return replace(scope, sources=sources, matched=agreeing)
