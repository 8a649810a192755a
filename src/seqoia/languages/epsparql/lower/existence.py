"""Filters, computed variables, and EXISTS: whether something has occurred by the end of a solution's interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Expression, IntervalPart, OfInterval, Variable
from seqoia.algebra.variables import certain_in_events, possible_in_events
from seqoia.languages.epsparql.checks.places import has_interval
from seqoia.languages.epsparql.lower.chains import ChainLowering
from seqoia.languages.epsparql.lower.groups import alternative, filters_of
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.checks.grouping import free_variables
from seqoia.languages.sparql.lower import Listener, unheard
from seqoia.languages.sparql.lower.joins import conjunction
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import Literal
from seqoia.text import Source

MOST_REPEATED = 4


class ExistenceLowering(ChainLowering):
    """EXISTS about the background is an expression; about the stream it is made of the operators that there are."""

    def __init__(self, source: Source, warn: Listener = unheard, base: str | None = None) -> None:
        super().__init__(source, warn, base)
        self._truths: dict[sparql.Expression, Variable] = {}
        self._repeated = 0
        self._timeless = False

    def where(self, pattern: ev.EventPattern, filters: Iterable[sparql.Filter]) -> ev.EventPattern:
        plain: list[sparql.Filter] = []
        asking: list[sparql.Exists] = []
        for part in _conjuncts(each.condition for each in filters):
            if isinstance(part, sparql.Exists) and has_interval(part.group):
                asking.append(part)
            else:
                plain.append(sparql.Filter(part, span=part.span))
        for exists in asking:
            pattern = self.such_that(pattern, exists)
        return self._satisfying(pattern, plain)

    def computed(
        self, pattern: ev.EventPattern, name: str, expression: sparql.Expression, note: str
    ) -> ev.EventPattern:
        seen = possible_in_events(pattern)
        self.look_for(expression, seen, note)
        around, self.around = self.around, self.around | seen
        pattern, lowered = self._asked_of(pattern, expression)
        self.around = around
        return ev.Let(pattern, Variable(name), lowered)

    def group(self, group: sparql.Group) -> gp.GraphPattern:
        """A group about the background, with whatever EXISTS it asks there."""
        around, self._timeless = self._timeless, True
        pattern = super().group(group)
        self._timeless = around
        return pattern

    def expression(self, written: sparql.Expression) -> Expression:
        if isinstance(written, sparql.Exists) and has_interval(written.group) and not self._timeless:
            return self._truths[written]
        return super().expression(written)

    def such_that(self, pattern: ev.EventPattern, exists: sparql.Exists) -> ev.EventPattern:
        """The bindings for which something that agrees with them has ended no later than they have, or nothing.

        Each binding is marked with its interval. Those that the joint pattern finds again, ending when they ended, are
        found; a binding differs from every other in its mark, so that Except takes away itself alone.
        """
        inside = self.happening(exists.group.elements)
        bound = possible_in_events(inside)
        own: list[sparql.Filter] = []
        shared: list[sparql.Filter] = []
        for condition in filters_of(exists.group):
            asked = {variable.name for variable in free_variables(condition.condition)}
            (own if asked <= bound or not asked & possible_in_events(pattern) else shared).append(condition)
        inside = self.where(inside, own)
        if exists.negated and not shared and certain_in_events(pattern) & certain_in_events(inside):
            return ev.Except(pattern, inside)
        self._repeat(exists)
        marked, ends_then = self._marked(pattern)
        conditions = self.conditions(shared, bound | possible_in_events(pattern))
        together = ev.Where(ev.Conjunction(marked, inside), _all(ends_then, *conditions))
        found = ev.Keep(together, _variables(marked))
        left = ev.Except(marked, found if exists.negated else ev.Except(marked, found))
        return ev.Keep(left, _variables(pattern))

    def _repeat(self, exists: sparql.Exists) -> None:
        """The pattern before it is repeated for each, so few are enough to make a query that nobody can evaluate."""
        self._repeated += 1
        if self._repeated > MOST_REPEATED:
            raise Refusal(
                "too many EXISTS for one text",
                exists.span,
                f"at most {MOST_REPEATED} that are no NOT EXISTS on a shared variable; inside `||` or BIND one is two",
                "derive what some of them find by a rule",
            )

    def _satisfying(self, pattern: ev.EventPattern, filters: list[sparql.Filter]) -> ev.EventPattern:
        before = pattern
        for each in filters:
            pattern = self._knowing(pattern, each.condition)
        condition = conjunction(self.conditions(filters, possible_in_events(before)))
        return pattern if condition is None else ev.Where(pattern, condition)

    def _asked_of(self, pattern: ev.EventPattern, expression: sparql.Expression) -> tuple[ev.EventPattern, Expression]:
        pattern = self._knowing(pattern, expression)
        return pattern, self.expression(expression)

    def _knowing(self, pattern: ev.EventPattern, expression: sparql.Expression) -> ev.EventPattern:
        """The pattern with a hidden variable for the truth of each EXISTS inside an expression."""
        for exists in _existences(expression):
            truth = self._truths[exists] = self.fresh("exists")
            opposite = sparql.Exists(exists.group, not exists.negated, span=exists.span)
            pattern = alternative(
                [
                    ev.Let(self.such_that(pattern, exists), truth, Constant(Literal(True))),
                    ev.Let(self.such_that(pattern, opposite), truth, Constant(Literal(False))),
                ]
            )
        return pattern

    def _marked(self, pattern: ev.EventPattern) -> tuple[ev.EventPattern, Expression]:
        start, end = self.fresh("start"), self.fresh("end")
        marked = ev.Let(ev.Let(pattern, start, _mark(IntervalPart.START)), end, _mark(IntervalPart.END))
        for name in sorted(possible_in_events(pattern) - certain_in_events(pattern)):
            marked = ev.Let(marked, self.fresh("bound"), Call("BOUND", (Variable(name),)))
        return marked, Call("=", (_mark(IntervalPart.END), end))


def _mark(part: IntervalPart) -> Expression:
    """A bound of the interval, or the empty text where it holds at all times."""
    return Call("COALESCE", (Call("STR", (OfInterval(part),)), Constant(Literal(""))))


def _all(*conditions: Expression) -> Expression:
    together = conjunction(conditions)
    assert together is not None
    return together


def _variables(pattern: ev.EventPattern) -> tuple[Variable, ...]:
    return tuple(map(Variable, sorted(possible_in_events(pattern))))


def _conjuncts(conditions: Iterable[sparql.Expression]) -> Iterator[sparql.Expression]:
    for condition in conditions:
        if isinstance(condition, sparql.Conjunction):
            yield from _conjuncts(condition.operands)
        else:
            yield condition


def _existences(expression: sparql.Syntax) -> Iterator[sparql.Exists]:
    """The EXISTS about the stream that stand in an expression, and not inside another one."""
    if isinstance(expression, sparql.Exists):
        if has_interval(expression.group):
            yield expression
    else:
        for part in sparql.children(expression):
            yield from _existences(part)
