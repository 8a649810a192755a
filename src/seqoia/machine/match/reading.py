"""A batch of texts through the kernels: as they stand, with unusual terms settled, and read by pyoxigraph at last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from seqoia.machine.bindings import Rejected
from seqoia.machine.match import rewriting
from seqoia.machine.match import searching as kernel
from seqoia.machine.match.buffers import bytes_of, frozen
from seqoia.machine.match.canonical import SecondLooks, canonical_lines
from seqoia.machine.match.datasets import parsed, written
from seqoia.machine.match.events import EventBatch, Syntax
from seqoia.machine.match.gathering import SPARE
from seqoia.machine.match.labels import named, numbered
from seqoia.machine.match.lexicals import PLAIN, STRANGE, UNUSUAL
from seqoia.machine.match.programme import Programme
from seqoia.machine.match.search import MODES, Outcome, Scratch, Spans, search
from seqoia.machine.match.texts import Serialised, between, listed
from seqoia.machine.match.turtle import as_lines
from seqoia.model import Dataset, Quad

_REJECTED = 4


@dataclass(frozen=True, slots=True)
class Pass:
    """Texts that went through the kernel together, and what it found for each leaf."""

    texts: Serialised
    stream: int
    """Whose blank nodes get labels when they are gathered; -1 where they have them."""
    found: Sequence[Spans]


@dataclass(slots=True)
class Reading:
    """How a batch was read."""

    batch: EventBatch
    texts: Serialised
    outcome: Outcome
    passes: list[Pass] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    quads: dict[int, list[Quad]] = field(default_factory=dict)
    """Those of the events that pyoxigraph read."""

    turtle: Serialised | None = None
    """Events whose Turtle was written as N-Triples,"""
    turtle_places: NDArray[np.int64] = field(default_factory=lambda: np.empty(0, np.int64))
    """and their places in the batch, in order."""

    @property
    def good(self) -> NDArray[np.bool_]:
        """Which events were read."""
        good: NDArray[np.bool_] = self.outcome.kinds != _REJECTED
        return good

    def of_kind(self, kind: int) -> NDArray[np.int64]:
        return np.flatnonzero(self.outcome.kinds == kind)

    def dataset(self, event: int) -> Dataset:
        """What an event that was read says."""
        quads = self.quads.get(event)
        if quads is None:
            rename = named(self.batch.stream, int(self.batch.event[event]))
            place = int(np.searchsorted(self.turtle_places, event))
            if self.turtle is not None and place < len(self.turtle) and self.turtle_places[place] == event:
                quads = parsed(self.turtle.of(place), self.turtle.syntax, rename)
            else:
                quads = parsed(self.texts.of(event), self.texts.syntax, rename)
        return Dataset.of_quads(quads)


class Reader:
    """Reads batches for a programme."""

    def __init__(self, programme: Programme) -> None:
        self._programme = programme
        self._scratch = Scratch.new()
        self._looks = SecondLooks()

    def read(self, batch: EventBatch, texts: Serialised) -> Reading:
        count = len(texts)
        leaves = len(self._programme.output_counts)
        outcome = Outcome(np.full(count, STRANGE, np.uint8), np.zeros((leaves, count), np.bool_))
        reading = Reading(batch, texts, outcome)
        mode = MODES.get(texts.syntax)
        if mode is not None:
            events = np.arange(count, dtype=np.int64)
            self._search(reading, texts, events, mode, batch.stream)
            self._settle(reading, texts, events, mode, batch.stream)
        if texts.syntax in (Syntax.TURTLE, Syntax.TRIG):
            self._read_turtle(reading, reading.of_kind(STRANGE))
        self._parse(reading, reading.of_kind(kernel.LARGE), keep=True)
        self._parse(reading, reading.of_kind(STRANGE), keep=False)
        return reading

    def _search(self, reading: Reading, texts: Serialised, events: NDArray[np.int64], mode: int, stream: int) -> None:
        found = search(self._programme, texts, events, mode, self._scratch, reading.outcome)
        reading.passes.append(Pass(texts, stream, found))

    def _settle(self, reading: Reading, texts: Serialised, events: NDArray[np.int64], mode: int, stream: int) -> None:
        """The events with unusual terms again, with what these terms are in canonical form."""
        places = np.flatnonzero(reading.outcome.kinds[events] == UNUSUAL)
        if not len(places):
            return
        events = events[places]
        found, quads = _unusual_terms(texts, places, mode, self._scratch)
        numbers, terms = _distinct(texts, found)
        instead = self._looks.of(terms)
        wrong = np.array([text is None for text in instead], np.bool_)
        bad = np.zeros(len(events), np.bool_)
        bad[found[wrong[numbers], 0]] = True
        reading.outcome.kinds[events[bad]] = STRANGE
        if bad.all():
            return
        good = np.flatnonzero(~bad)
        kept = ~bad[found[:, 0]]
        found, numbers = found[kept], numbers[kept]
        found[:, 0] = np.searchsorted(good, found[:, 0])
        others = [text or b"" for text in instead]
        rewritten = _rewritten(texts, places[good], mode, self._scratch, found, numbers, others, quads)
        trusted = mode & ~kernel.LINES | kernel.TRUSTED
        self._search(reading, rewritten, events[good], trusted, stream)

    def _read_turtle(self, reading: Reading, events: NDArray[np.int64]) -> None:
        """Events that a kernel can write as N-Triples."""
        if not len(events):
            return
        lines, good = as_lines(reading.texts, events)
        places = np.flatnonzero(good)
        some = Serialised(lines.data, frozen(lines.starts[places]), frozen(lines.ends[places]), lines.syntax)
        mode, stream = MODES[Syntax.N_TRIPLES], reading.batch.stream
        self._search(reading, some, events[places], mode, stream)
        self._settle(reading, some, events[places], mode, stream)
        reading.turtle, reading.turtle_places = some, events[places]

    def _parse(self, reading: Reading, events: NDArray[np.int64], keep: bool) -> None:
        """Reads events by pyoxigraph; those that are kept are not for the kernel."""
        texts, good = [], []
        for event in events.tolist():
            try:
                number = int(reading.batch.event[event])
                text = reading.texts.of(event)
                quads = parsed(text, reading.texts.syntax, numbered(reading.batch.stream, number))
            except ValueError as error:
                reading.outcome.kinds[event] = _REJECTED
                content = text.decode(errors="replace")
                reading.rejected.append(Rejected(_position(reading.batch, event), str(error), content))
                continue
            reading.quads[event] = quads
            good.append(event)
            texts.append(b"" if keep else written(quads))
        if good and not keep:
            self._search_again(reading, np.array(good, np.int64), texts)

    def _search_again(self, reading: Reading, events: NDArray[np.int64], written_anew: Sequence[bytes]) -> None:
        """Events that pyoxigraph read, as it writes them; terms of which the kernel is not sure become canonical at
        last in the store."""
        texts = listed(written_anew, Syntax.N_QUADS)
        self._search(reading, texts, events, kernel.LINES, -1)
        self._settle(reading, texts, events, kernel.LINES, -1)
        rest = events[reading.outcome.kinds[events] == STRANGE]
        lines = [canonical_lines(reading.quads[event]) for event in rest.tolist()]
        self._search(reading, listed(lines, Syntax.N_QUADS), rest, kernel.LINES | kernel.TRUSTED, -1)
        reading.outcome.kinds[rest[reading.outcome.kinds[rest] != PLAIN]] = kernel.LARGE


def _unusual_terms(
    texts: Serialised, events: NDArray[np.int64], mode: int, scratch: Scratch
) -> tuple[NDArray[np.int64], int]:
    room = 2 * len(events)
    while True:
        found = np.empty((room, 3), np.int64)
        total, quads = rewriting.unusual_terms(
            texts.data, texts.starts, texts.ends, events, mode, *scratch.tables, found
        )
        if total <= room:
            return found[:total], quads
        room = total


def _distinct(texts: Serialised, found: NDArray[np.int64]) -> tuple[NDArray[np.int64], list[bytes]]:
    numbers, firsts = np.empty(len(found), np.int64), np.empty(len(found), np.int64)
    starts, lengths = np.ascontiguousarray(found[:, 1]), np.ascontiguousarray(found[:, 2])
    count = rewriting.number_terms(texts.data, starts, lengths, numbers, firsts)
    spans = zip(starts[firsts[:count]].tolist(), lengths[firsts[:count]].tolist(), strict=True)
    return numbers, [texts.data[start : start + length].tobytes() for start, length in spans]


def _rewritten(
    texts: Serialised,
    events: NDArray[np.int64],
    mode: int,
    scratch: Scratch,
    found: NDArray[np.int64],
    numbers: NDArray[np.int64],
    others: Sequence[bytes],
    quads: int,
) -> Serialised:
    starts = np.cumsum([0, *map(len, others)]).astype(np.int64)
    lengths = np.diff(starts)
    most = int((texts.ends[events] - texts.starts[events]).sum() + lengths[numbers].sum()) + 6 * quads + SPARE
    target, edges = np.empty(most, np.uint8), np.empty(len(events) + 1, np.int64)
    rewriting.rewrite(
        texts.data, texts.starts, texts.ends, events, mode, *scratch.tables,
        found, numbers, bytes_of(b"".join(others)), starts, target, edges,
    )  # fmt: skip
    return between(target, edges, texts.syntax)


def _position(batch: EventBatch, event: int) -> str:
    return f"event {batch.event[event]}" if batch.places is None else batch.places.of(event)
