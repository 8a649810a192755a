"""A syntax tree to read and as JSON: the same for every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from seqoia.text import Source, Span


def tree_as_json(part: Any) -> Any:
    """Parts as objects with a `node` that names their kind, and the `span` of characters where they stand."""
    if isinstance(part, Enum):
        return part.value
    if isinstance(part, Span):
        return [part.start, part.end]
    if isinstance(part, tuple):
        return [tree_as_json(item) for item in part]
    if is_dataclass(part):
        members = {
            field.name: tree_as_json(getattr(part, field.name)) for field in fields(part) if field.name != "source"
        }
        return {"node": type(part).__name__, **members}
    return part if part is None or isinstance(part, (str, int, float, bool)) else str(part)


def show_tree(tree: Any, source: Source) -> str:
    """One line a part: its kind, what it says itself, and the line and column where it starts."""
    return "\n".join(_lines(tree, source, "", 0))


def _lines(part: Any, source: Source, role: str, depth: int) -> Iterator[str]:
    said, parts = [], []
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name in {"span", "comments", "source"} or value is None or value == ():
            continue
        if is_dataclass(value) or isinstance(value, tuple):
            parts.append((field.name, value))
        elif isinstance(value, bool):
            said.append(field.name if value else "")
        else:
            said.append(str(value.value if isinstance(value, Enum) else value))
    place = f"  {source.line_number(part.span.start)}:{source.column(part.span.start)}" if hasattr(part, "span") else ""
    words = " ".join((f"{role}:" if role else "", type(part).__name__, *filter(None, said))).strip()
    yield "  " * depth + words + place
    for name, value in parts:
        yield from _inside(value, source, name, depth + 1)


def _inside(value: Any, source: Source, role: str, depth: int) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from _inside(item, source, role, depth)
    elif is_dataclass(value):
        yield from _lines(value, source, role, depth)
    elif value is not None:
        yield "  " * depth + f"{role}: {value}"
