"""A text with a name, and the way from an offset to a line and a column."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Source:
    """A query's text and the name under which messages mention it (a path, or `<stdin>`)."""

    name: str
    text: str
    _line_starts: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts = [0]
        starts.extend(offset + 1 for offset, character in enumerate(self.text) if character == "\n")
        object.__setattr__(self, "_line_starts", tuple(starts))

    def line_number(self, offset: int) -> int:
        """The line that holds the offset, counted from 1."""
        return bisect_right(self._line_starts, offset)

    def column(self, offset: int) -> int:
        """The character's place in its line, counted from 1."""
        return offset - self._line_starts[self.line_number(offset) - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return (self.text[start:] if end < 0 else self.text[start:end]).rstrip("\r")
