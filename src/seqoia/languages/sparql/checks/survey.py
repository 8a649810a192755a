"""All parts of a document, looked at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.sparql.tree import Syntax, children

MOST_DEPTH = 250

P = TypeVar("P", bound=Syntax)


class Survey:
    """The parts of a document by their class, in the order in which they are written.

    Parts nest at most `MOST_DEPTH` deep, so that later steps may descend by recursion.
    """

    def __init__(self, document: Syntax) -> None:
        self.document = document
        self._by_class: dict[type[Syntax], list[Syntax]] = {}
        waiting = [(document, 1)]
        while waiting:
            part, depth = waiting.pop()
            if depth > MOST_DEPTH:
                raise Refusal(f"the query nests deeper than {MOST_DEPTH} parts", part.span)
            self._by_class.setdefault(type(part), []).append(part)
            inside = [(inner, depth + 1) for inner in children(part)]
            waiting.extend(reversed(inside))

    def of(self, kind: type[P]) -> Iterator[P]:
        """The parts of a class and its subclasses."""
        for present, parts in self._by_class.items():
            if issubclass(present, kind):
                for part in parts:
                    assert isinstance(part, kind)
                    yield part
