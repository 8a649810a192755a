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


_NEAR = 80
"""How many characters of a long line are shown on either side."""


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
        before, inside, after = self._excerpt()
        pointer = " " * _display_width(before) + "^" * max(1, _display_width(inside))
        rendered = [
            f"{self.severity.value}: {self.message}",
            f"{margin}--> {self.source.name}:{self.line}:{self.column}",
            f"{margin} |",
            f"{number} | {before}{inside}{after}",
            f"{margin} | {pointer}" + (f" {self.note}" if self.note else ""),
        ]
        if self.help:
            rendered.append(f"{margin} = help: {self.help}")
        return "\n".join(rendered)

    def _excerpt(self) -> tuple[str, str, str]:
        """What stands before the span in its line, inside of it, and after; of a long line only what is near."""
        line = self.source.line(self.line)
        start = self.column - 1
        end = min(len(line), start + max(1, self.span.end - self.span.start))
        first, last = max(0, start - _NEAR), min(len(line), end + _NEAR, start + 2 * _NEAR)
        before = ("…" if first else "") + line[first:start]
        after = line[end:last] + ("…" if last < len(line) else "")
        return _shown(before), _shown(line[start : min(end, last)]), _shown(after)


class QueryError(Exception):
    """A query that cannot be understood; carries the one diagnostic that says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

    def __str__(self) -> str:
        return self.diagnostic.render()


def _shown(text: str) -> str:
    """Tabs as spaces, and a sign for what a terminal would not print."""
    return "".join(_shown_character(character) for character in text)


def _shown_character(character: str) -> str:
    if character == "\t":
        return "    "
    return "\N{REPLACEMENT CHARACTER}" if unicodedata.category(character) == "Cc" else character


def _display_width(text: str) -> int:
    """Terminal columns: wide East Asian characters take two, combining marks none."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
