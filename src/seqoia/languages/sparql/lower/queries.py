"""Whole queries."""

from __future__ import annotations

from collections.abc import Iterable

from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks import VisibleVariables
from seqoia.languages.sparql.lower.names import Listener, unheard
from seqoia.languages.sparql.lower.selections import SelectionLowering, visible
from seqoia.languages.sparql.lower.size import check_size, too_deep
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import Diagnostic


class Lowering(SelectionLowering):
    """A query form over its pattern. A dialect overrides `element`, `expression`, `declaration` and `query`."""

    def query(self, document: tree.Document) -> q.Query:
        """A text in the algebra; a dialect knows texts that are more than a query."""
        match document:
            case tree.Query(prologue, form, values):
                self.begin(document, prologue)
                asked, body = self.form(form, values)
                return q.WindowQuery(asked, body, background=self.dataset(form))
            case _:
                raise TypeError(f"nothing says what {type(document).__name__} means")

    def begin(self, document: tree.Document, prologue: Iterable[tree.Declaration]) -> None:
        """Reads the prologue and looks once over the text."""
        self.declare(prologue)
        self.everywhere = _bound_somewhere(document)

    def form(self, form: tree.QueryForm, values: tree.Values | None) -> tuple[q.Form, gp.GraphPattern]:
        """What is asked for, and the pattern whose solutions answer it."""
        match form:
            case tree.Select():
                return self._select(form, values)
            case tree.Construct():
                return self._construct(form, values)
            case tree.Describe():
                return self._describe(form, values)
            case tree.Ask(_, where, modifiers):
                return q.Ask(), self.modified(self.group(where), modifiers, values)
            case _:
                raise TypeError(f"nothing says what {type(form).__name__} means")

    def dataset(self, form: tree.QueryForm) -> q.DatasetClause | None:
        """The background graphs that a query names, if it names any."""
        clauses = tuple(clauses_of(form))
        default = tuple(self.iri(clause.iri) for clause in clauses if isinstance(clause, tree.DefaultGraph))
        named = tuple(self.iri(clause.iri) for clause in clauses if isinstance(clause, tree.NamedGraph))
        return q.DatasetClause(default, named) if default or named else None

    def _select(self, form: tree.Select, values: tree.Values | None) -> tuple[q.Form, gp.GraphPattern]:
        where = self.group(form.where)
        body = self.selected(form, where, values)
        columns = self.projected(form, where, values)
        asked = [(item.name, item.span) for item in form.select.projection or () if isinstance(item, tree.Variable)]
        self.warn_of_unbound(asked, _projected_from(body))
        return q.Select(columns), body

    def _construct(self, form: tree.Construct, values: tree.Values | None) -> tuple[q.Form, gp.GraphPattern]:
        body = self.modified(self.group(form.where), form.modifiers, values)
        if form.template is not None:
            asked = {part.name: part.span for part in tree.walk(form.template) if isinstance(part, tree.Variable)}
            self.warn_of_unbound(list(asked.items()), body)
            return q.Construct(self.template(form.template)), body
        blocks = (block for block in form.where.elements if isinstance(block, tree.TriplesBlock))
        return q.Construct(tuple(triple for block in blocks for triple in self.template(block))), body

    def _describe(self, form: tree.Describe, values: tree.Values | None) -> tuple[q.Form, gp.GraphPattern]:
        pattern = gp.UNIT if form.where is None else self.group(form.where)
        body = self.modified(pattern, form.modifiers, values)
        if form.targets is None:
            return q.Describe(visible(body, form.where or form, values)), body
        asked = [(target.name, target.span) for target in form.targets if isinstance(target, tree.Variable)]
        self.warn_of_unbound(asked, body)
        return q.Describe(tuple(map(self.variable_or_iri, form.targets))), body


def lower(document: tree.Query, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """A SPARQL query in the algebra: a window query without windows."""
    return lower_as(Lowering, document, warn, base)


def warnings(document: tree.Query) -> tuple[Diagnostic, ...]:
    """What a query's author should hear although the query has a meaning."""
    return warnings_as(Lowering, document)


def lower_as(
    lowering: type[Lowering], document: tree.Document, warn: Listener = unheard, base: str | None = None
) -> q.Query:
    """A text in the algebra, by the lowering of its language; a QueryError says what it cannot mean."""
    try:
        query = lowering(document.source, warn, base).query(document)
        check_size(query, document.span)
    except RecursionError:
        raise too_deep(document.span).about(document.source) from None
    except Refusal as refusal:
        raise refusal.about(document.source) from None
    return query


def warnings_as(lowering: type[Lowering], document: tree.Document) -> tuple[Diagnostic, ...]:
    """The warnings that arise while a text is lowered, in the order of their places."""
    heard: list[Diagnostic] = []
    lower_as(lowering, document, heard.append)
    return tuple(sorted(dict.fromkeys(heard), key=lambda warning: warning.span.start))


def clauses_of(form: tree.QueryForm) -> Iterable[tree.DatasetClause]:
    """The dataset clauses of any form."""
    return (part for part in tree.children(form) if isinstance(part, tree.DatasetClause))


def _bound_somewhere(document: tree.Syntax) -> frozenset[str]:
    visible_variables = VisibleVariables()
    templates = {id(part.template) for part in tree.walk(document) if isinstance(part, tree.Construct)}
    patterns = (part for part in tree.walk(document) if isinstance(part, tree.PatternElement))
    binding = (part for part in patterns if id(part) not in templates)
    return frozenset[str]().union(*map(visible_variables.of, binding))


def _projected_from(body: gp.GraphPattern) -> gp.GraphPattern:
    while isinstance(body, gp.Slice | gp.Distinct | gp.Reduced | gp.Project):
        body = body.pattern
    return body
