"""The one generic way through an algebra expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

Node = Any
"""Any node of the algebra: a query, a pattern, an expression, or a part of one."""

_ALGEBRA = "seqoia.algebra."


def is_node(value: object) -> bool:
    """Whether a value is a node of the algebra, rather than a term, a policy or a number."""
    return is_dataclass(value) and type(value).__module__.startswith(_ALGEBRA)


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below, in the order of the fields."""
    for field in fields(node):
        yield from _nodes_in(getattr(node, field.name))


def descendants(node: Node) -> Iterator[Node]:
    """The node and all below it, parents first, from the left."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(list(children(current))))


def map_children(node: Node, change: Callable[[Node], Node]) -> Node:
    """The node with each child changed; the same object when nothing did change."""
    changed = {}
    for field in fields(node):
        before = getattr(node, field.name)
        after = _map_value(before, change)
        if after is not before:
            changed[field.name] = after
    return replace(node, **changed) if changed else node


def _nodes_in(value: object) -> Iterator[Node]:
    if is_node(value):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes_in(item)


def _map_value(value: Any, change: Callable[[Node], Node]) -> Any:
    if is_node(value):
        return change(value)
    if isinstance(value, tuple):
        items = tuple(_map_value(item, change) for item in value)
        return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
    return value
