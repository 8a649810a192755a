"""What SELECT and the solution modifiers make of a pattern (SPARQL 1.2, sections 18.2.4 and 18.2.5)."""

from __future__ import annotations

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Expression, Variable
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import possible
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.grouping import is_grouped, key_names
from seqoia.languages.sparql.lower.expressions import Gathering
from seqoia.languages.sparql.lower.joins import filtered, join
from seqoia.languages.sparql.lower.patterns import PatternLowering
from seqoia.text import Span


class SelectionLowering(PatternLowering):
    """Grouping, HAVING, VALUES, expressions, order, projection, duplicates and cut, in this order."""

    def sub_select(self, element: tree.SubSelect) -> gp.GraphPattern:
        gathering, self.gathering = self.gathering, None
        pattern = self.selected(element, self.group(element.where), element.values)
        self.gathering = gathering
        return pattern

    def selected(
        self, form: tree.Select | tree.SubSelect, where: gp.GraphPattern, values: tree.Values | None
    ) -> gp.GraphPattern:
        """The solutions that a selection makes of those of its pattern."""
        variables = self.projected(form, where, values)
        if is_grouped(form):
            pattern = self._over_groups(form, where, values)
        else:
            having = [self.expression(condition) for condition in form.modifiers.having]
            pattern = self._extended(form.select, self._with_values(filtered(where, having), values))
            pattern = self.ordered(pattern, form.modifiers)
        return self.cut(_deduplicated(gp.Project(pattern, variables), form.select.duplicates), form.modifiers)

    def projected(
        self, form: tree.Select | tree.SubSelect, where: gp.GraphPattern, values: tree.Values | None
    ) -> tuple[Variable, ...]:
        """The columns; `*` stands for the visible variables, in the order in which they appear."""
        if form.select.projection is None:
            pattern = where if values is None else join(where, self.values(values))
            return visible(pattern, form.where, values)
        return tuple(
            Variable(item.name if isinstance(item, tree.Variable) else item.variable.name)
            for item in form.select.projection
        )

    def modified(
        self, pattern: gp.GraphPattern, modifiers: tree.SolutionModifiers, values: tree.Values | None
    ) -> gp.GraphPattern:
        """The solutions of a query that is no selection: grouped if it says so, in order and cut."""
        if modifiers.group_by or modifiers.having:
            gathering = self._gathering_by(modifiers, pattern)
            keys = self._keys(modifiers)
            self.gathering = gathering
            having = [self.expression(condition) for condition in modifiers.having]
            self.gathering = None
            pattern = filtered(_grouped(pattern, keys, gathering), having)
        return self.cut(self.ordered(self._with_values(pattern, values), modifiers), modifiers)

    def ordered(self, pattern: gp.GraphPattern, modifiers: tree.SolutionModifiers) -> gp.GraphPattern:
        """Solutions in the order asked for."""
        if not modifiers.order_by:
            return pattern
        keys = tuple((_direction(key), self.expression(key.expression)) for key in modifiers.order_by)
        return gp.OrderBy(pattern, keys)

    def cut(self, pattern: gp.GraphPattern, modifiers: tree.SolutionModifiers) -> gp.GraphPattern:
        """OFFSET and LIMIT."""
        if modifiers.limit is None and not modifiers.offset:
            return pattern
        return gp.Slice(pattern, modifiers.offset or 0, modifiers.limit)

    def warn_of_unbound(self, names: list[tuple[str, Span]], pattern: gp.GraphPattern) -> None:
        """Warns of variables asked for in an answer that no solution can bind."""
        bound = possible(pattern)
        for name, span in names:
            if name not in bound:
                self._warn_of_unbound(tree.Variable(name, span=span))

    def _over_groups(
        self, form: tree.Select | tree.SubSelect, where: gp.GraphPattern, values: tree.Values | None
    ) -> gp.GraphPattern:
        """Everything that speaks of groups is read first, for it says which aggregates there are."""
        gathering = self._gathering_by(form.modifiers, where)
        keys = self._keys(form.modifiers)
        self.gathering = gathering
        having = [self.expression(condition) for condition in form.modifiers.having]
        extensions = []
        for item in form.select.projection or ():
            if isinstance(item, tree.ProjectedExpression):
                extensions.append((Variable(item.variable.name), self.expression(item.expression)))
                gathering.singular.add(item.variable.name)
        order = tuple((_direction(key), self.expression(key.expression)) for key in form.modifiers.order_by)
        self.gathering = None
        pattern = self._with_values(filtered(_grouped(where, keys, gathering), having), values)
        for variable, expression in extensions:
            pattern = gp.Extend(pattern, variable, expression)
        return gp.OrderBy(pattern, order) if order else pattern

    def _gathering_by(self, modifiers: tree.SolutionModifiers, pattern: gp.GraphPattern) -> Gathering:
        for key in modifiers.group_by:
            self.look_for(key.expression, possible(pattern), "no pattern of the query binds it")
        return Gathering(set(key_names(modifiers)))

    def _keys(self, modifiers: tree.SolutionModifiers) -> tuple[tuple[Variable, Expression], ...]:
        return tuple((self._key_variable(key), self.expression(key.expression)) for key in modifiers.group_by)

    def _key_variable(self, key: tree.GroupCondition) -> Variable:
        if key.variable is not None:
            return Variable(key.variable.name)
        return Variable(key.expression.name) if isinstance(key.expression, tree.Variable) else self.fresh("key")

    def _extended(self, select: tree.SelectClause, pattern: gp.GraphPattern) -> gp.GraphPattern:
        for item in select.projection or ():
            if isinstance(item, tree.ProjectedExpression):
                self.look_for(item.expression, possible(pattern), "no pattern of the query binds it")
                variable = self.assigned(item.variable, possible(pattern))
                pattern = gp.Extend(pattern, variable, self.expression(item.expression))
        return pattern

    def _with_values(self, pattern: gp.GraphPattern, values: tree.Values | None) -> gp.GraphPattern:
        return pattern if values is None else join(pattern, self.values(values))


def visible(pattern: gp.GraphPattern, where: tree.Syntax, *others: tree.Syntax | None) -> tuple[Variable, ...]:
    """The variables that a pattern makes visible, in the order in which the text mentions them; what a dialect binds
    elsewhere comes last."""
    bound = possible(pattern)
    parts = (part for written in (where, *others) if written is not None for part in tree.walk(written))
    names = dict.fromkeys(part.name for part in parts if isinstance(part, tree.Variable))
    elsewhere = (node for node in descendants(pattern) if isinstance(node, Variable) and not node.hidden)
    names.update(dict.fromkeys(node.name for node in elsewhere if node.name not in names))
    return tuple(Variable(name) for name in names if name in bound)


def _grouped(
    pattern: gp.GraphPattern, keys: tuple[tuple[Variable, Expression], ...], gathering: Gathering
) -> gp.GraphPattern:
    aggregates = tuple((variable, aggregate) for aggregate, variable in gathering.aggregates.items())
    return gp.Group(pattern, keys, aggregates)


def _direction(key: tree.OrderCondition) -> gp.Direction:
    return gp.Direction.DESCENDING if key.descending else gp.Direction.ASCENDING


def _deduplicated(pattern: gp.GraphPattern, duplicates: tree.Duplicates) -> gp.GraphPattern:
    match duplicates:
        case tree.Duplicates.DISTINCT:
            return gp.Distinct(pattern)
        case tree.Duplicates.REDUCED:
            return gp.Reduced(pattern)
        case _:
            return pattern
