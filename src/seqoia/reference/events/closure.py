"""CONSTRUCT rules and their least fixed point, clos_Q(S) (P-EP, section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from seqoia.algebra.events import BasicEvent, EventPattern, Let, Occurrence, Sight, Where
from seqoia.algebra.expressions import Variable
from seqoia.algebra.patterns import BasicGraphPattern
from seqoia.algebra.query import Rule
from seqoia.algebra.traversal import descendants
from seqoia.model import Dataset, Event, Evidence, Graph, Interval, NamedNode, TimedBinding
from seqoia.reference.errors import EndlessRulesError
from seqoia.reference.events.bindings import bindings
from seqoia.reference.events.pairs import as_set
from seqoia.reference.events.scope import Scope
from seqoia.reference.templates import instantiated
from seqoia.reference.trace import Derived

DERIVED = NamedNode("urn:x-seqoia:derived")
"""The stream on which derived events come."""

_SPARE_ROUNDS = 1_500
_MOST_DERIVED = 200_000


class Closure:
    """The events that rules have derived so far, and the evidence for them."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.events: tuple[Event, ...] = ()
        self.evidence: set[Evidence] = set()
        self._known: set[tuple[Graph, Interval]] = set()
        self._alone = [looks_at_one_event(rule.pattern) for rule in rules]
        self._seen: list[set[Event]] = [set() for _ in rules]

    def extend(self, scope: Scope) -> Scope:
        """Applies the rules until nothing new follows; the scope with what was derived.

        A rule whose every step takes a later event needs at most one round an event. One that goes on for far
        longer over the same events would not end.
        """
        rounds, allowed = 0, len(scope.streamset) + _SPARE_ROUNDS
        while (last := self._apply_each(scope)) is not None:
            rounds += 1
            if rounds > allowed or len(self.events) > _MOST_DERIVED:
                raise EndlessRulesError(last)
        return with_events(scope, self.events)

    def _apply_each(self, scope: Scope) -> str | None:
        """Applies every rule once, to what those before it have derived as well; the last that derived something."""
        last = None
        for place, rule in enumerate(self.rules):
            if self._derive(place, rule, with_events(scope, self.events)):
                last = _name(place, rule)
        return last

    def _derive(self, place: int, rule: Rule, scope: Scope) -> list[Event]:
        fresh = []
        if self._alone[place]:
            scope = self._unseen(place, scope)
        for binding in as_set(bindings(rule.pattern, scope)):
            event = self._event(place, rule, binding)
            if event is not None:
                fresh.append(event)
                scope.tracer(Derived(_name(place, rule), event.interval, len(event.graph)))
        return fresh

    def _unseen(self, place: int, scope: Scope) -> Scope:
        """Without the events that a rule over single events has had before: they derive nothing new."""
        seen = self._seen[place]
        streamset = tuple(event for event in scope.streamset if event not in seen)
        sources = {
            name: tuple(event for event in events if event not in seen) for name, events in scope.sources.items()
        }
        seen.update(streamset)
        return replace(scope, sources=sources, streamset=streamset)

    def _event(self, place: int, rule: Rule, binding: TimedBinding) -> Event | None:
        """What the rule adds for a solution that binds all variables of its template, unless it is known."""
        if binding.interval is None or not template_variables(rule) <= binding.solution.keys():
            return None
        self.evidence |= binding.evidence
        graph = instantiated(rule.template, binding.solution, f"{place} {binding.interval}")
        key = (graph, binding.interval)
        if not graph or key in self._known:
            return None
        self._known.add(key)
        event = Event(DERIVED, binding.interval, Dataset(graph), len(self.events))
        self.events = (*self.events, event)
        return event


def _name(place: int, rule: Rule) -> str:
    return rule.name or f"rule {place + 1}"


def looks_at_one_event(pattern: EventPattern) -> bool:
    """Whether every binding comes of one event alone, whatever else has happened."""
    match pattern:
        case BasicEvent():
            return True
        case Occurrence(BasicGraphPattern((_,))):
            return True
        case Where(inner, _, sight) | Let(inner, _, _, sight):
            return sight is Sight.GROUP and looks_at_one_event(inner)
        case _:
            return False


def template_variables(rule: Rule) -> frozenset[str]:
    """The variables that a template needs; its blank nodes are not among them."""
    return frozenset(
        node.name
        for triple in rule.template
        for node in descendants(triple)
        if isinstance(node, Variable) and not node.hidden
    )


def with_events(scope: Scope, derived: tuple[Event, ...]) -> Scope:
    """A scope in which derived events are seen as well."""
    if not derived:
        return scope
    return replace(scope, sources={**scope.sources, DERIVED: derived}, streamset=(*scope.streamset, *derived))
