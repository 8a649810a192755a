"""JSON Lines as batches of events: the meaning of `formats.jsonlines`, at the speed of a kernel."""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from seqoia.formats.jsonlines import read_lines
from seqoia.formats.unreadable import UnreadableFileError
from seqoia.machine.bindings import Rejected
from seqoia.machine.match import json_kernel as kernel
from seqoia.machine.match.buffers import bytes_of
from seqoia.machine.match.events import EventBatch, Places, Syntax, Texts
from seqoia.machine.match.gathering import SPARE

_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class Read:
    """What a part of a file gives: a batch of events, and what is none."""

    batch: EventBatch
    rejected: tuple[Rejected, ...]


@dataclass(frozen=True, slots=True)
class _Lines:
    """What the kernel found, a row a line."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    kinds: NDArray[np.uint8]
    begins: NDArray[np.int64]
    finishes: NDArray[np.int64]
    texts: pa.LargeBinaryArray


def read_jsonl(
    data: bytes | memoryview, stream: int = 0, file: str = "", offset: int = 0, first_line: int | None = 1
) -> Read:
    """The events of some lines. `offset` is where they begin in their file: an event's number is the place of its line
    there, however the file is cut. Without `first_line`, messages speak of that place."""
    whole = memoryview(data)
    if offset == 0 and bytes(whole[:3]) == _MARK:
        whole, offset = whole[3:], 3
    lines = _read(whole)
    places = Places(file, offset + lines.starts, None if first_line is None else first_line)
    good = lines.kinds == kernel.READ
    if good.all():
        return Read(_batch(stream, lines, np.arange(len(good)), places, lines.texts), ())
    return _with_odd_lines(whole, stream, lines, good, places)


def _read(whole: memoryview) -> _Lines:
    data = bytes_of(whole)
    most = int(np.count_nonzero(data == ord("\n"))) + 1
    starts, ends, begins, finishes = (np.empty(most, np.int64) for _ in range(4))
    kinds, edges = np.empty(most, np.uint8), np.zeros(most + 1, np.int64)
    target = np.empty(len(data) + SPARE, np.uint8)
    count = kernel.read_lines(data, target, starts, ends, kinds, begins, finishes, edges)
    buffers = [None, pa.py_buffer(edges[: count + 1]), pa.py_buffer(target)]
    texts = pa.Array.from_buffers(pa.large_binary(), count, buffers)
    return _Lines(starts[:count], ends[:count], kinds[:count], begins[:count], finishes[:count], texts)


def _batch(
    stream: int, lines: _Lines, rows: NDArray[np.int64], places: Places, texts: pa.LargeBinaryArray
) -> EventBatch:
    numbers = places.offsets[rows]
    content = Texts(texts, Syntax.TRIG)
    return EventBatch(stream, lines.begins[rows], lines.finishes[rows], numbers, content, places.some(rows))


def _with_odd_lines(whole: memoryview, stream: int, lines: _Lines, good: NDArray[np.bool_], places: Places) -> Read:
    """The lines that the kernel left are read one by one."""
    rejected: list[Rejected] = []
    odd: dict[int, bytes] = {}
    kept = good.copy()
    for row in np.flatnonzero(~good).tolist():
        line = bytes(whole[lines.starts[row] : lines.ends[row]])
        if not line.strip():
            continue
        try:
            lines.begins[row], lines.finishes[row], odd[row] = _one_line(line)
            kept[row] = True
        except UnreadableFileError as error:
            rejected.append(Rejected(places.of(row), error.reason, line.decode(errors="replace")))
    rows = np.flatnonzero(kept)
    texts = pa.concat_arrays([lines.texts, pa.array(list(odd.values()), pa.large_binary())])
    taken = np.arange(len(good))
    taken[list(odd)] = np.arange(len(odd)) + len(good)
    return Read(_batch(stream, lines, rows, places, texts.take(pa.array(taken[rows]))), tuple(rejected))


def _one_line(line: bytes) -> tuple[int, int, bytes]:
    """When the event of a line starts and ends, and its text."""
    [item] = read_lines("", line, "")
    text = json.loads(line)["graph"]
    return item.interval.start.microseconds, item.interval.end.microseconds, text.encode()
