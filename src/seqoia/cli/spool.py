"""The standard input as files, which is what streams are read from."""

from __future__ import annotations

import os
import select
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from seqoia import NamedNode

_PATIENCE = 0.02
"""Seconds that lines wait for others, so that a file has many of them."""
_MANY = 8 << 20
"""Bytes that do not wait for more."""


@contextmanager
def spooled(streams: Mapping[NamedNode, str], follow: bool) -> Iterator[dict[NamedNode, str]]:
    """The streams, `-` replaced by a file with what came in, or by a folder of what comes in."""
    if "-" not in streams.values():
        yield dict(streams)
        return
    with tempfile.TemporaryDirectory(prefix="seqoia-input-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if follow:
            threading.Thread(target=_spool, args=(folder,), daemon=True).start()
        else:
            (folder / "stdin.jsonl").write_bytes(sys.stdin.buffer.read())
        there = str(folder if follow else folder / "stdin.jsonl")
        yield {stream: there if file == "-" else file for stream, file in streams.items()}


def _spool(folder: Path) -> None:
    """Whole lines, a file for each handful; a file appears under its name when it is complete."""
    source = sys.stdin.buffer.fileno()
    number, waiting, is_over = 0, b"", False
    while not is_over:
        while len(waiting) < _MANY and select.select([source], [], [], _PATIENCE)[0]:
            more = os.read(source, 1 << 16)
            waiting += more
            if not more:
                is_over = True
                break
        lines = waiting if is_over else waiting[: waiting.rfind(b"\n") + 1]
        waiting = waiting[len(lines) :]
        if lines:
            _put(folder, number, lines)
            number += 1


def _put(folder: Path, number: int, content: bytes) -> None:
    draft = folder / f"_{number}"
    draft.write_bytes(content)
    draft.rename(folder / f"{number:012d}.jsonl")
