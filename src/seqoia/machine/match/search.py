"""Texts through the searching kernel: what each event is, and the solutions of every leaf as places in the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seqoia.machine.match import searching as kernel
from seqoia.machine.match.events import Syntax
from seqoia.machine.match.programme import Programme
from seqoia.machine.match.texts import Serialised

_match_texts: Callable[..., int] = kernel.match_texts

_ROOM = 1 << 13
"""Rows that are gathered before they are put away: few enough to stay near the processor."""

MODES = {
    Syntax.N_TRIPLES: kernel.TRIPLES | kernel.LINES,
    Syntax.N_QUADS: kernel.LINES,
    Syntax.TURTLE: kernel.TRIPLES,
    Syntax.TRIG: kernel.TRIPLES,
}
"""How the kernel reads a syntax; the lines of N-Triples are Turtle and TriG as well."""


@dataclass(frozen=True, slots=True)
class Spans:
    """Solutions of a leaf: for each row its event and where each variable's term is."""

    events: NDArray[np.int64]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.events)

    def without(self, events: NDArray[np.bool_]) -> Spans:
        """Those of other events than these."""
        if not events.any():
            return self
        kept = ~events[self.events]
        return Spans(self.events[kept], self.starts[kept], self.lengths[kept])


@dataclass(slots=True)
class Scratch:
    """Where the kernel keeps the quads of one event."""

    froms: NDArray[np.int64]
    lengths: NDArray[np.int64]
    tails: NDArray[np.uint64]
    sure: NDArray[np.uint8]
    """Which of them are known to be plain."""

    @classmethod
    def new(cls) -> Scratch:
        shape = (4, kernel.MOST_QUADS)
        return cls(
            np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.uint64), np.zeros(shape, np.uint8)
        )

    @property
    def tables(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint8]]:
        return self.froms, self.lengths, self.tails, self.sure


@dataclass(slots=True)
class Outcome:
    """What the kernel made of the events of a batch, by their places in it."""

    kinds: NDArray[np.uint8]
    hidden: NDArray[np.bool_]
    """By leaf and event: whether the event's own named graphs hide what the leaf asks of the background."""


def search(
    programme: Programme, texts: Serialised, events: NDArray[np.int64], mode: int, scratch: Scratch, outcome: Outcome
) -> list[Spans]:
    """Searches the texts; `events` are their places in the batch. One table of solutions a leaf."""
    leaves, width = len(programme.output_counts), max(1, programme.outputs.shape[1])
    room = _ROOM
    counts = np.zeros(leaves, np.int64)
    rows = _rows(leaves, room, width)
    away: list[list[Spans]] = [[] for _ in range(leaves)]
    place = 0
    while True:
        place = _match_texts(
            texts.data, texts.starts, texts.ends, events, place, mode, *programme.tables, *scratch.tables,
            outcome.kinds, outcome.hidden, counts, *rows,
        )  # fmt: skip
        if counts.any():
            _put_away(programme, counts, rows, away)
        elif place < len(events):
            room *= 4
            rows = _rows(leaves, room, width)
        if place == len(events):
            return [_together(spans, int(programme.output_counts[leaf])) for leaf, spans in enumerate(away)]


def _rows(leaves: int, room: int, width: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]:
    return (
        np.empty((leaves, room), np.int64),
        np.empty((leaves, room, width), np.int64),
        np.empty((leaves, room, width), np.int32),
    )


def _put_away(
    programme: Programme,
    counts: NDArray[np.int64],
    rows: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]],
    away: list[list[Spans]],
) -> None:
    for leaf, count in enumerate(counts.tolist()):
        if count:
            width = int(programme.output_counts[leaf])
            events, starts, lengths = (table[leaf, :count] for table in rows)
            away[leaf].append(Spans(events.copy(), starts[:, :width].copy(), lengths[:, :width].copy()))
    counts[:] = 0


def _together(spans: list[Spans], width: int) -> Spans:
    if not spans:
        return Spans(np.empty(0, np.int64), np.empty((0, width), np.int64), np.empty((0, width), np.int32))
    return Spans(
        np.concatenate([each.events for each in spans]),
        np.concatenate([each.starts for each in spans]),
        np.concatenate([each.lengths for each in spans]),
    )
