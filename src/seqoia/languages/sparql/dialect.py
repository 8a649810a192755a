"""A language that shares SPARQL's grammar: what it adds, and the parser that follows from it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Generic, TypeVar

from lark import Lark

from seqoia.languages.sparql.builder import QueryBuilder
from seqoia.languages.sparql.checks import CHECKS, Survey
from seqoia.languages.sparql.printer import Printer
from seqoia.languages.sparql.tree import Document

T = TypeVar("T", bound=Document)

CORE = Path(__file__).with_name("grammar.lark")


@dataclass(frozen=True)
class Dialect(Generic[T]):
    """A language over the shared grammar.

    `grammar` is read after the core's text, so that every rule of the core can be named, extended (`%extend`)
    and replaced (`%override`) in it; `builder` has a method for each new rule; `checks` look at the finished
    tree; `phrases` say in words what a rule of the grammar stands for when a message lists what was expected;
    `printer` writes a tree as text.
    """

    name: str
    grammar: str = ""
    builder: type[QueryBuilder] = QueryBuilder
    checks: tuple[Callable[[Survey], None], ...] = CHECKS
    phrases: Mapping[str, str] = field(default_factory=dict)
    start: str = "query"
    printer: type[Printer] = Printer

    @cached_property
    def parser(self) -> Lark:
        """The LALR parser, built when the first text is parsed."""
        return Lark(
            _core() + self.grammar,
            parser="lalr",
            lexer="contextual",
            start=self.start,
            transformer=self.builder(),
            keep_all_tokens=True,
            maybe_placeholders=True,
        )

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """The words that the grammar gives a meaning."""
        patterns = (terminal.pattern.value for terminal in self.parser.terminals)
        words = (pattern.removesuffix(r"\b") for pattern in patterns if pattern.endswith(r"\b"))
        return tuple(sorted(word for word in words if word.isidentifier()))

    def printed(self, document: T) -> str:
        """The document as well formatted text, its comments included."""
        page = self.printer(document.comments)
        text = page.show(document)
        return f"{text}{page.left(sys.maxsize)}\n"

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """The names of functions and aggregates."""
        return (*self.builder.functions, *self.builder.aggregates)


@cache
def _core() -> str:
    return CORE.read_text(encoding="utf-8")
