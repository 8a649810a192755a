"""Windows: which part of a stream is seen at an instant (SEMANTICS, section 2)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.model.time import EPOCH, Duration, Instant


class Reading(Enum):
    """What "the window at t" means; three papers, three readings."""

    PRESENT = "present"
    """Of the windows that contain t, the one that opened first, up to t (P-RSP, examples 7 and 10)."""
    ALIGNED = "aligned"
    """(t′ − α, t′] where t′ is t rounded down to the slide (P-RSEP, time-based windows)."""
    CLOSED = "closed"
    """(x − α, x] where x is the latest closing time before t (P-UNC, definition 17)."""


class Bound(Enum):
    """Which end belongs to a time window."""

    END = "(o, c]"
    START = "[o, c)"


class Counted(Enum):
    """What a count window counts."""

    EVENTS = "events"
    TRIPLES = "triples"


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """A time-based sliding window (P-RSP, definition 13): width α, slide β, origin t⁰.

    What is `None` is left open: the query's registration time and its profile decide.
    """

    width: Duration
    slide: Duration
    origin: Instant | None = None
    reading: Reading | None = None
    bound: Bound | None = None

    def __post_init__(self) -> None:
        if self.width <= Duration(0):
            raise ValueError(f"a window needs a width above zero, not {self.width}")
        if self.slide <= Duration(0):
            raise ValueError(f"a window needs a slide above zero, not {self.slide}")

    @property
    def begins(self) -> Instant:
        """t⁰, the epoch where nobody decides."""
        return EPOCH if self.origin is None else self.origin

    @property
    def read_as(self) -> Reading:
        return self.reading or Reading.PRESENT

    @property
    def belonging(self) -> Bound:
        """The end that belongs to it."""
        return self.bound or Bound.END


@dataclass(frozen=True, slots=True)
class CountWindow:
    """The last n events, or the events that hold the last n triples (C-SPARQL's TRIPLES n)."""

    count: int
    counted: Counted = Counted.EVENTS

    def __post_init__(self) -> None:
        if self.count <= 0:
            raise ValueError(f"a count window holds at least one, not {self.count}")


@dataclass(frozen=True, slots=True)
class LandmarkWindow:
    """Everything since an instant (P-RSEP, landmark windows)."""

    origin: Instant = EPOCH


@dataclass(frozen=True, slots=True)
class FixedWindow:
    """Everything in [start, end] (P-RSEP, interval windows)."""

    start: Instant
    end: Instant

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise ValueError(f"a window ends no earlier than it starts: [{self.start}, {self.end}]")


@dataclass(frozen=True, slots=True)
class IdentityWindow:
    """The stream itself (P-RSEP, identity window)."""


@dataclass(frozen=True, slots=True)
class NestedWindow:
    """outer • inner: the outer window over what the inner one lets through (P-RSEP, section 3.2)."""

    outer: Window
    inner: Window


Window: TypeAlias = TimeWindow | CountWindow | LandmarkWindow | FixedWindow | IdentityWindow | NestedWindow
