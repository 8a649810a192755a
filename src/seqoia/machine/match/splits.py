"""Where a file of events can be cut, so that its parts are read independently."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from seqoia.formats.namedgraphs import GENERATED_AT
from seqoia.machine.match.buffers import bytes_of
from seqoia.machine.match.nquads import graphs_of, read_lines
from seqoia.model import NamedNode


@dataclass(frozen=True, slots=True)
class Split:
    """A part of a file, from a byte to before another."""

    start: int
    end: int


def split_lines(data: bytes | memoryview, size: int) -> list[Split]:
    """Parts of about `size` bytes, each some whole lines: for JSON Lines. Only the places of cuts are looked at."""
    whole = bytes_of(data)
    cuts = [_behind_line(whole, place) for place in range(size, len(whole), size)]
    return _between(cuts, len(whole))


def split_graphs(data: bytes | memoryview, size: int, time_predicate: NamedNode = GENERATED_AT) -> list[Split]:
    """Parts of about `size` bytes, each some whole graphs with their times: for N-Quads. Where the lines that speak of
    a graph do not stand together, the file is one part."""
    lines, _ = read_lines(data, "", 0, None, time_predicate)
    graphs = graphs_of(lines)
    first = np.flatnonzero(np.diff(graphs.graphs, prepend=-1))
    if len(first) != len(graphs.firsts):
        return [Split(0, len(data))] if len(data) else []
    starts = lines.spans[lines.numbers[graphs.lines[first]], 0]
    found = np.searchsorted(starts, np.arange(size, len(data), size))
    return _between([int(starts[place]) for place in found.tolist() if place < len(starts)], len(data))


def _behind_line(whole: NDArray[np.uint8], place: int) -> int:
    """Where the line after the one that holds the byte before a place begins."""
    step = 1 << 16
    for at in range(place - 1, len(whole), step):
        ends = np.flatnonzero(whole[at : at + step] == ord("\n"))
        if len(ends):
            return at + int(ends[0]) + 1
    return len(whole)


def _between(cuts: list[int], size: int) -> list[Split]:
    edges = sorted({0, size, *cuts})
    return [Split(start, end) for start, end in pairwise(edges)]
