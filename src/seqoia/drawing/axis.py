"""Where times are on the paper, and which of them are written below."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from seqoia.model import Instant, Interval

_SECOND = 1_000_000
_STEPS = (
    *(step * 10**power for power in range(6) for step in (1, 2, 5)),
    *(step * _SECOND for step in (1, 2, 5, 10, 15, 30)),
    *(step * 60 * _SECOND for step in (1, 2, 5, 10, 15, 30)),
    *(step * 3600 * _SECOND for step in (1, 2, 3, 6, 12)),
)
_DAY = 86_400 * _SECOND
_MOST_TICKS = 7
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

Clock = Callable[[Instant], str]
"""How a time is written in a drawing."""


@dataclass(frozen=True, slots=True)
class Axis:
    """From `first` on the left to `last` on the right."""

    first: Instant
    last: Instant
    left: float
    right: float

    @classmethod
    def over(cls, intervals: Iterable[Interval], left: float, right: float) -> Axis:
        """As long as all of these take; a single instant gets a second around it."""
        known = list(intervals)
        first = min(interval.start.microseconds for interval in known)
        last = max(interval.end.microseconds for interval in known)
        spare = max((last - first) // 40, 0 if last > first else _SECOND // 2)
        return cls(Instant(first - spare), Instant(last + spare), left, right)

    def x(self, at: Instant) -> float:
        part = (at.microseconds - self.first.microseconds) / (self.last.microseconds - self.first.microseconds)
        return self.left + part * (self.right - self.left)

    def ticks(self) -> list[Instant]:
        """Round times, a few of them."""
        length = self.last.microseconds - self.first.microseconds
        step = next((each for each in _STEPS if length / each <= _MOST_TICKS), None) or _days(length)
        begin = -(-self.first.microseconds // step) * step
        return [Instant(at) for at in range(begin, self.last.microseconds + 1, step)]


def _days(length: int) -> int:
    days = 1
    while length / (days * _DAY) > _MOST_TICKS:
        days = 7 if days == 2 else 2 * days
    return days * _DAY


def clock_time(at: Instant) -> str:
    """The time of the day, or the date at midnight."""
    moment = _moment(at)
    if at.microseconds % _DAY == 0:
        return moment.strftime("%m-%d")
    fraction = f".{moment.microsecond:06d}".rstrip("0") if moment.microsecond else ""
    return (moment.strftime("%H:%M:%S") if moment.second or fraction else moment.strftime("%H:%M")) + fraction


def seconds(at: Instant) -> str:
    """The number of seconds."""
    return f"{at.seconds.normalize():f}"


def day_of(at: Instant) -> str:
    return _moment(at).strftime("%Y-%m-%d")


def _moment(at: Instant) -> datetime:
    return _EPOCH + timedelta(microseconds=at.microseconds)
