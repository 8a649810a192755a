"""From the SPARQLstream tree to algebra: windows join the default graph, and SELECT may say what is streamed."""

from __future__ import annotations

from seqoia.algebra import query as q
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower import Listener, Lowering, lower_as, unheard, warnings_as
from seqoia.languages.sparqlstream.tree import StreamedConstruct, StreamedSelect, StreamWindow
from seqoia.languages.windows import length
from seqoia.model import SPARQLSTREAM, StreamOperator, TimeWindow
from seqoia.text import Diagnostic


class SparqlStreamLowering(Lowering):
    """A query over windows without names."""

    def query(self, document: tree.Document) -> q.WindowQuery:
        if not isinstance(document, tree.Query):
            raise TypeError(f"nothing says what {type(document).__name__} means")
        self.begin(document, document.prologue)
        asked, body = self.form(document.form, document.values)
        clauses = (clause for clause in tree.children(document.form) if isinstance(clause, StreamWindow))
        return q.WindowQuery(
            asked,
            body,
            tuple(map(self._window, clauses)),
            background=self.dataset(document.form),
            operator=_operator(document.form),
            profile=SPARQLSTREAM,
        )

    def _window(self, clause: StreamWindow) -> q.WindowDeclaration:
        window = TimeWindow(length(clause.window.width), length(clause.window.slide))
        return q.WindowDeclaration(None, self.iri(clause.stream), window)


def lower(document: tree.Query, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """A SPARQLstream query in the algebra."""
    return lower_as(SparqlStreamLowering, document, warn, base)


def warnings(document: tree.Query) -> tuple[Diagnostic, ...]:
    """What a query's author should hear although the query has a meaning."""
    return warnings_as(SparqlStreamLowering, document)


def _operator(form: tree.QueryForm) -> StreamOperator | None:
    match form:
        case StreamedConstruct():
            return form.operator
        case tree.Select(select) if isinstance(select, StreamedSelect):
            return select.operator
        case _:
            return None
