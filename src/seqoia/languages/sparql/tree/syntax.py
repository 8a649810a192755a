"""What every part of a query's text has in common: its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from seqoia.text import NOWHERE, Source, Span

UNWRITTEN = Source("<built>", "")
"""The source of a tree that was not parsed."""


@dataclass(frozen=True, slots=True)
class Syntax:
    """A part of a query as it was written; two parts are equal if they say the same, wherever they stand."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Expression(Syntax):
    """What can stand where a value is computed. Dialects add their own forms."""


@dataclass(frozen=True, slots=True)
class PatternElement(Syntax):
    """What can stand between the braces of a group. Dialects add their own elements."""


@dataclass(frozen=True, slots=True)
class DatasetClause(Syntax):
    """What says which data a query reads. Dialects add their own clauses."""


@dataclass(frozen=True, slots=True)
class QueryForm(Syntax):
    """What kind of answer a query asks for. Dialects add their own forms."""


@dataclass(frozen=True, slots=True)
class Declaration(Syntax):
    """A line of the prologue. Dialects add their own declarations."""


@dataclass(frozen=True, slots=True)
class Comment(Syntax):
    """`# text` up to the end of the line, the number sign included."""

    text: str


@dataclass(frozen=True, slots=True)
class Document(Syntax):
    """A whole text: a query, and whatever a dialect writes around one.

    It remembers its comments and its source, so that whoever reads the tree can point at the text.
    """

    comments: tuple[Comment, ...] = field(default=(), compare=False, repr=False, kw_only=True)
    source: Source = field(default=UNWRITTEN, compare=False, repr=False, kw_only=True)


def children(part: Syntax) -> Iterator[Syntax]:
    """The parts directly inside a part, in the order in which the class names them."""
    for name in _names_of_parts(type(part)):
        value = getattr(part, name)
        if isinstance(value, Syntax):
            yield value
        elif isinstance(value, tuple):
            yield from _parts(value)


def walk(part: Syntax) -> Iterator[Syntax]:
    """The part and all parts inside it, each before its own parts."""
    waiting = [part]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(list(children(current))))


_NAMES_OF_PARTS: dict[type[Syntax], tuple[str, ...]] = {}
_NO_PARTS = frozenset({"span", "comments", "source"})


def _names_of_parts(kind: type[Syntax]) -> tuple[str, ...]:
    known = _NAMES_OF_PARTS.get(kind)
    if known is None:
        known = tuple(declared.name for declared in fields(kind) if declared.name not in _NO_PARTS)
        _NAMES_OF_PARTS[kind] = known
    return known


def _parts(items: tuple[object, ...]) -> Iterator[Syntax]:
    for item in items:
        if isinstance(item, Syntax):
            yield item
        elif isinstance(item, tuple):
            yield from _parts(item)
