"""SELECT and the solution modifiers, in time."""

from __future__ import annotations

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Expression, Variable
from seqoia.algebra.variables import asked
from seqoia.languages.epsparql.lower.existence import ExistenceLowering
from seqoia.languages.epsparql.lower.groups import joined
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.checks.grouping import is_grouped
from seqoia.languages.sparql.lower.joins import conjunction
from seqoia.languages.sparql.refusal import Refusal

Keys = tuple[tuple[gp.Direction, Expression], ...]


class TimedSelectionLowering(ExistenceLowering):
    """Grouping, HAVING, VALUES, expressions, projection, duplicates, order and cut, in this order."""

    def selection(self, element: sparql.SubSelect) -> ev.EventPattern:
        gathering, self.gathering = self.gathering, None
        where = self.events(element.where)
        pattern = self.answers(element, where, element.values)
        variables = self.columns(element, where, element.values)
        self.gathering = gathering
        return ev.Keep(pattern, variables) if isinstance(pattern, ev.Arrange) else pattern

    def answers(
        self, form: sparql.Select | sparql.SubSelect, where: ev.EventPattern, values: sparql.Values | None
    ) -> ev.EventPattern:
        """What a selection makes of the bindings of its pattern."""
        pattern, order = (
            self._grouped(form, where, values) if is_grouped(form) else self._ungrouped(form, where, values)
        )
        variables = self.columns(form, where, values)
        distinct = form.select.duplicates is sparql.Duplicates.DISTINCT
        names = {variable.name for variable in variables}
        keys: list[tuple[gp.Direction, Expression]] = []
        for written, (direction, key) in zip(form.modifiers.order_by, order, strict=True):
            if not asked(key) <= names:
                if distinct:
                    raise _ordered_by_what_is_gone(written)
                hidden = self.fresh("order")
                pattern, key = ev.Let(pattern, hidden, key), hidden
                variables = (*variables, hidden)
            keys.append((direction, key))
        kept: ev.EventPattern = ev.Keep(pattern, variables)
        return self.arranged(ev.Earliest(kept) if distinct else kept, tuple(keys), form.modifiers)

    def columns(
        self, form: sparql.Select | sparql.SubSelect, where: ev.EventPattern, values: sparql.Values | None
    ) -> tuple[Variable, ...]:
        """The variables that a selection shows."""
        return self.projected(form, gp.MatchOf(where), values)

    def tended(
        self, pattern: ev.EventPattern, modifiers: sparql.SolutionModifiers, values: sparql.Values | None
    ) -> tuple[ev.EventPattern, Keys]:
        """The bindings of a query that is no selection, grouped if it says so; and the order that it asks for."""
        if modifiers.group_by or modifiers.having:
            pattern = self._gathered_by(modifiers, pattern)
        return self.with_values(pattern, values), self._order(modifiers)

    def arranged(self, pattern: ev.EventPattern, keys: Keys, modifiers: sparql.SolutionModifiers) -> ev.EventPattern:
        """ORDER BY, OFFSET and LIMIT."""
        if not keys and modifiers.limit is None and not modifiers.offset:
            return pattern
        return ev.Arrange(pattern, keys, modifiers.offset or 0, modifiers.limit)

    def with_values(self, pattern: ev.EventPattern, values: sparql.Values | None) -> ev.EventPattern:
        return pattern if values is None else joined(pattern, ev.Table(self.values(values)))

    def _ungrouped(
        self, form: sparql.Select | sparql.SubSelect, where: ev.EventPattern, values: sparql.Values | None
    ) -> tuple[ev.EventPattern, Keys]:
        pattern = self.with_values(where, values)
        for item in form.select.projection or ():
            if isinstance(item, sparql.ProjectedExpression):
                note = "no pattern of the query binds it"
                pattern = self.computed(pattern, item.variable.name, item.expression, note)
        return pattern, self._order(form.modifiers)

    def _grouped(
        self, form: sparql.Select | sparql.SubSelect, where: ev.EventPattern, values: sparql.Values | None
    ) -> tuple[ev.EventPattern, Keys]:
        """Everything that speaks of groups is read first, for it says which aggregates there are."""
        gathering = self._gathering_by(form.modifiers, gp.MatchOf(where))
        keys = self._keys(form.modifiers)
        self.gathering = gathering
        having = [self.expression(condition) for condition in form.modifiers.having]
        computed = []
        for item in form.select.projection or ():
            if isinstance(item, sparql.ProjectedExpression):
                computed.append((Variable(item.variable.name), self.expression(item.expression)))
                gathering.singular.add(item.variable.name)
        order = self._order(form.modifiers)
        self.gathering = None
        aggregates = tuple((variable, aggregate) for aggregate, variable in gathering.aggregates.items())
        pattern = self.with_values(_having(ev.GroupInTime(where, keys, aggregates), having), values)
        for variable, expression in computed:
            pattern = ev.Let(pattern, variable, expression)
        return pattern, order

    def _gathered_by(self, modifiers: sparql.SolutionModifiers, pattern: ev.EventPattern) -> ev.EventPattern:
        gathering = self._gathering_by(modifiers, gp.MatchOf(pattern))
        keys = self._keys(modifiers)
        self.gathering = gathering
        having = [self.expression(condition) for condition in modifiers.having]
        self.gathering = None
        aggregates = tuple((variable, aggregate) for aggregate, variable in gathering.aggregates.items())
        return _having(ev.GroupInTime(pattern, keys, aggregates), having)

    def _order(self, modifiers: sparql.SolutionModifiers) -> Keys:
        return tuple(
            (gp.Direction.DESCENDING if key.descending else gp.Direction.ASCENDING, self.expression(key.expression))
            for key in modifiers.order_by
        )


def _having(pattern: ev.EventPattern, conditions: list[Expression]) -> ev.EventPattern:
    condition = conjunction(conditions)
    return pattern if condition is None else ev.Where(pattern, condition)


def _ordered_by_what_is_gone(key: sparql.OrderCondition) -> Refusal:
    return Refusal(
        "distinct answers cannot be ordered by what they do not show",
        key.span,
        "one answer may stand for several values of it",
        "select what you order by, or leave out DISTINCT",
    )
