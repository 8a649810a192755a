"""N-Quads as batches of events: each named graph is one, and the default graph says when it was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyoxigraph import RdfFormat, parse

from seqoia.formats.namedgraphs import ENDED_AT, GENERATED_AT, STARTED_AT
from seqoia.formats.notation import time_of_term
from seqoia.formats.rdf import reason_of
from seqoia.machine.bindings import Rejected
from seqoia.machine.match import quad_kernel as kernel
from seqoia.machine.match.buffers import bytes_of
from seqoia.machine.match.canonical import term_of
from seqoia.machine.match.clocks import NO_TIME
from seqoia.machine.match.events import EventBatch, Places, Syntax, Texts
from seqoia.machine.match.gathering import SPARE
from seqoia.machine.match.jsonl import Read
from seqoia.machine.match.rewriting import number_terms
from seqoia.machine.match.search import Scratch
from seqoia.machine.match.searching import LINES, TRUSTED
from seqoia.model import NamedNode, Term


@dataclass(slots=True)
class Lines:
    """The lines of a file, as the kernel saw them."""

    data: NDArray[np.uint8]
    kinds: NDArray[np.uint8]
    spans: NDArray[np.int64]
    """Start and end of the line, of its graph's name, and of what stands before that."""
    times: NDArray[np.int64]
    numbers: NDArray[np.int64]
    """Which line of the part each is: lines that are read again stand at the end."""

    def text(self, line: int, at: int) -> bytes:
        return self.data[self.spans[line, at] : self.spans[line, at + 1]].tobytes()


@dataclass(frozen=True, slots=True)
class _Graphs:
    """Which graph each line speaks of, in the order in which graphs first appear."""

    lines: NDArray[np.int64]
    """The lines that speak of a graph, in the order of the file."""
    graphs: NDArray[np.int64]
    firsts: NDArray[np.int64]
    """The line on which each graph first appears."""


def read_nquads(
    data: bytes | memoryview,
    stream: int = 0,
    file: str = "",
    offset: int = 0,
    first_line: int | None = 1,
    time_predicate: NamedNode = GENERATED_AT,
) -> Read:
    """The events of a file, or of a part of it that tears none apart. An event's number is the place of its first line
    in the file."""
    lines, rejected = read_lines(data, file, offset, first_line, time_predicate)
    graphs = graphs_of(lines)
    count = len(graphs.firsts)
    starts, ends = _times(lines, graphs)
    places = Places(
        file, offset + lines.spans[lines.numbers[graphs.firsts], 0], first_line, lines.numbers[graphs.firsts]
    )
    texts = _texts(lines, graphs, count)
    good = starts != NO_TIME
    for graph in np.flatnonzero(~good).tolist():
        name = lines.text(int(graphs.firsts[graph]), 2).decode(errors="replace")
        try:
            starts[graph], ends[graph] = _second_look(lines, graphs, graph, time_predicate)
            good[graph] = True
        except (ValueError, OverflowError) as error:
            content = texts[graph].as_py().decode(errors="replace")
            rejected.append(Rejected(places.of(graph), f"graph {name}: {error}", content))
    rows = np.flatnonzero(good)
    kept = texts if good.all() else texts.take(pa.array(rows))
    some = places.some(rows)
    batch = EventBatch(stream, starts[rows], ends[rows], some.offsets, Texts(kept, Syntax.N_TRIPLES), some)
    return Read(batch, tuple(rejected))


def read_lines(
    data: bytes | memoryview, file: str, offset: int, first_line: int | None, time_predicate: NamedNode
) -> tuple[Lines, list[Rejected]]:
    """The lines of some N-Quads. Those that the kernel does not read are read by pyoxigraph and written anew."""
    lines = _kernel_lines(bytes_of(data), LINES, time_predicate)
    odd = np.flatnonzero(lines.kinds == kernel.ODD).tolist()
    if not odd:
        return lines, []
    places = Places(file, offset + lines.spans[:, 0], first_line)
    rejected, again, numbers = list[Rejected](), list[bytes](), list[int]()
    for line in odd:
        text = lines.text(line, 0)
        try:
            anew = b"".join(f"{quad} .\n".encode() for quad in parse(text, format=RdfFormat.N_QUADS))
        except SyntaxError as error:
            reason = f"is not N-Quads: {reason_of(error)}"
            rejected.append(Rejected(places.of(line), reason, text.decode(errors="replace")))
            continue
        again.append(anew)
        numbers += [line] * anew.count(b"\n")
    more = _kernel_lines(bytes_of(b"".join(again)), LINES | TRUSTED, time_predicate)
    return _with(lines, more, numbers), rejected


def graphs_of(lines: Lines) -> _Graphs:
    """Which graph each line speaks of: that of its quad, or that whose time it says."""
    kinds = lines.kinds
    speaking = np.flatnonzero((kinds >= kernel.TRIPLE) & (kinds <= kernel.UNTIL))
    speaking = speaking[np.argsort(lines.numbers[speaking], kind="stable")]
    starts = np.ascontiguousarray(lines.spans[speaking, 2])
    lengths = lines.spans[speaking, 3] - starts
    graphs, firsts = np.empty(len(speaking), np.int64), np.empty(len(speaking), np.int64)
    count = number_terms(lines.data, starts, lengths, graphs, firsts)
    return _Graphs(speaking, graphs, speaking[firsts[:count]])


def _kernel_lines(data: NDArray[np.uint8], mode: int, time_predicate: NamedNode) -> Lines:
    most = int(np.count_nonzero(data == ord("\n"))) + 1
    names = [str(name).encode() for name in (time_predicate, STARTED_AT, ENDED_AT)]
    edges = np.cumsum([0, *map(len, names)])
    kinds, spans, times = np.empty(most, np.uint8), np.zeros((most, 6), np.int64), np.full(most, NO_TIME, np.int64)
    count = kernel.read_quads(data, mode, bytes_of(b"".join(names)), edges, *Scratch.new().tables, kinds, spans, times)
    return Lines(data, kinds[:count], spans[:count], times[:count], np.arange(count))


def _with(lines: Lines, more: Lines, numbers: list[int]) -> Lines:
    return Lines(
        bytes_of(np.concatenate((lines.data, more.data)).data),
        np.concatenate((lines.kinds, more.kinds)),
        np.concatenate((lines.spans, more.spans + len(lines.data))),
        np.concatenate((lines.times, more.times)),
        np.concatenate((lines.numbers, np.array(numbers, np.int64))),
    )


def _texts(lines: Lines, graphs: _Graphs, count: int) -> pa.LargeBinaryArray:
    """The triples of each graph."""
    triples = lines.kinds[graphs.lines] == kernel.TRIPLE
    by_line = np.zeros(len(lines.kinds), np.int64)
    by_line[graphs.lines] = graphs.graphs
    order = np.argsort(graphs.graphs[triples], kind="stable")
    some = graphs.lines[triples][order]
    size = int((lines.spans[some, 5] - lines.spans[some, 4]).sum()) + 3 * len(some) + SPARE
    target, edges = np.empty(size, np.uint8), np.zeros(count + 1, np.int64)
    kernel.write_graphs(lines.data, some, by_line, lines.spans, target, edges)
    return pa.Array.from_buffers(pa.large_binary(), count, [None, pa.py_buffer(edges), pa.py_buffer(target)])


def _times(lines: Lines, graphs: _Graphs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """When each graph was; `NO_TIME` where that needs a second look."""
    count = len(graphs.firsts)
    said = []
    for kind in (kernel.AT, kernel.FROM, kernel.UNTIL):
        of_kind = lines.kinds[graphs.lines] == kind
        of, when = graphs.graphs[of_kind], lines.times[graphs.lines[of_kind]]
        value = np.full(count, NO_TIME, np.int64)
        value[of] = when
        value[np.bincount(of, minlength=count) > 1] = NO_TIME
        said.append((value, np.bincount(of, minlength=count)))
    (at, ats), (begin, begins), (end, ends) = said
    whole = (begins == 1) & (ends == 1) & (begin != NO_TIME) & (end != NO_TIME) & (begin <= end)
    lasting = (ats == 0) & whole
    return np.where(lasting, begin, at), np.where(lasting, end, at)


def _second_look(lines: Lines, graphs: _Graphs, graph: int, time_predicate: NamedNode) -> tuple[int, int]:
    """When a graph was, as `formats.namedgraphs` says it."""
    mine = graphs.lines[graphs.graphs == graph]

    def said(kind: int) -> list[Term]:
        return [term_of(lines.text(line, 4).decode()) for line in mine[lines.kinds[mine] == kind].tolist()]

    at, begins, ends = (said(kind) for kind in (kernel.AT, kernel.FROM, kernel.UNTIL))
    if at:
        instant = time_of_term(_only(at))[0].microseconds
        return instant, instant
    if begins and ends:
        start, end = time_of_term(_only(begins))[0], time_of_term(_only(ends))[0]
        if end < start:
            raise ValueError(f"ends before it starts: {start} to {end}")
        return start.microseconds, end.microseconds
    raise ValueError(f"the default graph does not say its {time_predicate}")


def _only(terms: Iterable[Term]) -> Term:
    distinct = sorted(set(map(str, terms)))
    if len(distinct) > 1:
        raise ValueError(f"has several times: {', '.join(distinct)}")
    return next(iter(terms))
