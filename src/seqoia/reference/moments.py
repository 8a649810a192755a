"""A query over finite streams, and what it sees at each instant: its windows, its streams, its background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from seqoia.algebra.events import BasicEvent, EventPattern, Occurrence
from seqoia.algebra.patterns import GraphPattern, MatchOf
from seqoia.algebra.query import WindowDeclaration, WindowQuery
from seqoia.algebra.streams import streams_read
from seqoia.algebra.traversal import descendants
from seqoia.model import (
    Dataset,
    Event,
    Evidence,
    IdentityWindow,
    Instant,
    Interval,
    NamedNode,
    Solution,
    Strategy,
    Stream,
    TimedBinding,
)
from seqoia.reference.background import Background
from seqoia.reference.entailment import Entail, entailment_of, in_every_graph
from seqoia.reference.events import Scope, as_set, bindings, number_leaves, tell_leaves_apart
from seqoia.reference.profiles import NOW, body_of, report_of, windows_of
from seqoia.reference.reports import Watched, evaluation_instants, horizon
from seqoia.reference.sights import Content, Sight, content_of
from seqoia.reference.solving import Solver, repeatable
from seqoia.reference.sparql import FreshFunctions, Functions
from seqoia.reference.trace import Tracer, WindowOpened, WindowReported
from seqoia.reference.windows import stretch


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant of ET: what is seen, and a solver for it."""

    sight: Sight
    known: Dataset
    """What a description can draw on: the default graph and the contents of all windows, as one."""
    solver: Solver
    matched: list[TimedBinding]

    def solve(self, body: GraphPattern) -> list[Solution]:
        return self.solver.solve(body, self.sight)

    @property
    def justified(self) -> frozenset[Evidence]:
        """The events behind what the event patterns of the query have matched."""
        return frozenset().union(*(binding.evidence for binding in self.matched))


@dataclass(frozen=True, slots=True)
class Replay:
    """A query, complete, over finite streams."""

    query: WindowQuery
    body: GraphPattern
    report: tuple[Strategy, ...]
    windows: tuple[Watched, ...]
    streams: tuple[Watched, ...]
    """The streams that event patterns read without a window."""
    instants: tuple[Instant, ...]
    background: Background
    functions: FreshFunctions
    tracer: Tracer
    streamset: tuple[Event, ...]
    places: Mapping[int, int]
    opened: set[tuple[NamedNode | None, NamedNode, Instant]] = field(default_factory=set)

    @classmethod
    def of(
        cls,
        query: WindowQuery,
        streams: Sequence[Stream],
        background: Background,
        until: Instant | None,
        functions: FreshFunctions,
        tracer: Tracer,
    ) -> Replay:
        body, report, declared = tell_leaves_apart(body_of(query)), report_of(query), windows_of(query)
        given = {stream.name: stream for stream in streams}
        read = _read(query, given)
        bare = tuple(WindowDeclaration(name, name, IdentityWindow()) for name in _without_window(query, read))
        pairs = [(each, read.get(each.stream, Stream(each.stream, ()))) for each in (*declared, *bare)]
        events = [event for stream in read.values() for event in stream.events]
        last = until if until is not None else horizon([(each.window, stream) for each, stream in pairs], report)
        first = max(query.origin, min((event.end for event in events), default=query.origin))
        watched = [] if last is None else [Watched(each, stream, first, last) for each, stream in pairs]
        instants = () if last is None else tuple(evaluation_instants(report, watched, first, last))
        return cls(
            query=query,
            body=body,
            report=report,
            windows=tuple(watched[: len(declared)]),
            streams=tuple(watched[len(declared) :]),
            instants=instants,
            background=background.picked(query.background),
            functions=functions,
            tracer=tracer,
            streamset=tuple(sorted(events, key=lambda each: (*each.interval.order, each.stream.value, each.arrival))),
            places=number_leaves(*(node.pattern for node in descendants(body) if isinstance(node, MatchOf))),
        )

    def moment(self, at: Instant, consumed: frozenset[Evidence]) -> Moment:
        """What the query sees at an instant, with these events used up."""
        background = self.background.at(at)
        entail = entailment_of(self.query.entailment, background)
        background = in_every_graph(background, entail)
        reported = [(window, window.reported(at, self.report)) for window in self.windows]
        for window, events in reported:
            self._tell(window, events, at)
        sight, known = self._sight(background, reported, entail)
        functions = {**self.functions(), NOW: at.literal}
        matched: list[TimedBinding] = []

        @cache
        def scope() -> Scope:
            return self._scope(at, reported, background, entail, functions, consumed)

        def match(pattern: EventPattern) -> list[Solution]:
            found = sorted(as_set(bindings(pattern, scope())), key=_in_time)
            matched.extend(found)
            return [binding.solution for binding in found]

        return Moment(sight, known, Solver(functions, match), matched)

    def _sight(
        self, background: Dataset, reported: Sequence[tuple[Watched, tuple[Event, ...]]], entail: Entail
    ) -> tuple[Sight, Dataset]:
        """The RSP-QL dataset at an instant (P-RSP, definition 14): windows without a name in the default graph, with
        a name as named graphs, and as windows. All of it as one default graph besides. What follows, follows from
        graphs as they are merged."""
        content = Content(background)
        known = Dataset(background.default)
        windows: dict[NamedNode, Content] = {}
        for window, events in reported:
            declared = window.declaration
            shown = content_of(events, entail, declared.counts_duplicates)
            known = known.merge(Dataset(shown.dataset.default))
            if declared.name is None:
                content = content.merge(shown)
                continue
            windows[declared.name] = shown
            content = content.merge(shown.named(declared.name))
            if self.query.profile.windows_join_default_graph:
                content = content.merge(shown.default())
        content = Content(in_every_graph(content.dataset, entail), content.counts)
        return Sight(content, windows), in_every_graph(known, entail)

    def _scope(
        self,
        at: Instant,
        reported: Sequence[tuple[Watched, tuple[Event, ...]]],
        background: Dataset,
        entail: Entail,
        functions: Functions,
        consumed: frozenset[Evidence],
    ) -> Scope:
        """What event patterns see: windows by their names, and streams by theirs where no window has it."""
        sources = {stream.stream.name: stream.stream.until(at).events for stream in self.streams}
        sources |= {each.declaration.name: events for each, events in reported if each.declaration.name is not None}
        seen = tuple(event for event in self.streamset if event.end <= at)
        return Scope(
            sources=sources,
            streamset=seen,
            boundary=Interval(min((event.start for event in seen), default=at), at),
            background=background,
            functions=functions,
            entail=entail,
            tracer=self.tracer,
            registration=self.query.origin,
            until=at,
            consumed=consumed,
            places=self.places,
        )

    def _tell(self, window: Watched, events: tuple[Event, ...], at: Instant) -> None:
        name, stream = window.declaration.name, window.declaration.stream
        if events:
            reach = stretch(window.declaration.window, at, events, window.reports_by_closing(at, self.report))
            if (name, stream, reach.start) not in self.opened:
                self.opened.add((name, stream, reach.start))
                self.tracer(WindowOpened(name, stream, reach))
        triples = sum(event.dataset.triple_count() for event in events)
        self.tracer(WindowReported(name, stream, at, len(events), triples))


def _read(query: WindowQuery, given: Mapping[NamedNode, Stream]) -> dict[NamedNode, Stream]:
    """The streams that a query reads: those that it names, or all where an event pattern names none."""
    if any(isinstance(node, Occurrence) and node.source is None for node in descendants(query.body)):
        return dict(given)
    return {name: given[name] for name in streams_read(query) if name in given}


def _without_window(query: WindowQuery, read: Mapping[NamedNode, Stream]) -> list[NamedNode]:
    """The streams among those read that event patterns reach by their own name."""
    declared = {window.stream for window in query.windows}
    asked = {node.source for node in descendants(query.body) if isinstance(node, BasicEvent | Occurrence)}
    return [name for name in read if name in asked or (None in asked and name not in declared)]


def _in_time(binding: TimedBinding) -> tuple[bool, tuple[Instant, ...], list[tuple[str, str]]]:
    """The key of ≺; what holds at all times comes first."""
    order = () if binding.interval is None else binding.interval.order
    return (binding.interval is not None, order, repeatable(binding.solution))
