"""The bindings behind the answers of an event query, each with the events that justify it."""

from __future__ import annotations

from collections.abc import Sequence as Several
from dataclasses import dataclass, replace

from seqoia.algebra.events import BasicEvent, EventPattern, Let, Presence, Repetition, Sequence, Within
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


@dataclass(frozen=True, slots=True)
class Sought:
    """What is known of a match whose justification is sought, so that what cannot belong to it is left out."""

    start: Instant
    says: Solution
    """What it binds, as far as that is known."""
    key: Solution
    """The part of it that every event of the match shares."""


def justify(
    query: EventQuery,
    streams: Several[Stream],
    background: Background = NO_BACKGROUND,
    *,
    tracer: Tracer = silent,
    sought: Sought | None = None,
) -> Justified:
    """The timed bindings of a query's body over finite streams. What is `sought` is among them; other matches may be
    missing then."""
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
    narrowed = scope if sought is None else _narrowed(scope, body, sought)
    return Justified(body, scope, bindings(body, narrowed))


def _narrowed(scope: Scope, body: EventPattern, sought: Sought) -> Scope:
    """With the solutions of leaves that share the key, and with the events that have any; of the first part, only what
    the match begins with."""
    for leaf in descendants(body):
        if isinstance(leaf, BasicEvent):
            basic_event(leaf, scope)
    first = {id(leaf) for leaf in _beginning(body)}
    agreeing = {
        (leaf, event): tuple(each for each in solutions if _fits(each, event, sought, begins=leaf in first))
        for (leaf, event), solutions in scope.matched.items()
    }
    useful: set[Event] = {event for (_, event), solutions in agreeing.items() if solutions}
    sources = {name: tuple(event for event in events if event in useful) for name, events in scope.sources.items()}
    return replace(scope, sources=sources, matched=agreeing)


def _fits(solution: Solution, event: Event, sought: Sought, *, begins: bool) -> bool:
    if begins and not (event.start == sought.start and sought.says.compatible(solution)):
        return False
    return sought.key.compatible(solution)


def _beginning(body: EventPattern) -> list[BasicEvent]:
    """The leaves with which every match begins, and which bind what the match says; a first part has no rivals."""
    core = body
    while isinstance(core, Let | Within):
        core = core.pattern
    if not isinstance(core, Sequence):
        return []
    first = next(element for element in core.elements if element.presence is not Presence.ABSENT)
    nodes = list(descendants(first.pattern))
    if first.presence is Presence.OPTIONAL:
        return []
    if any(isinstance(node, Sequence | Repetition) for node in nodes):
        return []
    return [node for node in nodes if isinstance(node, BasicEvent)]
