"""A stretch of a source text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from `start` up to, not including, `end`; offsets count characters, not bytes."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span runs forwards: {self.start}..{self.end}")

    def to(self, other: Span) -> Span:
        """The stretch that covers both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


NOWHERE = Span(0, 0)
