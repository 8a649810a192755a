"""Whole queries (P-SPA, definition 16)."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Expression, Variable
from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.lower import Listener, lower_as, unheard, warnings_as
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.lower.clauses import ClauseLowering, entailment
from seqoia.languages.spaseq.lower.gpms import Gpm, aggregates, asked, taken_apart
from seqoia.languages.spaseq.lower.places import Layout, occurring
from seqoia.languages.spaseq.lower.visibility import check_bound, check_previous_stands_well, check_visibility
from seqoia.model import NamedNode, NoSkip, Selection
from seqoia.text import Diagnostic


class SpaseqLowering(ClauseLowering):
    """The pattern, the matches of it that count, and what is told of them."""

    def query(self, document: core.Document) -> q.Query:
        if not isinstance(document, tree.SequenceQuery):
            return super().query(document)
        self.begin(document, document.prologue)
        streams = self.streams(document)
        self._lay_out(document, streams)
        self._warn_of_waiting(document)
        body = self.within(self.sequence(document.pattern.expression), document)
        form, body = self._told(document.head, _counting(body, document.modifiers))
        return q.EventQuery(
            form,
            self._arranged(body, document.modifiers),
            tuple(streams.values()),
            self.background(document),
            entailment=entailment(document),
            registration=self._registration(document.registration),
        )

    def _lay_out(self, document: tree.SequenceQuery, streams: dict[str, NamedNode]) -> None:
        """Looks at everything that decides what repetitions collect, before any of them is made."""
        gpms = [taken_apart(each, streams[each.stream.text]) for each in document.pattern.definitions]
        self.layout = Layout(document.pattern.expression, {gpm.name.text: gpm for gpm in gpms})
        self.collected = {}
        check_previous_stands_well(document, gpms)
        check_visibility(self.layout)
        self.check_aggregates_are_over()
        self.leaves, self.asked_of = {}, {}
        for gpm in self._in_order(gpms):
            self.define(gpm)
        if isinstance(document.head, core.SelectClause):
            self._computed = self._expressions(document.head)

    def _in_order(self, gpms: list[Gpm]) -> list[Gpm]:
        used = dict.fromkeys(place.gpm.name.text for place in self.layout.places)
        for gpm in gpms:
            if gpm.name.text not in used:
                self.warn(f"SEQ does not mention {gpm.name.text}", gpm.name.span, help="leave the definition out")
        return [self.layout.gpms[name] for name in used]

    def _expressions(self, select: core.SelectClause) -> list[tuple[Variable, Expression]]:
        taken = set(self.layout.bound(self.layout.root))
        computed = []
        for item in select.projection or ():
            if isinstance(item, core.Variable):
                if item.name not in taken:
                    check_bound(item, self.layout, "no event of SEQ does")
                continue
            for variable in asked(item.expression):
                if variable.name not in taken:
                    check_bound(variable, self.layout, "no event of SEQ does")
            if item.variable.name in taken:
                raise Refusal(
                    f"?{item.variable.name} cannot be assigned again",
                    item.variable.span,
                    "it already has a value here",
                    "choose another name",
                )
            computed.append((Variable(item.variable.name), self.expression(item.expression)))
            taken.add(item.variable.name)
        return computed

    def _told(self, head: tree.Head, body: ev.EventPattern) -> tuple[q.Form, ev.EventPattern]:
        match head:
            case core.SelectClause():
                return self._selected(head, body)
            case tree.AskHead():
                return q.Ask(), body
            case tree.ConstructHead(template):
                for part in core.walk(template):
                    if isinstance(part, core.Variable):
                        check_bound(part, self.layout, "no event of SEQ does")
                return q.Construct(self.template(template)), body
            case tree.DescribeHead(targets):
                if targets is None:
                    return q.Describe(self._everything()), body
                for target in targets:
                    if isinstance(target, core.Variable):
                        check_bound(target, self.layout, "no event of SEQ does")
                return q.Describe(tuple(map(self.variable_or_iri, targets))), body
            case _:
                assert_never(head)

    def _selected(self, select: core.SelectClause, body: ev.EventPattern) -> tuple[q.Form, ev.EventPattern]:
        for variable, expression in self._computed:
            body = ev.Let(body, variable, expression)
        names = [each if isinstance(each, core.Variable) else each.variable for each in select.projection or ()]
        columns = self._everything() if select.projection is None else tuple(Variable(each.name) for each in names)
        body = ev.Keep(body, columns)
        return q.Select(columns), ev.Earliest(body) if select.duplicates is core.Duplicates.DISTINCT else body

    def _everything(self) -> tuple[Variable, ...]:
        """What matches bind, in the order in which SEQ and the GPMs mention it."""
        names: dict[str, None] = {}
        for event in occurring(self.layout.root):
            gpm = self.layout.gpms[event.name.text]
            written = (part.name for part in core.walk(gpm.text) if isinstance(part, core.Variable))
            names.update(dict.fromkeys(name for name in written if name in gpm.bound))
        return tuple(map(Variable, names))

    def _arranged(self, body: ev.EventPattern, modifiers: tree.Modifiers) -> ev.EventPattern:
        if not modifiers.order_by and modifiers.limit is None and not modifiers.offset:
            return body
        known = {each.name for each in body.variables} if isinstance(body, ev.Keep) else None
        if isinstance(body, ev.Earliest) and isinstance(body.pattern, ev.Keep):
            known = {each.name for each in body.pattern.variables}
        keys = tuple((_direction(key), self._key(key.expression, known)) for key in modifiers.order_by)
        return ev.Arrange(body, keys, modifiers.offset or 0, modifiers.limit)

    def _key(self, key: core.Expression, known: set[str] | None) -> Expression:
        for written in aggregates(key):
            help = f"name it in SELECT, ({written.name}(…) AS ?name), and order by ?name"
            raise Refusal(f"{written.name} cannot stand in ORDER BY", written.span, "expected what is selected", help)
        for variable in asked(key):
            if known is None:
                check_bound(variable, self.layout, "no event of SEQ does")
            elif variable.name not in known:
                raise Refusal(
                    f"?{variable.name} is not selected", variable.span, "answers are ordered by what they tell"
                )
        return self.expression(key)

    def _registration(self, registration: tree.Registration | None) -> q.Registration | None:
        if registration is None:
            return None
        return q.Registration(self.iri(registration.name), q.OutputKind[registration.kind])

    def _warn_of_waiting(self, document: tree.SequenceQuery) -> None:
        """Without a window, some runs wait for ever."""
        if any(isinstance(each, tree.WithinClause) for each in document.dataset):
            return
        for waiting, note in _endless(document.pattern.expression):
            self.warn("runs never end without WITHIN", waiting.span, note, "add for example WITHIN 30 MINUTES")
            return


def lower(document: tree.SequenceQuery, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """A SPAseq query in the algebra; a QueryError says what it cannot mean."""
    return lower_as(SpaseqLowering, document, warn, base)


def warnings(document: tree.SequenceQuery) -> tuple[Diagnostic, ...]:
    """What the author should know although the query can be answered."""
    return warnings_as(SpaseqLowering, document)


def _counting(body: ev.EventPattern, modifiers: tree.Modifiers) -> ev.EventPattern:
    if modifiers.skip is None and modifiers.limit_per_start is None:
        return body
    return ev.Matches(body, modifiers.skip.after_match if modifiers.skip else NoSkip(), modifiers.limit_per_start)


def _endless(expression: tree.SequenceExpression) -> Iterator[tuple[core.Syntax, str]]:
    for part in core.walk(expression):
        if isinstance(part, tree.Repeated) and part.at_most is None:
            yield part, "one more iteration may always come"
        if isinstance(part, tree.Follower) and part.policy is Selection.ANY:
            yield part, "one more event may always follow"
        if isinstance(part, tree.Chain) and _is_awaited(part.followers[-1]):
            yield part.followers[-1].expression, "it may always still come"


def _is_awaited(last: tree.Follower) -> bool:
    """Whether a match has to wait for what need not come."""
    chosen = last.policy is not Selection.ANY and isinstance(last.expression, tree.OptionalEvent)
    return chosen or isinstance(last.expression, tree.AbsentEvent)


def _direction(key: core.OrderCondition) -> gp.Direction:
    return gp.Direction.DESCENDING if key.descending else gp.Direction.ASCENDING
