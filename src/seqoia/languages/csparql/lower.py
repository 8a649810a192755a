"""From the C-SPARQL tree to algebra: windows join the default graph, and report when they close."""

from __future__ import annotations

from collections.abc import Iterable

from seqoia.algebra import query as q
from seqoia.languages.csparql.tree import BareName, ContinuousQuery, Registered, Registration, StreamWindow
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower import Listener, Lowering, lower_as, unheard, warnings_as
from seqoia.languages.windows import length, window_over
from seqoia.model import (
    CSPARQL,
    Duration,
    NamedNode,
    NonEmptyContent,
    Periodic,
    Strategy,
    TimeWindow,
)
from seqoia.text import Diagnostic

KINDS = {Registered.QUERY: q.OutputKind.QUERY, Registered.STREAM: q.OutputKind.STREAM}
WITHOUT_BASE = "urn:seqoia:"
"""What stands before the name of a registered query that is a bare word, if the query has no base."""


class CSparqlLowering(Lowering):
    """A query, where it is registered and when it is computed."""

    def query(self, document: tree.Document) -> q.WindowQuery:
        if not isinstance(document, ContinuousQuery):
            raise TypeError(f"nothing says what {type(document).__name__} means")
        told, inner = document.registration, document.query
        self.begin(document, inner.prologue)
        asked, body = self.form(inner.form, inner.values)
        windows = tuple(map(self._window, _stream_windows(inner.form)))
        return q.WindowQuery(
            asked,
            body,
            windows,
            background=self.dataset(inner.form),
            report=_report(length(told.period), windows) if told and told.period else None,
            registration=self._registered(told) if told else None,
            profile=CSPARQL,
        )

    def _window(self, clause: StreamWindow) -> q.WindowDeclaration:
        stream = self.iri(clause.stream)
        return q.WindowDeclaration(stream if clause.named else None, stream, window_over(clause.window))

    def _registered(self, told: Registration) -> q.Registration:
        return q.Registration(self._name(told.name), KINDS[told.kind])

    def _name(self, name: BareName | tree.Iri) -> NamedNode:
        if not isinstance(name, BareName):
            return self.iri(name)
        text = name.name if self.base is not None else WITHOUT_BASE + name.name
        return self.iri(tree.FullIri(text, span=name.span))


def lower(document: ContinuousQuery, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """A C-SPARQL query in the algebra."""
    return lower_as(CSparqlLowering, document, warn, base)


def warnings(document: ContinuousQuery) -> tuple[Diagnostic, ...]:
    """What a query's author should hear although the query has a meaning."""
    return warnings_as(CSparqlLowering, document)


def _stream_windows(form: tree.QueryForm) -> Iterable[StreamWindow]:
    return (clause for clause in tree.children(form) if isinstance(clause, StreamWindow))


def _report(period: Duration, windows: tuple[q.WindowDeclaration, ...]) -> tuple[Strategy, ...]:
    """COMPUTED EVERY: of the instants at which windows close, one each period.

    Windows of triples close with every event, at no regular instants: then the period alone says when.
    """
    regular = any(isinstance(declared.window, TimeWindow) for declared in windows)
    return (*CSPARQL.report, Periodic(period)) if regular else (NonEmptyContent(), Periodic(period))
