"""The scope in which an event pattern is evaluated: P-RSEP's active window, as a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeAlias, TypeVar

from seqoia.algebra.events import BasicEvent, EventPattern, Occurrence
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.traversal import Node, descendants, map_children
from seqoia.model import (
    EMPTY_DATASET,
    EMPTY_SOLUTION,
    EPOCH,
    Dataset,
    Duration,
    Event,
    Evidence,
    Graph,
    Instant,
    Interval,
    NamedNode,
    Solution,
    Term,
    TimedBinding,
)
from seqoia.reference.trace import Tracer, silent

Functions: TypeAlias = Mapping[NamedNode, Callable[..., Term | None]]


def as_it_stands(graph: Graph) -> Graph:
    """Simple entailment: a graph has the triples that stand in it."""
    return graph


@dataclass(frozen=True, slots=True)
class Scope:
    """What an event pattern can see.

    `sources` are the events that each window or stream of the query lets through, `streamset` those of all streams
    together (strict contiguity asks for them), `boundary` is [τb, τe].
    """

    sources: Mapping[NamedNode, tuple[Event, ...]]
    streamset: tuple[Event, ...]
    boundary: Interval
    background: Dataset = EMPTY_DATASET
    functions: Functions = field(default_factory=dict)
    entail: Callable[[Graph], Graph] = as_it_stands
    tracer: Tracer = silent
    earlier: Solution = EMPTY_SOLUTION
    """What the elements before this one have bound."""
    later: Solution = EMPTY_SOLUTION
    """μ₂ of P-RSEP (7): what the elements after this one have bound, and what chooses here has to agree with."""
    after: Instant | None = None
    """The end of the elements before this one, if there are any."""
    previous: Solution | None = None
    """The previous iteration's bindings, inside a repetition."""
    reach: Duration | None = None
    """The width of a sliding frame: an absence at the start looks back so far from the end of the match."""
    registration: Instant = EPOCH
    """The instant from which tumbling frames count."""
    until: Instant | None = None
    """How far time has come; without one the streams are complete."""
    consumed: frozenset[Evidence] = frozenset()
    places: Mapping[int, int] = field(default_factory=dict)
    """Each leaf's place in the query, by the identity of the leaf."""
    runs: count[int] = field(default_factory=count)
    matched: dict[tuple[int, Event], tuple[Solution, ...]] = field(default_factory=dict)
    """A leaf's solutions over an event, which are the same in every scope of one evaluation."""

    @property
    def boundary_has_passed(self) -> bool:
        """Whether no event can come any more that lies in the boundary."""
        return self.until is None or self.boundary.end <= self.until

    def covers(self, event: Event) -> bool:
        """Whether the event lies in the boundary."""
        return self.boundary.start <= event.start and event.end <= self.boundary.end

    def events_of(self, source: NamedNode, leaf: EventPattern) -> tuple[Event, ...]:
        """The events of a source that a leaf can see: in the boundary, and not consumed in its place."""
        return tuple(event for event in self.sources.get(source, ()) if self._visible(event, leaf))

    def all_events(self, leaf: EventPattern) -> tuple[Event, ...]:
        """As `events_of`, over every source."""
        return tuple(event for event in self.streamset if self._visible(event, leaf))

    def evidence(self, leaf: EventPattern, event: Event) -> Evidence:
        return Evidence(self.places.get(id(leaf), 0), event.stream, event.arrival)

    def seeing(self, before: TimedBinding) -> Scope:
        """For what follows a partial match."""
        ended = before.interval.end if before.interval else self.after
        return replace(self, earlier=self.earlier.merge(before.solution), after=ended)

    def within(self, boundary: Interval, reach: Duration | None = None) -> Scope:
        """Under a narrower boundary."""
        start = max(boundary.start, self.boundary.start)
        end = min(boundary.end, self.boundary.end)
        return replace(self, boundary=Interval(start, max(start, end)), reach=reach)

    def before(self, instant: Instant) -> Scope:
        """W⊔[0, t − 1] • W: only what has ended before the instant (P-RSEP (7))."""
        last = Instant(instant.microseconds - 1)
        return replace(self, boundary=Interval(min(self.boundary.start, last), min(self.boundary.end, last)))

    def substituting(self, later: Solution) -> Scope:
        """μ₂(E): as far as something chooses among what a pattern binds (P-RSEP (7))."""
        return replace(self, later=self.later.merge(later))

    def agreed(self, bindings: Iterable[TimedBinding]) -> list[TimedBinding]:
        """Those that agree with what is substituted."""
        return [binding for binding in bindings if self.later.compatible(binding.solution)]

    def _visible(self, event: Event, leaf: EventPattern) -> bool:
        return self.covers(event) and self.evidence(leaf, event) not in self.consumed


_Pattern = TypeVar("_Pattern", EventPattern, GraphPattern)


def tell_leaves_apart(pattern: _Pattern) -> _Pattern:
    """The same pattern with every leaf an object of its own, so that its place can be told by identity."""

    def renew(node: Node) -> Node:
        return replace(node) if isinstance(node, BasicEvent | Occurrence) else map_children(node, renew)

    renewed: _Pattern = renew(pattern)
    return renewed


def number_leaves(*patterns: EventPattern) -> dict[int, int]:
    """The place of every leaf, from the left."""
    leaves = (
        node for pattern in patterns for node in descendants(pattern) if isinstance(node, BasicEvent | Occurrence)
    )
    return {id(leaf): place for place, leaf in enumerate(leaves)}
