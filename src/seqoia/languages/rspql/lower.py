"""From RSP-QL trees to algebra: windows, when they report and what is streamed (P-RSP, definitions 11 to 24)."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Constant, Variable
from seqoia.languages.rspql import tree
from seqoia.languages.rspql.times import duration_of, instant_of
from seqoia.languages.rspql.windows import has_gaps, window_of
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.lower import Listener, Lowering, join, lower_as, unheard, warnings_as
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import (
    ContentChange,
    Entailment,
    NamedNode,
    NonEmptyContent,
    Periodic,
    Reading,
    ScopeRule,
    Strategy,
    StreamOperator,
    WindowClose,
)
from seqoia.text import Diagnostic, Source, closest

OPERATORS = {
    tree.Registered.RSTREAM: StreamOperator.RSTREAM,
    tree.Registered.ISTREAM: StreamOperator.ISTREAM,
    tree.Registered.DSTREAM: StreamOperator.DSTREAM,
}


class RspqlLowering(Lowering):
    """A query over windows; what it leaves open the profile decides."""

    reading: Reading | None = None
    """How windows are read that do not say it; `None` leaves it to the profile."""

    def __init__(self, source: Source, warn: Listener = unheard, base: str | None = None) -> None:
        super().__init__(source, warn, base)
        self.windows: dict[NamedNode, tree.WindowClause] = {}
        self.used: set[NamedNode] = set()
        self.inside = False
        """Whether what is lowered stands inside a window or an event, and so sees no windows."""

    def query(self, document: sparql.Document) -> q.WindowQuery:
        if not isinstance(document, tree.ContinuousQuery):
            raise TypeError(f"nothing says what {type(document).__name__} means")
        self.begin(document, document.prologue)
        chosen = None
        regime = Entailment.SIMPLE
        for clause in clauses(document):
            match clause:
                case tree.ScopeClause(rule):
                    chosen = self.scope = rule
                case tree.EntailmentClause(regime):
                    pass
        return self._continuous(document, chosen, regime)

    def _continuous(
        self, document: tree.ContinuousQuery, chosen: ScopeRule | None, regime: Entailment
    ) -> q.WindowQuery:
        declared = tuple(
            self._declared(clause) for clause in clauses(document) if isinstance(clause, tree.WindowClause)
        )
        report = self._report(document)
        form, body = self.form(document.form, document.values)
        self.warn_of_unused()
        told = document.registration
        return q.WindowQuery(
            form,
            body,
            declared,
            background=self.dataset(document.form),
            report=report,
            operator=_operator(document),
            entailment=regime,
            scope=chosen,
            registration=None if told is None else q.Registration(self.iri(told.name), _kind(told)),
        )

    def element(self, element: sparql.PatternElement, before: gp.GraphPattern) -> gp.GraphPattern:
        match element:
            case tree.WindowPattern(sparql.Variable(name), group):
                self.used.update(self.windows)
                return join(before, gp.WindowOf(Variable(name), self._in_window(element, group)))
            case tree.WindowPattern((sparql.FullIri() | sparql.PrefixedName()) as name, group):
                window = self.window_named(name)
                return join(before, gp.WindowOf(Constant(window), self._in_window(element, group)))
            case sparql.Graph((sparql.FullIri() | sparql.PrefixedName()) as name, group) if self._is_window(name):
                return self.element(tree.WindowPattern(name, group, span=element.span), before)
            case _:
                return super().element(element, before)

    def window_named(self, name: sparql.Iri) -> NamedNode:
        """The window of that name."""
        window = self.iri(name)
        if window not in self.windows:
            raise self._unknown_window(window, name)
        self.used.add(window)
        return window

    def apart(self, group: sparql.Group) -> gp.GraphPattern:
        """A group over a dataset of its own, without windows: the content of a window or of an event."""
        inside, self.inside = self.inside, True
        pattern = self.group(group)
        self.inside = inside
        return pattern

    def warn_of_unused(self) -> None:
        """Warns of what is declared and never asked for."""
        for window, clause in self.windows.items():
            if window not in self.used and clause.name is not None:
                self.warn(
                    f"nothing asks the window {window}",
                    clause.name.span,
                    "it can only make the query report",
                    f"ask it with WINDOW {window} {{ … }}, or leave its name away: FROM WINDOW ON …",
                )

    def _declared(self, clause: tree.WindowClause) -> q.WindowDeclaration:
        name = None if clause.name is None else self.iri(clause.name)
        if name is not None and clause.name is not None:
            if name in self.windows:
                raise Refusal(f"there are two windows named {name}", clause.name.span, help="give each its own name")
            self.windows[name] = clause
        if isinstance(clause.window, tree.TimeWindow) and has_gaps(clause.window):
            self.warn(
                "there are gaps between these windows",
                clause.window.span,
                "the slide is longer than the width: what happens in between is never seen",
            )
        window = window_of(clause.window, self.reading)
        return q.WindowDeclaration(name, self.iri(clause.stream), window, clause.counts_duplicates)

    def _in_window(self, element: tree.WindowPattern, group: sparql.Group) -> gp.GraphPattern:
        if self.inside:
            raise Refusal(
                "a window has no windows inside",
                element.span,
                "its content is a dataset of its own (P-UNC, definition 16)",
                "put the two WINDOW patterns beside each other",
            )
        return self.apart(group)

    def _is_window(self, name: sparql.Iri) -> bool:
        """Whether GRAPH asks for a window: windows are named graphs of the dataset (P-RSP, definition 14)."""
        return not self.inside and self.iri(name) in self.windows

    def _unknown_window(self, window: NamedNode, name: sparql.Iri) -> Refusal:
        streams = {self.iri(clause.stream): known for known, clause in self.windows.items()}
        if window in streams:
            helping = f"this is a stream; its window is {streams[window]}"
        elif meant := closest(window.value, (known.value for known in self.windows)):
            helping = f"did you mean <{meant}>?"
        else:
            helping = f"declare it: FROM NAMED WINDOW {window} ON <…> [RANGE PT10S STEP PT1S]"
        return Refusal(f"there is no window {window}", name.span, "expected the name of a window", helping)

    def _report(self, document: tree.ContinuousQuery) -> tuple[Strategy, ...] | None:
        written = [clause for clause in clauses(document) if isinstance(clause, tree.Report)]
        strategies = [self._strategy(condition) for clause in written for condition in clause.conditions]
        if document.registration is not None and document.registration.period is not None:
            strategies.append(Periodic(duration_of(document.registration.period)))
        return tuple(strategies) or None

    def _strategy(self, condition: tree.WindowCondition | tree.PeriodicCondition) -> Strategy:
        match condition:
            case tree.PeriodicCondition(period, origin):
                return Periodic(duration_of(period), None if origin is None else instant_of(origin))
            case tree.WindowCondition(occasion, name):
                return self._window_strategy(occasion, None if name is None else self._reporting_window(name))
            case _:
                assert_never(condition)

    def _reporting_window(self, name: sparql.Iri) -> NamedNode:
        window = self.iri(name)
        if window not in self.windows:
            raise self._unknown_window(window, name)
        return window

    def _window_strategy(self, occasion: tree.Occasion, window: NamedNode | None) -> Strategy:
        match occasion:
            case tree.Occasion.CONTENT_CHANGE:
                return ContentChange(window)
            case tree.Occasion.WINDOW_CLOSE:
                return WindowClose(window)
            case tree.Occasion.NON_EMPTY_CONTENT:
                return NonEmptyContent(window)
            case _:
                assert_never(occasion)


def lower(document: tree.ContinuousQuery, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """An RSP-QL query in the algebra."""
    return lower_as(RspqlLowering, document, warn, base)


def warnings(document: tree.ContinuousQuery) -> tuple[Diagnostic, ...]:
    """What a query's author should hear although the query has a meaning."""
    return warnings_as(RspqlLowering, document)


def clauses(document: tree.ContinuousQuery) -> tuple[sparql.DatasetClause, ...]:
    """The clauses between the head of the query and its pattern."""
    return tuple(part for part in sparql.children(document.form) if isinstance(part, sparql.DatasetClause))


def _operator(document: tree.ContinuousQuery) -> StreamOperator | None:
    if document.operator is not StreamOperator.NONE:
        return document.operator
    return OPERATORS.get(document.registration.kind) if document.registration else None


def _kind(registration: tree.Registration) -> q.OutputKind:
    return q.OutputKind.QUERY if registration.kind is tree.Registered.QUERY else q.OutputKind.STREAM
