"""Where the events of a stream come from."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from seqoia.formats import GENERATED_AT, UnreadableFileError
from seqoia.model import NamedNode

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

JSON_LINES = (".jsonl", ".ndjson", ".json")
NAMED_GRAPHS = (".trig", ".nq")
SUFFIXES = (*JSON_LINES, *NAMED_GRAPHS)


@dataclass(frozen=True, slots=True)
class Files:
    """Files of events, which are read where they are matched: a file, a folder or a glob."""

    path: str
    follow: bool = False
    """Whether files that appear later belong to the stream as well; then `path` is a folder or a glob in one."""
    time_predicate: NamedNode = field(default=GENERATED_AT)
    at_once: int | None = None
    """How many new files a micro-batch takes at most."""

    def found(self) -> list[str]:
        """The files that are there, in the order of their names."""
        return listed(self.path)


@dataclass(frozen=True, slots=True)
class Frame:
    """A DataFrame of events, and which of its columns say what."""

    frame: DataFrame
    graph: str = "graph"
    format: str = "trig"
    """How the graph is written, where it is text."""
    time: str | None = None
    start: str | None = None
    end: str | None = None
    lift: Mapping[str, Any] | str | None = None
    """What its columns say, where there is no graph; as JSON or YAML if it is text."""


Source: TypeAlias = Files | Frame


def files(
    path: str | os.PathLike[str], *, follow: bool = False, time_predicate: str | None = None, at_once: int | None = None
) -> Files:
    """Files of events: JSON Lines, or named graphs as TriG or N-Quads. With `follow`, a folder is watched, and a
    micro-batch takes so many new files `at_once`."""
    said = GENERATED_AT if time_predicate is None else NamedNode(time_predicate)
    return Files(os.fspath(path), follow, said, at_once)


def events(
    frame: DataFrame,
    *,
    graph: str = "graph",
    format: str = "trig",
    time: str | None = None,
    start: str | None = None,
    end: str | None = None,
    lift: Mapping[str, Any] | str | None = None,
) -> Frame:
    """A DataFrame whose rows are events: which column has the graph and which the time, or start and end.

    With a `lift`, a declaration of what its columns say and which has the time, rows are events without any graph.
    """
    return Frame(frame, graph, format, time, start, end, lift)


def listed(path: str, suffixes: Sequence[str] | None = SUFFIXES) -> list[str]:
    """The files of a folder, of a glob, or the one file, in the order of their names.

    Hidden files, and those that are still being written as `_…`, are left out, as Spark does it.
    """
    if Path(path).is_dir():
        return _visible(Path(path).iterdir(), suffixes)
    if glob.has_magic(path) and not Path(path).exists():
        return _visible(map(Path, glob.glob(path)), suffixes)
    if not Path(path).exists():
        raise UnreadableFileError(path, "there is no such file")
    suffix = Path(path).suffix.lower()
    if suffixes is not None and suffix not in suffixes:
        known = ", ".join(suffixes)
        raise UnreadableFileError(path, f"has the suffix {suffix!r}; events are read from {known}")
    return [path]


def _visible(paths: Iterable[Path], suffixes: Sequence[str] | None) -> list[str]:
    shown = (path for path in sorted(paths) if path.is_file() and path.name[0] not in "._")
    return [str(path) for path in shown if suffixes is None or path.suffix.lower() in suffixes]
