"""Groups become event patterns (P-EP, section 4.2)."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Expression, IntervalPart, OfInterval, Variable
from seqoia.algebra.traversal import Node, descendants, map_children
from seqoia.algebra.variables import mentioned, possible_in_events
from seqoia.languages.epsparql import tree
from seqoia.languages.epsparql.builder import INTERVAL_FUNCTIONS
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.lower import Lowering
from seqoia.languages.sparql.lower.joins import conjunction

UNIT = ev.Table(gp.Values((), ((),)))
"""The pattern with the one empty solution, which holds at all times."""


class GroupLowering(Lowering):
    """Element after element, each on what stands before it; filters at the end of their group."""

    @abstractmethod
    def chain(self, chain: tree.Chain) -> ev.EventPattern:
        """Groups joined by operators of time."""

    @abstractmethod
    def selection(self, element: sparql.SubSelect) -> ev.EventPattern:
        """A selection inside a pattern."""

    @abstractmethod
    def where(self, pattern: ev.EventPattern, filters: Iterable[sparql.Filter]) -> ev.EventPattern:
        """A pattern under the filters of its group."""

    @abstractmethod
    def computed(
        self, pattern: ev.EventPattern, name: str, expression: sparql.Expression, note: str
    ) -> ev.EventPattern:
        """A pattern with one more variable."""

    def builtin(self, name: str, arguments: tuple[Expression, ...]) -> Expression:
        if name in INTERVAL_FUNCTIONS:
            return OfInterval(IntervalPart(name))
        return super().builtin(name, arguments)

    def events(self, group: sparql.PatternElement) -> ev.EventPattern:
        """A group with its filters, or what may stand in a group's place."""
        if not isinstance(group, sparql.Group):
            return self.happening((group,))
        return self.where(self.happening(group.elements), filters_of(group))

    def happening(self, elements: Iterable[sparql.PatternElement]) -> ev.EventPattern:
        """Elements without their filters; triples that only filters part are one basic graph pattern."""
        pattern: ev.EventPattern = UNIT
        block: list[gp.TriplePattern | gp.PathPattern] = []
        for element in elements:
            if isinstance(element, sparql.TriplesBlock):
                block.extend(self.triples(element))
            elif not isinstance(element, sparql.Filter):
                pattern, block = self.with_element(joined(pattern, occurrences(block)), element), []
        return joined(pattern, occurrences(block))

    def with_element(self, before: ev.EventPattern, element: sparql.PatternElement) -> ev.EventPattern:
        """What stands so far with one more element."""
        match element:
            case sparql.Group():
                return joined(before, self.events(element))
            case sparql.Union(branches):
                return joined(before, alternative([self.events(branch) for branch in branches]))
            case tree.Chain():
                return joined(before, self.chain(element))
            case sparql.Optional(group):
                right, condition = self.optional_side(group, before)
                return ev.OptionalConjunction(before, right, condition)
            case sparql.Minus(group):
                return ev.Except(before, self.events(group))
            case sparql.Graph(name, group):
                return joined(before, ev.Timeless(gp.GraphOf(self.variable_or_iri(name), self.group(group))))
            case sparql.Bind(expression, variable):
                note = "nothing before it in its group binds it"
                return self.computed(before, variable.name, expression, note)
            case sparql.Values():
                return joined(before, ev.Table(self.values(element)))
            case sparql.SubSelect():
                return joined(before, self.selection(element))
            case _:
                raise TypeError(f"nothing says what {type(element).__name__} means in time")

    def optional_side(
        self, side: sparql.PatternElement, other: ev.EventPattern
    ) -> tuple[ev.EventPattern, Expression | None]:
        """The optional group of OPTIONAL and its kin, and its own filters as the condition (the F of P-EP)."""
        if not isinstance(side, sparql.Group):
            return self.events(side), None
        pattern = self.happening(side.elements)
        seen = possible_in_events(pattern) | possible_in_events(other)
        return pattern, conjunction(self.conditions(list(filters_of(side)), seen))


def filters_of(group: sparql.Group) -> tuple[sparql.Filter, ...]:
    """The filters that stand directly in a group."""
    return tuple(element for element in group.elements if isinstance(element, sparql.Filter))


def joined(left: ev.EventPattern, right: ev.EventPattern) -> ev.EventPattern:
    """Juxtaposition (P-EP, Join); the unit adds nothing."""
    if left == UNIT:
        return right
    return left if right == UNIT else ev.Conjunction(left, right)


def alternative(choices: Sequence[ev.EventPattern]) -> ev.EventPattern:
    """UNION, flat (P-EP, Union)."""
    flat = [
        each for choice in choices for each in (choice.choices if isinstance(choice, ev.Alternative) else (choice,))
    ]
    return ev.Alternative(tuple(flat))


def occurrences(said: Sequence[gp.TriplePattern | gp.PathPattern]) -> ev.EventPattern:
    """Triples that stand together are one occurrence (P-EP, BGP), each path is one of its own."""
    triples = tuple(each for each in said if isinstance(each, gp.TriplePattern))
    patterns: list[gp.BasicGraphPattern | gp.PathPattern] = [gp.BasicGraphPattern(triples)] if triples else []
    patterns += [each for each in said if isinstance(each, gp.PathPattern)]
    uses = Counter(name for pattern in patterns for name in mentioned(pattern))
    across = {name for name, times in uses.items() if name.startswith(".") and times > 1}
    leaves: list[ev.EventPattern] = [ev.Occurrence(_kept_apart(pattern, across)) for pattern in patterns]
    together = reduce(joined, leaves[1:], leaves[0]) if leaves else UNIT
    if not across:
        return together
    seen = dict.fromkeys(node.name for each in said for node in descendants(each) if isinstance(node, Variable))
    return ev.Keep(together, tuple(Variable(name) for name in seen if not name.startswith(".")))


def _kept_apart(pattern: Node, names: set[str]) -> Node:
    """A blank node that joins a path with other triples is a variable that no query can spell until they are joined:
    an occurrence by itself shows no hidden variable."""

    def rename(node: Node) -> Node:
        if isinstance(node, Variable):
            return Variable("·" + node.name[1:]) if node.name in names else node
        return map_children(node, rename)

    return rename(pattern)
