"""CONSTRUCT rules and their least fixed point, clos_Q(S) (P-EP, section 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from seqoia.algebra.expressions import Variable
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

_SPARE_ROUNDS = 2_000
_MOST_DERIVED = 200_000


class Closure:
    """The events that rules have derived so far, and the evidence for them."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = rules
        self.events: tuple[Event, ...] = ()
        self.evidence: set[Evidence] = set()
        self._known: set[tuple[Graph, Interval]] = set()

    def extend(self, scope: Scope) -> Scope:
        """Applies the rules until nothing new follows; the scope with what was derived.

        A rule whose every step takes a later event needs at most one round an event. One that goes on for far
        longer over the same events would not end.
        """
        rounds, allowed = 0, len(scope.streamset) + _SPARE_ROUNDS
        seeing = with_events(scope, self.events)
        while fresh := [event for place, rule in enumerate(self.rules) for event in self._derive(place, rule, seeing)]:
            rounds += 1
            if rounds > allowed or len(self.events) > _MOST_DERIVED:
                raise EndlessRulesError(self._name(fresh[-1], seeing))
            seeing = with_events(scope, self.events)
        return seeing

    def _derive(self, place: int, rule: Rule, scope: Scope) -> list[Event]:
        fresh = []
        for binding in as_set(bindings(rule.pattern, scope)):
            event = self._event(place, rule, binding)
            if event is not None:
                fresh.append(event)
                scope.tracer(Derived(rule.name or f"rule {place + 1}", event.interval, len(event.graph)))
        return fresh

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

    def _name(self, last: Event, scope: Scope) -> str:
        """The rule that derived the last event."""
        for place, rule in enumerate(self.rules):
            for binding in bindings(rule.pattern, scope):
                if binding.interval == last.interval:
                    return rule.name or f"rule {place + 1}"
        return "a rule"


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
