"""Groups and what stands in them (SPARQL 1.2, section 18.3)."""

from __future__ import annotations

from abc import abstractmethod

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Expression, Variable
from seqoia.algebra.variables import possible
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.grouping import free_variables
from seqoia.languages.sparql.lower.expressions import ExpressionLowering
from seqoia.languages.sparql.lower.joins import conjunction, filtered, join, pattern_of, union
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import ScopeRule
from seqoia.text import closest


class PatternLowering(ExpressionLowering):
    """Element after element, each on what stands before it; filters at the end of their group."""

    scope: ScopeRule = ScopeRule.BOTTOM_UP
    """Which variables a filter or a bind sees."""
    everywhere: frozenset[str] = frozenset()
    """The variables that the query binds somewhere."""
    around: frozenset[str] = frozenset()
    """What an EXISTS pattern sees of the solution for which it is asked."""

    @abstractmethod
    def sub_select(self, element: tree.SubSelect) -> gp.GraphPattern:
        """A selection inside a pattern."""

    def group(self, group: tree.Group) -> gp.GraphPattern:
        """A group with its filters."""
        pattern, filters = self.parts(group)
        return filtered(pattern, self.conditions(filters, possible(pattern)))

    def parts(self, group: tree.Group) -> tuple[gp.GraphPattern, list[tree.Filter]]:
        """A group without its filters, and these."""
        pattern: gp.GraphPattern = gp.UNIT
        for element in group.elements:
            if not isinstance(element, tree.Filter):
                pattern = self.element(element, pattern)
        return pattern, [element for element in group.elements if isinstance(element, tree.Filter)]

    def element(self, element: tree.PatternElement, before: gp.GraphPattern) -> gp.GraphPattern:
        """The group so far with one more element; a dialect adds its own kinds."""
        match element:
            case tree.TriplesBlock():
                return join(before, pattern_of(self.triples(element)))
            case tree.Group():
                return join(before, self.group(element))
            case tree.Union(branches):
                return join(before, union(*(self.element(branch, gp.UNIT) for branch in branches)))
            case tree.Optional(group):
                return self._optional(before, group)
            case tree.Minus(group):
                return gp.Minus(before, self.group(group))
            case tree.Graph(name, group):
                return join(before, gp.GraphOf(self.variable_or_iri(name), self.group(group)))
            case tree.Service(endpoint, group, silent):
                return join(before, gp.Service(self.variable_or_iri(endpoint), self.group(group), silent))
            case tree.Bind():
                return self._bind(before, element)
            case tree.Values():
                return join(before, self.values(element))
            case tree.SubSelect():
                return join(before, self.sub_select(element))
            case _:
                raise TypeError(f"nothing says what {type(element).__name__} means")

    def values(self, table: tree.Values) -> gp.Values:
        """A table of solutions."""
        variables = tuple(Variable(variable.name) for variable in table.variables)
        return gp.Values(variables, tuple(tuple(map(self.datum, row.values)) for row in table.rows))

    def conditions(self, filters: list[tree.Filter], seen: frozenset[str]) -> list[Expression]:
        """The conditions of filters over a pattern that may bind these variables."""
        for each in filters:
            self.look_for(each.condition, seen, "no pattern of the filter's group binds it")
        around, self.around = self.around, self.around | seen
        conditions = [self.expression(each.condition) for each in filters]
        self.around = around
        return conditions

    def existing(self, group: tree.Group) -> gp.GraphPattern:
        gathering, self.gathering = self.gathering, None
        pattern = self.group(group)
        self.gathering = gathering
        return pattern

    def look_for(self, expression: tree.Expression, seen: frozenset[str], note: str) -> None:
        """Warns of variables that an expression asks for and can never see."""
        for variable in free_variables(expression):
            name = variable.name
            if name in seen or name in self.around:
                continue
            if name not in self.everywhere:
                self._warn_of_unbound(variable)
            elif self.scope is not ScopeRule.FLATTEN:
                self.warn(
                    f"?{name} never has a value here",
                    variable.span,
                    note,
                    f"move this to the group that binds ?{name}, or choose the scope rule flatten to let it see",
                )

    def _warn_of_unbound(self, variable: tree.Variable) -> None:
        meant = closest(variable.name, self.everywhere)
        self.warn(f"nothing binds ?{variable.name}", variable.span, help=f"did you mean ?{meant}?" if meant else "")

    def _optional(self, before: gp.GraphPattern, group: tree.Group) -> gp.GraphPattern:
        pattern, filters = self.parts(group)
        conditions = self.conditions(filters, possible(pattern) | possible(before))
        return gp.LeftJoin(before, pattern, conjunction(conditions))

    def _bind(self, before: gp.GraphPattern, element: tree.Bind) -> gp.GraphPattern:
        seen = possible(before)
        self.look_for(element.expression, seen, "nothing before it in its group binds it")
        around, self.around = self.around, self.around | seen
        expression = self.expression(element.expression)
        self.around = around
        return gp.Extend(before, self.assigned(element.variable, seen), expression)

    def assigned(self, variable: tree.Variable, taken: frozenset[str]) -> Variable:
        """The variable of BIND or AS, which nothing has bound; the checks of a dialect do not see all that it binds."""
        if variable.name in taken:
            raise Refusal(
                f"?{variable.name} cannot be assigned again",
                variable.span,
                "a pattern before it binds it",
                "choose another name",
            )
        return Variable(variable.name)
