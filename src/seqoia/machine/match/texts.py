"""Every kind of content as texts, one an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from seqoia.machine.match.buffers import bytes_of, frozen, string_parts
from seqoia.machine.match.events import Quads, Syntax, Texts


@dataclass(frozen=True, slots=True)
class Serialised:
    """The bytes of all texts, and where each begins and ends."""

    data: NDArray[np.uint8]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    syntax: Syntax

    def __len__(self) -> int:
        return len(self.starts)

    def of(self, place: int) -> bytes:
        return self.data[self.starts[place] : self.ends[place]].tobytes()


def between(data: NDArray[np.uint8], edges: NDArray[np.int64], syntax: Syntax) -> Serialised:
    """Texts that stand one after another."""
    return Serialised(frozen(data), frozen(edges[:-1]), frozen(edges[1:]), syntax)


def listed(texts: Sequence[bytes], syntax: Syntax) -> Serialised:
    """Texts given one by one."""
    return between(bytes_of(b"".join(texts)), np.cumsum([0, *map(len, texts)], dtype=np.int64), syntax)


def serialised(content: Texts | Quads) -> Serialised:
    """The texts of some content; quads are written as N-Quads."""
    if isinstance(content, Texts):
        data, offsets = string_parts(content.texts)
        return between(data, offsets, content.syntax)
    return _of_quads(content.lists)


def _of_quads(lists: pa.ListArray) -> Serialised:
    """Lines of N-Quads, which are contiguous for each event; a null list is an event without triples."""
    quads = lists.flatten()
    graph = pc.fill_null(quads.field("g"), "")
    parts = [pc.fill_null(quads.field(name), "") for name in "spo"]
    lines = pc.binary_join_element_wise(*parts, graph, ".\n", " ")
    data, offsets = string_parts(lines.cast(pa.large_string()))
    lengths = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False)
    firsts = np.concatenate(([0], np.cumsum(lengths)))
    return between(data, offsets[firsts], Syntax.N_QUADS)
