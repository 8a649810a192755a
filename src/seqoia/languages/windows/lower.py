"""From written windows to the windows of the model."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.languages.windows.tree import (
    SlidingWindow,
    TriplesWindow,
    TumblingWindow,
    WrittenDuration,
    WrittenWindow,
)
from seqoia.languages.windows.units import NANOSECONDS
from seqoia.model import Counted, CountWindow, Duration, TimeWindow, Window

TICK = Duration(1)
"""The distance of two consecutive instants: the slide of a window that moves with time itself."""


def nanoseconds(duration: WrittenDuration) -> int:
    return sum(amount.number * NANOSECONDS[amount.unit.lower()] for amount in duration.amounts)


def length(duration: WrittenDuration) -> Duration:
    return Duration(nanoseconds(duration) // 1_000)


def window_over(written: WrittenWindow) -> Window:
    """The window; where it starts and how it is read and bounded is left to whoever evaluates it."""
    match written:
        case SlidingWindow(width, slide):
            return TimeWindow(length(width), length(slide) if slide else TICK)
        case TumblingWindow(width):
            return TimeWindow(length(width), length(width))
        case TriplesWindow(count):
            return CountWindow(count, Counted.TRIPLES)
        case _:
            assert_never(written)
