"""Rules, clauses and query forms."""

from __future__ import annotations

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.languages.epsparql import tree
from seqoia.languages.epsparql.lower.groups import UNIT
from seqoia.languages.epsparql.lower.selections import TimedSelectionLowering
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.lower import Listener, lower_as, unheard, warnings_as
from seqoia.languages.sparql.lower.selections import visible
from seqoia.model import Consumption, Entailment, Selection
from seqoia.text import Diagnostic

POLICIES = {
    tree.PolicyName.UNRESTRICTED: (Selection.ANY, Consumption.NONE),
    tree.PolicyName.CHRONOLOGICAL: (Selection.CHRONOLOGICAL, Consumption.CONSUME),
    tree.PolicyName.RECENT: (Selection.RECENT, Consumption.CONSUME),
}
"""The settings of ETALIS (P-RSEP, table 1; SEMANTICS 3.9)."""
REGIMES = {tree.Regime.SIMPLE: Entailment.SIMPLE, tree.Regime.RDFS: Entailment.RDFS}


class EventLowering(TimedSelectionLowering):
    """A text with its rules becomes one event query."""

    def query(self, document: sparql.Document) -> q.Query:
        """What the text means."""
        assert isinstance(document, tree.RuledQuery)
        self.begin(document, document.prologue)
        clauses = [part for part in sparql.children(document.form) if isinstance(part, sparql.DatasetClause)]
        named = [clause.name for clause in clauses if isinstance(clause, tree.Policy)]
        self.selection_policy, consumption = POLICIES[named[0] if named else tree.PolicyName.UNRESTRICTED]
        regimes = [clause.regime for clause in clauses if isinstance(clause, tree.Entailment)]
        rules = [self._rule(rule) for rule in document.rules]
        form, body, derives = self._asked(document.form, document.values)
        return q.EventQuery(
            form,
            body,
            tuple(self.iri(clause.iri) for clause in clauses if isinstance(clause, tree.FromStream)),
            self.dataset(document.form),
            (*rules, *derives),
            consumption,
            REGIMES[regimes[0] if regimes else tree.Regime.SIMPLE],
        )

    def _rule(self, rule: tree.Rule) -> q.Rule:
        construct = rule.construct
        pattern, _ = self.tended(self.events(construct.where), construct.modifiers, None)
        return q.Rule(self._template(construct), pattern, rule.name)

    def _asked(
        self, form: sparql.QueryForm, values: sparql.Values | None
    ) -> tuple[q.Form, ev.EventPattern, tuple[q.Rule, ...]]:
        """The form, the pattern whose bindings answer it, and the rule that a last CONSTRUCT is."""
        match form:
            case sparql.Select(_, _, where):
                pattern = self.events(where)
                return q.Select(self.columns(form, pattern, values)), self.answers(form, pattern, values), ()
            case sparql.Construct():
                return self._constructed(form, values)
            case sparql.Describe():
                return *self._described(form, values), ()
            case sparql.Ask(_, where, modifiers):
                pattern, order = self.tended(self.events(where), modifiers, values)
                return q.Ask(), self.arranged(pattern, order, modifiers), ()
            case _:
                raise TypeError(f"nothing says what {type(form).__name__} means")

    def _constructed(
        self, form: sparql.Construct, values: sparql.Values | None
    ) -> tuple[q.Form, ev.EventPattern, tuple[q.Rule, ...]]:
        pattern, order = self.tended(self.events(form.where), form.modifiers, values)
        variables = (part for part in sparql.walk(form.template or form.where) if isinstance(part, sparql.Variable))
        self.warn_of_unbound([(part.name, part.span) for part in variables], gp.MatchOf(pattern))
        template = self._template(form)
        rules = (q.Rule(template, pattern),) if template else ()
        return q.Construct(template), self.arranged(pattern, order, form.modifiers), rules

    def _described(self, form: sparql.Describe, values: sparql.Values | None) -> tuple[q.Form, ev.EventPattern]:
        found = UNIT if form.where is None else self.events(form.where)
        pattern, order = self.tended(found, form.modifiers, values)
        if form.targets is None:
            resources: tuple[gp.Slot, ...] = visible(gp.MatchOf(pattern), form.where or form, values)
        else:
            resources = tuple(map(self.variable_or_iri, form.targets))
        return q.Describe(resources), self.arranged(pattern, order, form.modifiers)

    def _template(self, construct: sparql.Construct) -> tuple[gp.TriplePattern, ...]:
        if construct.template is not None:
            return self.template(construct.template)
        blocks = (block for block in construct.where.elements if isinstance(block, sparql.TriplesBlock))
        return tuple(triple for block in blocks for triple in self.template(block))


def lower(document: tree.RuledQuery, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """An EP-SPARQL text in the algebra: an event query."""
    return lower_as(EventLowering, document, warn, base)


def warnings(document: tree.RuledQuery) -> tuple[Diagnostic, ...]:
    """What the author should hear although the text has a meaning."""
    return warnings_as(EventLowering, document)
