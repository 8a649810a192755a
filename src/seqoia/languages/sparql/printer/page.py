"""A page that is written from top to bottom: indentation, comments, and the way from a part to its method."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from seqoia.languages.sparql import tree

INDENT = "  "
_WORD_START = re.compile(r"(?<!^)(?=[A-Z])")


class Page:
    """What has been printed so far decides the indentation and which comments are due.

    A part of class `FullIri` is printed by the method `print_full_iri`; a dialect's printer has such a method
    for each of its own classes.
    """

    def __init__(self, comments: Sequence[tree.Comment] = ()) -> None:
        self._waiting = list(reversed(comments))
        self._depth = 0

    def show(self, part: tree.Syntax) -> str:
        """The text of a part, without the indentation of its first line."""
        name = f"print_{_WORD_START.sub('_', type(part).__name__).lower()}"
        method: Callable[[tree.Syntax], str] | None = getattr(self, name, None)
        if method is None:
            raise TypeError(f"{type(self).__name__} has no {name} for {type(part).__name__}")
        return method(part)

    def all(self, parts: Sequence[tree.Syntax], separator: str = " ") -> str:
        """The texts of parts on one line."""
        return separator.join([self.show(part) for part in parts])

    def line(self, part: tree.Syntax) -> str:
        """The part's text after the comments that stand before it."""
        return self.due(part.span.start) + self.show(part)

    def lines(self, parts: Sequence[tree.Syntax]) -> str:
        """The parts, each on its own line."""
        return self.newline.join([self.line(part) for part in parts])

    def due(self, offset: int) -> str:
        """The comments that stand before the offset in the source, each with its line end."""
        return "".join(f"{comment.text.rstrip()}{self.newline}" for comment in self._taken(offset))

    def left(self, offset: int) -> str:
        """The comments that stand before the offset, each on a line after what is already printed."""
        return "".join(f"{self.newline}{comment.text.rstrip()}" for comment in self._taken(offset))

    @property
    def newline(self) -> str:
        return "\n" + INDENT * self._depth

    @contextmanager
    def indented(self) -> Iterator[None]:
        """One step further to the right."""
        self._depth += 1
        yield
        self._depth -= 1

    def _taken(self, offset: int) -> Iterator[tree.Comment]:
        while self._waiting and self._waiting[-1].span.start < offset:
            yield self._waiting.pop()
