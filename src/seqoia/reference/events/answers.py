"""The answers of a query whose body is an event pattern."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pyoxigraph import QueryTriples, Store
from typing_extensions import assert_never

from seqoia.algebra.events import EventPattern
from seqoia.algebra.events import Sequence as SequencePattern
from seqoia.algebra.expressions import Constant, Variable
from seqoia.algebra.query import Ask, Construct, Describe, EventQuery, Rule, Select
from seqoia.algebra.traversal import descendants
from seqoia.model import (
    Answer,
    BlankNode,
    Consumption,
    Dataset,
    Event,
    Evidence,
    Graph,
    Instant,
    Interval,
    NamedNode,
    Quad,
    Stream,
    Term,
    TimedBinding,
    Triple,
)
from seqoia.reference.events.bindings import bindings
from seqoia.reference.events.closure import Closure, template_variables, with_events
from seqoia.reference.events.from_the_right import CHOOSING
from seqoia.reference.events.pairs import as_set
from seqoia.reference.events.scope import Functions, Scope, as_it_stands, number_leaves, tell_leaves_apart
from seqoia.reference.templates import instantiated
from seqoia.reference.trace import Consumed, Tracer, silent

_BEGINNING = Instant(-(2**62))
_FOREVER = Instant(2**62)


def answers(
    query: EventQuery,
    streams: Sequence[Stream],
    background: Dataset,
    *,
    until: Instant | None = None,
    functions: Functions | None = None,
    entail: Callable[[Graph], Graph] = as_it_stands,
    tracer: Tracer = silent,
) -> list[Answer]:
    """Every match with its interval, in the order ≺; what holds at all times is no event and no answer."""
    body, rules = tell_leaves_apart(query.body), [_told_apart(rule) for rule in query.rules]
    scope = scope_of(
        query,
        body,
        streams,
        background,
        until=until,
        functions=functions or {},
        entail=entail,
        tracer=tracer,
        rules=rules,
    )
    found, seen = found_in(query, body, scope, rules)
    return _in_form(query, [binding for binding in found if binding.interval is not None], seen)


def scope_of(
    query: EventQuery,
    body: EventPattern,
    streams: Sequence[Stream],
    background: Dataset,
    *,
    until: Instant | None,
    functions: Functions,
    entail: Callable[[Graph], Graph],
    tracer: Tracer,
    rules: Sequence[Rule] = (),
) -> Scope:
    """What the body of a query sees, its leaves told apart."""
    return Scope(
        sources={stream.name: _seen(stream, until) for stream in streams},
        streamset=_streamset(query, streams, until),
        boundary=Interval(_BEGINNING, _FOREVER),
        background=background,
        functions=functions,
        entail=entail,
        tracer=tracer,
        registration=query.origin,
        until=until,
        places=number_leaves(*(rule.pattern for rule in rules), body),
    )


def found_in(
    query: EventQuery, body: EventPattern, scope: Scope, rules: Sequence[Rule]
) -> tuple[list[TimedBinding], Scope]:
    """The timed bindings of a body with the rules that feed it, and what is seen when they have been applied."""
    closure = Closure(rules)
    if depends_on_the_instant(query):
        found = _step_by_step(query, body, closure, scope)
    else:
        found = as_set(bindings(body, closure.extend(scope)))
    return found, with_events(scope, closure.events)


def _told_apart(rule: Rule) -> Rule:
    return replace(rule, pattern=tell_leaves_apart(rule.pattern))


def _seen(stream: Stream, until: Instant | None) -> tuple[Event, ...]:
    return stream.events if until is None else stream.until(until).events


def _streamset(query: EventQuery, streams: Sequence[Stream], until: Instant | None) -> tuple[Event, ...]:
    read = [stream for stream in streams if not query.streams or stream.name in query.streams]
    events = [event for stream in read for event in _seen(stream, until)]
    return tuple(sorted(events, key=lambda event: (*event.interval.order, event.stream.value, event.arrival)))


def depends_on_the_instant(query: EventQuery) -> bool:
    """Whether an answer could be another one a little later: by consumption, or by a choice among all pairs."""
    patterns: list[EventPattern] = [query.body, *(rule.pattern for rule in query.rules)]
    chooses = any(
        element.follows in CHOOSING
        for pattern in patterns
        for node in descendants(pattern)
        if isinstance(node, SequencePattern)
        for element in node.elements
    )
    return chooses or query.consumption is Consumption.CONSUME


def _step_by_step(query: EventQuery, body: EventPattern, closure: Closure, scope: Scope) -> list[TimedBinding]:
    """An evaluation at each content change (SEMANTICS 3.9); each answer once, when it first holds."""
    found: dict[TimedBinding, None] = {}
    consumed: frozenset[Evidence] = frozenset()
    for now in sorted({event.end for event in scope.streamset}):
        current = closure.extend(_as_of(scope, now, consumed))
        justified = as_set(bindings(body, current))
        found.update(dict.fromkeys(justified))
        if query.consumption is Consumption.CONSUME:
            used = closure.evidence.union(*(binding.evidence for binding in justified)) - consumed
            for evidence in sorted(used, key=lambda each: (each.place, each.stream.value, each.arrival)):
                scope.tracer(Consumed(now, evidence))
            consumed |= used
    return list(found)


def _as_of(scope: Scope, now: Instant, consumed: frozenset[Evidence]) -> Scope:
    return replace(
        scope,
        sources={name: tuple(event for event in events if event.end <= now) for name, events in scope.sources.items()},
        streamset=tuple(event for event in scope.streamset if event.end <= now),
        until=now,
        consumed=consumed,
    )


def _in_form(query: EventQuery, found: list[TimedBinding], scope: Scope) -> list[Answer]:
    form = query.form
    timed = [(binding.interval, binding) for binding in found if binding.interval is not None]
    match form:
        case Select(variables):
            names = [variable.name for variable in variables if not variable.hidden]
            contents = [(interval, binding.solution.restrict(names)) for interval, binding in timed]
            return _distinct([Answer(interval, content) for interval, content in contents])
        case Ask():
            first = min((interval for interval, _ in timed), key=lambda interval: interval.order, default=None)
            return [] if first is None else [Answer(first, True)]
        case Construct(template):
            feeds_back = any(rule.template == template for rule in query.rules)
            needed = template_variables(Rule(template, query.body)) if feeds_back else frozenset()
            made = [
                Answer(interval, instantiated(template, binding.solution, f"answer {interval}"))
                for interval, binding in timed
                if needed <= binding.solution.keys()
            ]
            return _distinct([answer for answer in made if answer.content])
        case Describe(resources):
            described = [Answer(interval, _described(resources, binding, scope)) for interval, binding in timed]
            return _distinct([answer for answer in described if answer.content])
        case _:
            assert_never(form)


def _distinct(found: list[Answer]) -> list[Answer]:
    return list(dict.fromkeys(found))


def _described(resources: Sequence[object], binding: TimedBinding, scope: Scope) -> Graph:
    """What the justifying events and the background say of the resources."""
    known = {(each.stream, each.arrival) for each in binding.evidence}
    events = [event for event in scope.streamset if (event.stream, event.arrival) in known]
    store = Store()
    for triple in scope.background.default.union(*(scope.entail(event.graph) for event in events)):
        store.add(Quad(triple.subject, triple.predicate, triple.object))
    described: set[Triple] = set()
    for resource in resources:
        term = _resource(resource, binding)
        if isinstance(term, NamedNode):
            described |= _triples(store.query(f"DESCRIBE {term}"))
        elif isinstance(term, BlankNode):
            described |= {quad.triple for quad in store.quads_for_pattern(term, None, None)}
    return frozenset(described)


def _triples(result: object) -> set[Triple]:
    assert isinstance(result, QueryTriples)
    return set(result)


def _resource(resource: object, binding: TimedBinding) -> Term | None:
    if isinstance(resource, Variable):
        return binding.solution.get(resource.name)
    return resource.term if isinstance(resource, Constant) else None
