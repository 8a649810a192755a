"""What a rule is, and how rules are applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.query import EventQuery, WindowQuery
from seqoia.algebra.traversal import Node, map_children
from seqoia.algebra.variables import possible

Rule: TypeAlias = Callable[[GraphPattern], GraphPattern]
"""A pattern for an equivalent one; the same object where the rule does nothing. It looks at the top of a pattern."""


@dataclass(frozen=True, slots=True)
class Applied:
    """A rule has changed a pattern."""

    rule: str
    before: GraphPattern
    after: GraphPattern


Observer: TypeAlias = Callable[[Applied], None]

Rewritten = TypeVar("Rewritten", WindowQuery, EventQuery, GraphPattern)


def unobserved(_: Applied) -> None:
    """Nobody looks."""


def rewrite_with(node: Rewritten, rules: Sequence[Rule], observer: Observer = unobserved) -> Rewritten:
    """Applies rules everywhere, in their order, round after round until none has anything to do."""
    before: Rewritten | None = None
    while node is not before:
        before = node
        for rule in rules:
            node = everywhere(rule, node, observer)
    return node


def everywhere(rule: Rule, node: Node, observer: Observer = unobserved) -> Node:
    """One rule on every pattern in a node, inner ones first."""
    changed = map_children(node, lambda child: everywhere(rule, child, observer))
    return _apply(rule, changed, observer) if isinstance(changed, GraphPattern) else changed


def _apply(rule: Rule, before: GraphPattern, observer: Observer) -> GraphPattern:
    after = rule(before)
    if after is before:
        return before
    name = rule.__name__
    if possible(after) != possible(before):
        raise AssertionError(f"{name} changed the variables: {sorted(possible(before))}, {sorted(possible(after))}")
    observer(Applied(name, before, after))
    return after
