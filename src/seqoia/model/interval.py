"""Stretches of time, and the order among them."""

from __future__ import annotations

from dataclasses import dataclass

from seqoia.model.time import Duration, Instant


@dataclass(frozen=True, slots=True)
class Interval:
    """A stretch of time with both of its ends; a point has its start as its end."""

    start: Instant
    end: Instant

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise ValueError(f"an interval ends no earlier than it starts: [{self.start}, {self.end}]")

    @classmethod
    def point(cls, at: Instant) -> Interval:
        return cls(at, at)

    @property
    def duration(self) -> Duration:
        return self.end - self.start

    @property
    def order(self) -> tuple[Instant, Instant]:
        """The key of `≺`: the end first and then the start (P-RSEP, section 4.2)."""
        return (self.end, self.start)

    def precedes(self, other: Interval) -> bool:
        """Whether this has ended before the other starts."""
        return self.end < other.start


def hull(left: Interval | None, right: Interval | None) -> Interval | None:
    """The least interval that covers both; what holds at all times (`None`) adds nothing."""
    if left is None:
        return right
    if right is None:
        return left
    return Interval(min(left.start, right.start), max(left.end, right.end))
