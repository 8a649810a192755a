"""A remark about a place in a query, for the query's author."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import Enum

from seqoia.text.source import Source
from seqoia.text.span import Span


class Severity(Enum):
    """Whether the query can still be answered."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What is wrong (lower case, factual), where, what was expected there, and what would mend it."""

    message: str
    source: Source
    span: Span
    note: str = ""
    help: str = ""
    severity: Severity = Severity.ERROR

    @property
    def line(self) -> int:
        return self.source.line_number(self.span.start)

    @property
    def column(self) -> int:
        return self.source.column(self.span.start)

    def render(self) -> str:
        """The message with its line and a caret under the span."""
        number = str(self.line)
        margin = " " * len(number)
        line = self.source.line(self.line)
        shown = line.expandtabs(4)
        before = line[: self.column - 1].expandtabs(4)
        inside = line[: self.column - 1 + max(1, self.span.end - self.span.start)].expandtabs(4)
        width = max(1, _display_width(inside) - _display_width(before))
        pointer = " " * _display_width(before) + "^" * width
        rendered = [
            f"{self.severity.value}: {self.message}",
            f"{margin}--> {self.source.name}:{self.line}:{self.column}",
            f"{margin} |",
            f"{number} | {shown}",
            f"{margin} | {pointer}" + (f" {self.note}" if self.note else ""),
        ]
        if self.help:
            rendered.append(f"{margin} = help: {self.help}")
        return "\n".join(rendered)


class QueryError(Exception):
    """A query that cannot be understood; carries the one diagnostic that says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return self.diagnostic.render()


def _display_width(text: str) -> int:
    """Terminal columns: wide East Asian characters take two, combining marks none."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
