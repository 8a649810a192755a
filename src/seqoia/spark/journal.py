"""A file of lines in which each micro-batch stands once, however often the query was killed and taken up again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class _Entry:
    """The last batch that was written: which bytes of the file are its lines."""

    batch: int
    start: int
    end: int


class Lines(Protocol):
    """A file that grows by the lines of batches."""

    def write(self, batch: int, lines: Iterable[str], /) -> None:
        """The lines of one batch."""


def lines_of(file: Path, checkpoint: Path | None) -> Lines:
    """Each batch once where there is a checkpoint; else the file begins anew with each run."""
    return AppendedLines(file) if checkpoint is None else BatchedLines(file, checkpoint)


@dataclass(frozen=True, slots=True)
class AppendedLines:
    """Appends the lines of batches; the first one begins the file."""

    file: Path

    def write(self, batch: int, lines: Iterable[str], /) -> None:
        with self.file.open("w" if batch == 0 else "a", encoding="utf-8") as out:
            out.writelines(line + "\n" for line in lines)


class BatchedLines:
    """Appends the lines of batches to a file.

    A journal beside the query's checkpoint says where the last batch stands. A batch that comes again, since Spark was
    killed before it noted that the batch was done, takes the place of its first try; half-written lines are cut off.
    """

    def __init__(self, file: Path, checkpoint: Path) -> None:
        self._file = file
        name = file.name or "lines"
        self._journal = checkpoint / f"written-{name}.json"

    def write(self, batch: int, lines: Iterable[str], /) -> None:
        """The lines of one batch, on the disk when this returns."""
        start = self._start_of(batch)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        if start > (self._file.stat().st_size if self._file.exists() else 0):
            raise ValueError(
                f"{self._file} is shorter than what was written to it; take it back, or use a new checkpoint"
            )
        with self._file.open("r+b" if self._file.exists() else "w+b") as out:
            out.truncate(start)
            out.seek(start)
            out.writelines(line.encode() + b"\n" for line in lines)
            out.flush()
            os.fsync(out.fileno())
            end = out.tell()
        self._note(_Entry(batch, start, end))

    def _start_of(self, batch: int) -> int:
        last = self._last()
        if last is None or batch == 0:
            return 0
        if last.batch == batch:
            return last.start
        if last.batch < batch:
            return last.end
        raise ValueError(f"{self._file} has batch {last.batch} already, and the checkpoint goes on with {batch}")

    def _last(self) -> _Entry | None:
        if not self._journal.exists():
            return None
        return _Entry(**json.loads(self._journal.read_text(encoding="utf-8")))

    def _note(self, entry: _Entry) -> None:
        """As a whole or not at all."""
        self._journal.parent.mkdir(parents=True, exist_ok=True)
        draft = self._journal.with_suffix(".draft")
        with draft.open("w", encoding="utf-8") as out:
            json.dump({"batch": entry.batch, "start": entry.start, "end": entry.end}, out)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(self._journal)
