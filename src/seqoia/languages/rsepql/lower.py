"""From RSEP-QL trees to algebra: event patterns over windows (P-RSEP, sections 3.3 and 4)."""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.languages.rsepql import tree
from seqoia.languages.rspql.lower import RspqlLowering, clauses
from seqoia.languages.rspql.tree import ContinuousQuery
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.lower import Listener, join, lower_as, unheard, warnings_as
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import Consumption, Reading, Selection, Which
from seqoia.text import Diagnostic, Source, closest


class RsepqlLowering(RspqlLowering):
    """Windows as in RSP-QL, aligned where they do not say how they are read; MATCH gives the solutions of events."""

    reading = Reading.ALIGNED

    def __init__(self, source: Source, warn: Listener = unheard, base: str | None = None) -> None:
        super().__init__(source, warn, base)
        self.events: dict[str, tree.EventClause] = {}
        self._asked: dict[str, int] = {}

    def query(self, document: sparql.Document) -> q.WindowQuery:
        if not isinstance(document, ContinuousQuery):
            raise TypeError(f"nothing says what {type(document).__name__} means")
        for clause in clauses(document):
            if isinstance(clause, tree.EventClause):
                self._define(clause)
        lowered = super().query(document)
        consumes = any(isinstance(clause, tree.Consuming) for clause in clauses(document))
        return replace(lowered, consumption=Consumption.CONSUME) if consumes else lowered

    def element(self, element: sparql.PatternElement, before: gp.GraphPattern) -> gp.GraphPattern:
        if not isinstance(element, tree.Match):
            return super().element(element, before)
        if self.inside:
            raise Refusal(
                "there is no MATCH inside a window or an event",
                element.span,
                "an event pattern says itself which windows it asks",
                "put MATCH beside it",
            )
        return join(before, gp.MatchOf(self.event(element.pattern)))

    def event(self, pattern: tree.EventPattern) -> ev.EventPattern:
        """An event pattern in the algebra."""
        match pattern:
            case tree.EventName():
                return self._named(pattern)
            case tree.BasicEvent():
                return self._basic(pattern)
            case tree.Extreme(which, inner):
                return ev.First(self.event(inner)) if which is Which.FIRST else ev.Last(self.event(inner))
            case tree.Sequence(first, others):
                return self._sequence(first, others)
            case _:
                assert_never(pattern)

    def warn_of_unused(self) -> None:
        """What an event asks counts as asked for, even if nothing matches the event."""
        for name, clause in self.events.items():
            if name not in self._asked:
                self._basic(clause.event)
                self.warn(f"nothing matches the event {name}", clause.name.span, help=f"write MATCH {{ {name} }}")
        super().warn_of_unused()

    def _define(self, clause: tree.EventClause) -> None:
        name = clause.name.name
        if name in self.events:
            raise Refusal(f"there are two events named {name}", clause.name.span, help="give each its own name")
        self.events[name] = clause

    def _named(self, written: tree.EventName) -> ev.BasicEvent:
        """A named event; where it is asked for again, its blank nodes are others."""
        clause = self.events.get(written.name)
        if clause is None:
            meant = closest(written.name, self.events)
            raise Refusal(
                f"there is no event {written.name}",
                written.span,
                "expected the name of an event, or EVENT ON a window",
                f"did you mean {meant}?" if meant else f"define it: EVENT ON <…> {{ … }} AS {written.name}",
            )
        time = self._asked[written.name] = self._asked.get(written.name, 0) + 1
        with self.labels("_" if time == 1 else f"{time}_"):
            return replace(self._basic(clause.event), label=written.name)

    def _basic(self, written: tree.BasicEvent) -> ev.BasicEvent:
        return ev.BasicEvent(self.window_named(written.window), self.apart(written.group))

    def _sequence(self, first: tree.EventPattern, others: tuple[tree.NextEvent, ...]) -> ev.Sequence:
        """One sequence where every pair counts; else each step chooses from what stands before it."""
        elements = [ev.Element(self.event(first))]
        for other in others:
            policy = other.policy or Selection.ANY
            if policy is not Selection.ANY or elements[-1].follows is not Selection.ANY:
                elements = [ev.Element(ev.Sequence(tuple(elements)))] if len(elements) > 1 else elements
            elements.append(ev.Element(self.event(other.event), policy))
        return ev.Sequence(tuple(elements))


def lower(document: ContinuousQuery, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """An RSEP-QL query in the algebra."""
    return lower_as(RsepqlLowering, document, warn, base)


def warnings(document: ContinuousQuery) -> tuple[Diagnostic, ...]:
    """What a query's author should hear although the query has a meaning."""
    return warnings_as(RsepqlLowering, document)
