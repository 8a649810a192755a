"""From written windows to the windows of the model."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.languages.rspql import tree
from seqoia.languages.rspql.times import duration_of, instant_of
from seqoia.model import (
    EPOCH,
    CountWindow,
    Duration,
    FixedWindow,
    IdentityWindow,
    Instant,
    LandmarkWindow,
    NestedWindow,
    Reading,
    TimeWindow,
    Window,
)

TIME_UNIT = Duration.of_seconds(1)
"""The time unit of the papers' examples: how far a window slides that does not say it."""


def window_of(written: tree.Window, reading: Reading | None) -> Window:
    """The window; `reading` is for time windows that do not say how they are read."""
    match written:
        case tree.TimeWindow():
            return _time_window(written, reading)
        case tree.LandmarkWindow(origin):
            return LandmarkWindow(_instant(origin))
        case tree.FixedWindow(start, end):
            return FixedWindow(instant_of(start), instant_of(end))
        case tree.IdentityWindow():
            return IdentityWindow()
        case tree.CountWindow(count, counted):
            return CountWindow(count, counted)
        case tree.NestedWindow(outer, inner):
            return NestedWindow(window_of(outer, reading), window_of(inner, reading))
        case _:
            assert_never(written)


def has_gaps(written: tree.TimeWindow) -> bool:
    """Whether there are instants in no window."""
    return written.slide is not None and duration_of(written.slide) > duration_of(written.width)


def _time_window(written: tree.TimeWindow, reading: Reading | None) -> TimeWindow:
    width = duration_of(written.width)
    return TimeWindow(
        width,
        min(TIME_UNIT, width) if written.slide is None else duration_of(written.slide),
        None if written.origin is None else instant_of(written.origin),
        written.reading or reading,
        written.bound,
    )


def _instant(moment: tree.Moment | None) -> Instant:
    return EPOCH if moment is None else instant_of(moment)
