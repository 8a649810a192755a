"""When the events of the streamset were: what strict contiguity asks (P-SPA, definition 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from seqoia.machine.step import BEGINNING


@dataclass(frozen=True, slots=True)
class Ticks:
    """Start and end of every event, by end, and the latest start of those that were forgotten."""

    times: NDArray[np.int64]
    forgotten_start: int

    @classmethod
    def of(cls, sections: dict[str, Any]) -> Ticks:
        times = sections.get("ticks", np.empty((0, 2), np.int64))
        return cls(times, int(sections.get("latest start", BEGINNING)))

    def sections(self) -> dict[str, Any]:
        return {"ticks": self.times, "latest start": self.forgotten_start}

    def with_seen(self, seen: NDArray[np.int64] | None) -> Ticks:
        """With some more events."""
        if seen is None or not len(seen):
            return self
        times = np.unique(np.concatenate([self.times, seen]), axis=0)
        return Ticks(times[np.lexsort((times[:, 0], times[:, 1]))], self.forgotten_start)

    def barriers(self, starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each start the latest start of the events that end before it: nothing that ended earlier than this may
        be followed strictly."""
        latest = np.concatenate([[self.forgotten_start], self.times[:, 0]])
        latest = np.maximum.accumulate(latest)
        known: NDArray[np.int64] = latest[np.searchsorted(self.times[:, 1], starts, side="left")]
        return known

    def forgotten(self, before: int) -> Ticks:
        """Without what no event asks for that starts at this instant or later."""
        old = int(np.searchsorted(self.times[:, 1], before, side="left"))
        if not old:
            return self
        return Ticks(self.times[old:], max(self.forgotten_start, int(self.times[:old, 0].max())))
