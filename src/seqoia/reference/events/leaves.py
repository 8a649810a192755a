"""Where bindings come from: events, the background, and tables."""

from __future__ import annotations

from types import MappingProxyType

from seqoia.algebra.events import BasicEvent, Table, Timeless
from seqoia.algebra.patterns import GraphOf, GraphPattern, Values
from seqoia.algebra.traversal import descendants
from seqoia.model import Dataset, Event, Solution, TimedBinding
from seqoia.reference.events.scope import Scope
from seqoia.reference.solving import solved


def basic_event(leaf: BasicEvent, scope: Scope) -> list[TimedBinding]:
    """For every event in scope, the solutions over its graph, with its interval (P-RSEP (4); P-SPA, definition 7)."""
    looks_outside = any(isinstance(node, GraphOf) for node in descendants(leaf.pattern))
    bindings = []
    for event in scope.events_of(leaf.source, leaf):
        evidence = frozenset({scope.evidence(leaf, event)})
        found = scope.matched.get((id(leaf), event))
        if found is None:
            dataset = _dataset_of(event, scope, looks_outside)
            found = tuple(dict.fromkeys(_visible_solutions(leaf.pattern, dataset, scope)))
            scope.matched[id(leaf), event] = found
        bindings += [TimedBinding(solution, event.interval, evidence) for solution in found]
    return bindings


def timeless(leaf: Timeless, scope: Scope) -> list[TimedBinding]:
    """The solutions over the background, which hold at all times."""
    found = dict.fromkeys(_visible_solutions(leaf.pattern, scope.background, scope))
    return [TimedBinding(solution, None) for solution in found]


def table(leaf: Table) -> list[TimedBinding]:
    """The rows, which hold at all times."""
    return [TimedBinding(solution, None) for solution in dict.fromkeys(_rows(leaf.values))]


def visible(solution: Solution) -> Solution:
    """Without what was made for blank nodes of the query (P-EP, footnote 4)."""
    return solution.restrict(name for name in solution if not name.startswith("."))


def _visible_solutions(pattern: GraphPattern, dataset: Dataset, scope: Scope) -> list[Solution]:
    return [visible(solution) for solution in solved(pattern, dataset, scope.functions)]


def _dataset_of(event: Event, scope: Scope, looks_outside: bool) -> Dataset:
    """The event's own dataset; its named graphs hide those of the background that bear the same name."""
    named = {name: scope.entail(graph) for name, graph in event.dataset.named.items()}
    if looks_outside:
        named = {**scope.background.named, **named}
    return Dataset(scope.entail(event.graph), MappingProxyType(named))


def _rows(values: Values) -> list[Solution]:
    names = [variable.name for variable in values.variables]
    return [
        Solution({name: term for name, term in zip(names, row, strict=True) if term is not None}) for row in values.rows
    ]
