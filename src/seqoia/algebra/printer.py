"""The algebra as text to read and as JSON for programs."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from seqoia.algebra.expressions import Constant, Variable
from seqoia.algebra.traversal import Node
from seqoia.model import BlankNode, Duration, Instant, Literal, NamedNode, Triple

_WIDTH = 100


def show(node: Node) -> str:
    """A node as nested lists, a field left out where it has its default; short ones on one line."""
    return _layout(_items(node), 0)


def as_json(node: Node) -> Any:
    """A node as JSON: objects with a `node` that names their kind, terms and variables as in SPARQL syntax."""
    if isinstance(node, Variable):
        return f"?{node.name}"
    if isinstance(node, Constant):
        return str(node.term)
    if isinstance(node, Enum):
        return node.value
    if isinstance(node, (Instant, Duration, NamedNode, BlankNode, Literal, Triple)):
        return str(node)
    if is_dataclass(node):
        shown: dict[str, Any] = {"node": _name(node)}
        shown.update((field.name, as_json(getattr(node, field.name))) for field in fields(node))
        return shown
    if isinstance(node, tuple):
        return [as_json(item) for item in node]
    return node


def _name(node: Node) -> str:
    return type(node).__name__


def _items(value: Any) -> Any:
    if isinstance(value, Variable):
        return f"?{value.name}"
    if isinstance(value, Constant):
        return str(value.term)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, tuple):
        return [_items(item) for item in value]
    if is_dataclass(value) and not isinstance(value, (Instant, Duration)):
        shown = [
            (field.name, _items(getattr(value, field.name)))
            for field in fields(value)
            if getattr(value, field.name) != field.default
        ]
        return [
            _name(value),
            *(item if _speaks_for_itself(item) else [f"{name}:", item] for name, item in shown),
        ]
    return str(value)


def _speaks_for_itself(item: Any) -> bool:
    return not isinstance(item, list) or bool(item and isinstance(item[0], (str, list)))


def _layout(item: Any, indent: int) -> str:
    flat = _flat(item)
    if not isinstance(item, list) or len(flat) + indent <= _WIDTH:
        return flat
    inner = indent + 2
    head, rest = (item[0], item[1:]) if isinstance(item[0], str) else ("", item)
    return "(" + head + "".join(f"\n{' ' * inner}{_layout(part, inner)}" for part in rest) + ")"


def _flat(item: Any) -> str:
    return "(" + " ".join(map(_flat, item)) + ")" if isinstance(item, list) else item
