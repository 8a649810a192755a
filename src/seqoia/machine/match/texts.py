"""Every kind of content as texts, one an event."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from seqoia.machine.match.buffers import bytes_of, string_parts
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


def serialised(content: Texts | Quads) -> Serialised:
    """The texts of some content; quads are written as N-Quads."""
    if isinstance(content, Texts):
        data, offsets = string_parts(content.texts)
        return Serialised(data, offsets[:-1], offsets[1:], content.syntax)
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
    edges = offsets[firsts]
    return Serialised(data, edges[:-1], edges[1:], Syntax.N_QUADS)


def _texts_of_rows(texts: list[bytes], syntax: Syntax) -> Serialised:
    offsets = np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.int64)
    return Serialised(bytes_of(b"".join(texts)), offsets[:-1], offsets[1:], syntax)


