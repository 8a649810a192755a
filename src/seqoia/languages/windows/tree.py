"""Windows and durations as they are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from seqoia.languages.sparql.tree import Syntax


@dataclass(frozen=True, slots=True)
class Amount(Syntax):
    """`10m`: a whole number of one unit, in the language's own spelling of it."""

    number: int
    unit: str


@dataclass(frozen=True, slots=True)
class WrittenDuration(Syntax):
    """`10m` or `1m30s`: the sum of its amounts."""

    amounts: tuple[Amount, ...]


@dataclass(frozen=True, slots=True)
class SlidingWindow(Syntax):
    """A width and a slide; without a slide the window moves with time itself."""

    width: WrittenDuration
    slide: WrittenDuration | None


@dataclass(frozen=True, slots=True)
class TumblingWindow(Syntax):
    """A window whose slide is its width."""

    width: WrittenDuration


@dataclass(frozen=True, slots=True)
class TriplesWindow(Syntax):
    """The last so many triples."""

    count: int


WrittenWindow: TypeAlias = SlidingWindow | TumblingWindow | TriplesWindow
