"""The watermark: up to which instant no more events are expected (SEMANTICS 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from seqoia.machine.bindings import Seen
from seqoia.machine.step import BEGINNING, END


@dataclass(frozen=True, slots=True)
class Clock:
    """What has been seen of each stream. Every machine of a plan sees the same, so that all of them agree on the time
    without asking each other."""

    newest: Mapping[int, int] = field(default_factory=dict)

    def after(self, seen: Seen) -> Clock:
        """The clock when this has been seen as well."""
        newest = dict(self.newest)
        for stream, end in seen.newest.items():
            newest[stream] = max(end, newest.get(stream, end))
        return Clock(newest)

    def watermark(self, streams: int, lateness: int, *, over: bool = False) -> int:
        """Every event that ends before it has come: the least of the streams counts, and each may be late."""
        if over:
            return END
        if len(self.newest) < streams:
            return BEGINNING
        return min(self.newest.values()) - lateness
