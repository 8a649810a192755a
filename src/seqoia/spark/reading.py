"""Files as batches of events, read where they are matched."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urlparse

import numpy as np
import pyarrow as pa
from pyoxigraph import RdfFormat, serialize

from seqoia.formats import Notation, UnreadableFileError
from seqoia.formats.jsonlines import TimedDataset
from seqoia.formats.namedgraphs import read_graphs
from seqoia.machine.bindings import Rejected
from seqoia.machine.match import EventBatch, Syntax, Texts
from seqoia.machine.match.jsonl import read_jsonl
from seqoia.machine.match.nquads import read_nquads
from seqoia.machine.match.splits import split_graphs, split_lines
from seqoia.model import NamedNode
from seqoia.spark.packing import Read
from seqoia.spark.sources import JSON_LINES

_PIECE = 8 << 20
"""Bytes that are read at once: enough for the kernels, little enough for the caches."""
_SPLIT = 32 << 20
"""Bytes of a split of a large file."""


@dataclass(frozen=True, slots=True)
class Split:
    """A range of bytes of a file that is read apart from the others."""

    path: str
    offset: int
    length: int
    name: str
    """What messages call the file."""
    stream: int
    first: int
    """The number from which events of the file are counted."""
    time_predicate: str


def splits_of(path: str, stream: int, first: int, time_predicate: str) -> list[Split]:
    """The parts of a file, several if it is large."""
    with _mapped(path) as data:
        parts = [(0, len(data))]
        if len(data) > _SPLIT and _is_lines(path):
            parts = [(part.start, part.end) for part in split_lines(data, _SPLIT)]
        elif len(data) > _SPLIT and path.endswith(".nq"):
            parts = [(part.start, part.end) for part in split_graphs(data, _SPLIT, NamedNode(time_predicate))]
    whole = str(Path(path).absolute())
    return [Split(whole, start, end - start, path, stream, first, time_predicate) for start, end in parts]


def read_split(split: Split, suffix: str | None = None) -> Iterator[Read]:
    """The events of a split, some at a time; its file's suffix tells the format, if nothing else does."""
    path = _local(split.path)
    with _mapped(path) as data:
        part = data[split.offset : split.offset + split.length]
        for read in _read(split, suffix or Path(path).suffix.lower(), part):
            batch = read.batch
            counted = None if batch is None else replace(batch, event=batch.event + split.first)
            yield Read(counted, read.rejected)


def notation_of(path: str) -> Notation | None:
    """How a file writes times, as far as its beginning tells; None if it has no events."""
    with _mapped(path) as data:
        head = bytes(data[: 1 << 20])
    if not head.strip():
        return None
    dated = _QUOTED_TIME.search(head) if _is_lines(path) else b"dateTime" in head
    return Notation.DATETIME if dated else Notation.SECONDS


_QUOTED_TIME = re.compile(rb'"(?:time|at|start|end)"\s*:\s*"')


def _read(split: Split, suffix: str, part: memoryview) -> Iterable[Read]:
    path = _local(split.name)
    predicate = NamedNode(split.time_predicate)
    if suffix in JSON_LINES:
        return _lines(path, split, part)
    if suffix == ".nq":
        read = read_nquads(part, split.stream, path, split.offset, 1 if split.offset == 0 else None, predicate)
        return [Read(read.batch, read.rejected)]
    return [_of_graphs(path, bytes(part), split.stream, predicate)]


def _lines(path: str, split: Split, part: memoryview) -> Iterator[Read]:
    line: int | None = 1 if split.offset == 0 else None
    for piece in split_lines(part, _PIECE):
        data = part[piece.start : piece.end]
        read = read_jsonl(data, split.stream, path, split.offset + piece.start, line)
        yield Read(read.batch, read.rejected)
        line = None if line is None or piece.end == len(part) else line + bytes(data).count(b"\n")


def _of_graphs(path: str, data: bytes, stream: int, time_predicate: NamedNode) -> Read:
    """The named graphs of TriG, which is read as a whole or not at all."""
    try:
        found = list(read_graphs(path, data, RdfFormat.TRIG, "", time_predicate))
    except UnreadableFileError as error:
        place = path if error.line is None else f"{path}:{error.line}"
        return Read(None, (Rejected(place, error.reason, ""),))
    starts = np.array([item.interval.start.microseconds for item in found], np.int64)
    ends = np.array([item.interval.end.microseconds for item in found], np.int64)
    texts = pa.array([_text(item) for item in found], pa.large_binary())
    return Read(EventBatch(stream, starts, ends, np.arange(len(found)), Texts(texts, Syntax.N_QUADS)))


def _text(item: TimedDataset) -> bytes:
    return serialize(item.dataset.quads(), format=RdfFormat.N_QUADS) or b""


def _is_lines(path: str) -> bool:
    return Path(path).suffix.lower() in JSON_LINES


def _local(path: str) -> str:
    """Spark names local files by URLs."""
    return unquote(urlparse(path).path) if path.startswith("file:") else path


@contextmanager
def _mapped(path: str) -> Iterator[memoryview]:
    """A file's bytes, read as they are looked at."""
    try:
        with Path(path).open("rb") as file:
            empty = file.seek(0, 2) == 0
            data = memoryview(b"") if empty else memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except FileNotFoundError:
        raise UnreadableFileError(path, "there is no such file") from None
    except OSError as error:
        raise UnreadableFileError(path, f"cannot be read: {error.strerror}") from None
    yield data
