"""Events and the streams that they come on."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field

from seqoia.model.graph import Dataset, Graph
from seqoia.model.interval import Interval
from seqoia.model.term import NamedNode
from seqoia.model.time import Instant


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was seen: on which stream, when, what (a dataset), and as the how-manyth.

    Stream and arrival number identify it, so that two alike events of one instant stay two.
    """

    stream: NamedNode
    interval: Interval
    dataset: Dataset = field(compare=False, repr=False)
    arrival: int

    @property
    def start(self) -> Instant:
        return self.interval.start

    @property
    def end(self) -> Instant:
        return self.interval.end

    @property
    def graph(self) -> Graph:
        """Its default graph."""
        return self.dataset.default


@dataclass(frozen=True, slots=True)
class Stream:
    """A named stream (P-SPA, definition 3): events by non-decreasing end, then by arrival."""

    name: NamedNode
    events: tuple[Event, ...]

    @classmethod
    def of(cls, name: NamedNode, events: Iterable[Event]) -> Stream:
        """Brings events into order, whatever the order in which they are given."""
        return cls(name, tuple(sorted(events, key=lambda event: (*event.interval.order, event.arrival))))

    def until(self, last: Instant) -> Stream:
        """What has been seen by then."""
        return Stream(self.name, self.events[: self.seen(last)])

    def seen(self, last: Instant) -> int:
        """How many events have been seen by then."""
        return bisect_right(self.events, last, key=_end)

    def before(self, instant: Instant) -> int:
        """How many events were over before an instant."""
        return bisect_left(self.events, instant, key=_end)


def _end(event: Event) -> Instant:
    return event.interval.end
