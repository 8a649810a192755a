"""What the reference evaluator tells of its work, step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.model import Evidence, Instant, Interval, NamedNode, Solution


@dataclass(frozen=True, slots=True)
class WindowOpened:
    """A window starts to hold events."""

    window: NamedNode | None
    stream: NamedNode
    extent: Interval


@dataclass(frozen=True, slots=True)
class WindowReported:
    """The query is evaluated over a window's content."""

    window: NamedNode | None
    stream: NamedNode
    at: Instant
    events: int
    triples: int


@dataclass(frozen=True, slots=True)
class Evaluated:
    """An instant of ET, and how many solutions it had."""

    at: Instant
    solutions: int


@dataclass(frozen=True, slots=True)
class RunStarted:
    """An event satisfies the first part of a sequence."""

    run: int
    interval: Interval
    solution: Solution
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class RunAdvanced:
    """A run went on by one part of its sequence, as a new run that remembers its parent."""

    run: int
    parent: int
    element: int
    interval: Interval
    solution: Solution
    evidence: tuple[Evidence, ...]


class Ending(Enum):
    """Why a run went no further."""

    MATCHED = "matched"
    NO_SUCCESSOR = "no compatible event followed"
    ABSENCE_BROKEN = "an event came that had to be absent"
    OUTSIDE_WINDOW = "the match does not fit its window"
    NOT_SELECTED = "the selection policy preferred others"
    SKIPPED = "an earlier match was to be skipped past"


@dataclass(frozen=True, slots=True)
class RunEnded:
    """A run is over, and why."""

    run: int
    why: Ending


@dataclass(frozen=True, slots=True)
class Consumed:
    """An event is not seen again in the place where it justified an answer."""

    at: Instant
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Derived:
    """A rule added triples to the stream."""

    rule: str
    interval: Interval
    triples: int


class Resolution(Enum):
    """How the value of an uncertainty function came about."""

    COMPUTED = "computed"
    CACHED = "cached"


@dataclass(frozen=True, slots=True)
class FunctionCalled:
    """An uncertainty function was asked for a value."""

    function: NamedNode
    arguments: tuple[str, ...]
    how: Resolution


TraceEvent: TypeAlias = (
    WindowOpened
    | WindowReported
    | Evaluated
    | RunStarted
    | RunAdvanced
    | RunEnded
    | Consumed
    | Derived
    | FunctionCalled
)

Tracer: TypeAlias = Callable[[TraceEvent], None]


def silent(_: TraceEvent) -> None:
    """Nobody listens."""
