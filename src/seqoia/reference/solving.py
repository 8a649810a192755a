"""The solutions of graph patterns with windows and event patterns in them, operator by operator.

What SPARQL knows is left to the SPARQL engine in the largest parts that it can take; the rest is bags of solutions,
combined as the definitions say (P-RSP, definitions 16 to 19; P-RSEP, section 4.1; P-UNC, definitions 15 and 16).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.events import EventPattern
from seqoia.algebra.expressions import Constant, Expression, Variable
from seqoia.algebra.patterns import Direction, GraphPattern
from seqoia.model import EMPTY_SOLUTION, BlankNode, Dataset, GraphName, NamedNode, Solution, Term, Triple
from seqoia.reference.aggregates import aggregate
from seqoia.reference.expressions import satisfied, values
from seqoia.reference.ordering import ranks
from seqoia.reference.sights import Content, Sight, as_stored
from seqoia.reference.sparql import Functions, solutions
from seqoia.reference.sparql_text import is_plain

_MODIFIERS = (gp.OrderBy, gp.Project, gp.Distinct, gp.Reduced, gp.Slice)
"""Evaluated here where they stand on top, so that ties and cuts come out the same in every run."""


@dataclass(frozen=True, slots=True)
class Solver:
    """Solves patterns at one instant."""

    functions: Functions
    match: Callable[[EventPattern], Iterable[Solution]]
    """The solutions of an event pattern at this instant."""

    def solve(self, pattern: GraphPattern, sight: Sight) -> list[Solution]:
        """⟦P⟧ over what is seen: a bag, in order if P orders it and else in an order that is always the same."""
        if is_plain(pattern) and not sight.counts and not isinstance(pattern, _MODIFIERS):
            return self._delegated(pattern, sight)
        match pattern:
            case gp.BasicGraphPattern():
                return self._counted(pattern, sight)
            case gp.PathPattern():
                return self._delegated(pattern, sight)
            case gp.Join(parts):
                return _join([self.solve(part, sight) for part in parts])
            case gp.LeftJoin(left, right, condition):
                return self._left_join(self.solve(left, sight), self.solve(right, sight), condition, sight)
            case gp.Filter(inner, condition):
                rows = self.solve(inner, sight)
                return [row for row, holds in zip(rows, self._holds(condition, rows, sight), strict=True) if holds]
            case gp.Union(parts):
                return [row for part in parts for row in self.solve(part, sight)]
            case gp.Minus(left, right):
                return _minus(self.solve(left, sight), self.solve(right, sight))
            case gp.Extend(inner, variable, expression):
                return self._extend(self.solve(inner, sight), variable, expression, sight)
            case gp.Values(variables, table):
                names = [variable.name for variable in variables]
                return [_row(names, terms) for terms in table]
            case gp.GraphOf(name, inner):
                return self._in_each(
                    name, inner, {graph: sight.on_graph(graph) for graph in sight.content.dataset.named}
                )
            case gp.WindowOf(name, inner):
                return self._in_each(name, inner, {window: sight.on_window(window) for window in sight.windows})
            case gp.MatchOf(event_pattern):
                return list(self.match(event_pattern))
            case gp.Group():
                return self._group(pattern, sight)
            case gp.OrderBy(inner, keys):
                return self._ordered(self.solve(inner, sight), keys, sight)
            case gp.Project(inner, variables):
                shown = [variable.name for variable in variables]
                return [row.restrict(shown) for row in self.solve(inner, sight)]
            case gp.Distinct(inner) | gp.Reduced(inner):
                return list(dict.fromkeys(self.solve(inner, sight)))
            case gp.Slice(inner, offset, limit):
                rows = self.solve(inner, sight)[offset:]
                return rows if limit is None else rows[:limit]
            case gp.Service():
                return self._delegated(pattern, sight)
            case _:
                assert_never(pattern)

    def _delegated(self, pattern: GraphPattern, sight: Sight) -> list[Solution]:
        asked = pattern if sight.active is None else gp.GraphOf(Constant(sight.active), pattern)
        return sorted(solutions(asked, sight.content.dataset, self.functions), key=repeatable)

    def _counted(self, pattern: gp.BasicGraphPattern, sight: Sight) -> list[Solution]:
        """A solution as often as the triples that it is made of can be taken from the bag of triples."""
        counts = sight.content.counts_of(sight.active)
        found = []
        for row in self._delegated(pattern, sight):
            times = 1
            for triple in pattern.triples:
                times *= max(1, counts.get(as_stored(_matched(triple, row)), 1))
            found += [row] * times
        return found

    def _holds(self, condition: Expression, rows: Sequence[Solution], sight: Sight) -> list[bool]:
        return satisfied(condition, rows, self.functions, solve=partial(self.solve, sight=sight))

    def _left_join(
        self, left: list[Solution], right: list[Solution], condition: Expression | None, sight: Sight
    ) -> list[Solution]:
        pairs = [
            (place, row.merge(other)) for place, row in enumerate(left) for other in right if row.compatible(other)
        ]
        if condition is not None:
            holding = self._holds(condition, [merged for _, merged in pairs], sight)
            pairs = [pair for pair, holds in zip(pairs, holding, strict=True) if holds]
        joined = {place for place, _ in pairs}
        return [merged for _, merged in pairs] + [row for place, row in enumerate(left) if place not in joined]

    def _extend(self, rows: list[Solution], variable: Variable, expression: Expression, sight: Sight) -> list[Solution]:
        computed = values(expression, rows, self.functions, solve=partial(self.solve, sight=sight))
        return [
            row if term is None else row.extend(variable.name, term) for row, term in zip(rows, computed, strict=True)
        ]

    def _in_each(
        self, name: Constant | Variable, inner: GraphPattern, sights: Mapping[GraphName, Sight]
    ) -> list[Solution]:
        """Over the graph or window of that name; for a variable over each of them, and the variable says which."""
        if isinstance(name, Constant):
            return [row for known, sight in sights.items() if known == name.term for row in self.solve(inner, sight)]
        found = []
        for known in sorted(sights, key=str):
            rows = self.solve(inner, sights[known])
            found += [row.extend(name.name, known) for row in rows if row.get(name.name, known) == known]
        return found

    def _group(self, pattern: gp.Group, sight: Sight) -> list[Solution]:
        rows = self.solve(pattern.pattern, sight)
        solve = partial(self.solve, sight=sight)
        keys = [values(expression, rows, self.functions, solve=solve) for _, expression in pattern.keys]
        groups: dict[tuple[Term | None, ...], list[Solution]] = {} if pattern.keys else {(): []}
        for place, row in enumerate(rows):
            groups.setdefault(tuple(column[place] for column in keys), []).append(row)
        names = [variable.name for variable, _ in (*pattern.keys, *pattern.aggregates)]

        def gathered(group: list[Solution]) -> list[Term | None]:
            return [aggregate(each, group, self.functions, solve=solve) for _, each in pattern.aggregates]

        return [_row(names, (*key, *gathered(group))) for key, group in groups.items()]

    def _ordered(
        self, rows: list[Solution], keys: tuple[tuple[Direction, Expression], ...], sight: Sight
    ) -> list[Solution]:
        """In order of the keys, the first of them first; where they do not tell, as the rows came."""
        order = list(range(len(rows)))
        for direction, expression in reversed(keys):
            rank = ranks(values(expression, rows, self.functions, solve=partial(self.solve, sight=sight)))
            order.sort(key=rank.__getitem__, reverse=direction is Direction.DESCENDING)
        return [rows[place] for place in order]


def solved(pattern: GraphPattern, dataset: Dataset, functions: Functions) -> list[Solution]:
    """⟦P⟧ over a dataset without windows, for patterns that ask for no events."""
    return Solver(functions, _no_events).solve(pattern, Sight(Content(dataset)))


def repeatable(row: Solution) -> list[tuple[str, str]]:
    """The key of an order of solutions that is the same in every run."""
    return sorted((name, str(term)) for name, term in row.items())


def _no_events(_: EventPattern) -> Iterable[Solution]:
    raise ValueError("an event pattern inside an event has no events to match")


def _join(parts: list[list[Solution]]) -> list[Solution]:
    """Join(ω₁, ω₂) = {merge(μ₁, μ₂) | μ₁ and μ₂ are compatible} (P-RSP, definition 4)."""
    joined = [EMPTY_SOLUTION]
    for part in parts:
        joined = [row.merge(other) for row in joined for other in part if row.compatible(other)]
    return joined


def _minus(left: list[Solution], right: list[Solution]) -> list[Solution]:
    return [row for row in left if not any(row.keys() & other.keys() and row.compatible(other) for other in right)]


def _row(names: Sequence[str], terms: Sequence[Term | None]) -> Solution:
    return Solution((name, term) for name, term in zip(names, terms, strict=True) if term is not None)


def _matched(pattern: gp.TriplePattern | gp.TripleTerm, row: Solution) -> Triple:
    """μ(tp): the triple that a solution makes of a pattern that it matches."""
    subject, predicate = _taken(pattern.subject, row), _taken(pattern.predicate, row)
    if not isinstance(subject, (NamedNode, BlankNode)) or not isinstance(predicate, NamedNode):
        raise TypeError(f"no triple has {subject} {predicate}")
    return Triple(subject, predicate, _taken(pattern.object, row))


def _taken(slot: gp.Slot, row: Solution) -> Term:
    match slot:
        case Variable(name):
            return row[name]
        case Constant(term):
            return term
        case gp.TripleTerm():
            return _matched(slot, row)
        case _:
            assert_never(slot)
