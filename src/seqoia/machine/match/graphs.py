"""Named graphs of any syntax as batches of events."""

from __future__ import annotations

from pyoxigraph import parse

from seqoia.formats.namedgraphs import GENERATED_AT
from seqoia.formats.rdf import reason_of
from seqoia.machine.bindings import Rejected
from seqoia.machine.match.datasets import FORMATS, written
from seqoia.machine.match.events import Syntax
from seqoia.machine.match.jsonl import Read
from seqoia.machine.match.nquads import read_nquads
from seqoia.model import NamedNode


def read_graphs(
    data: bytes | memoryview,
    syntax: Syntax,
    stream: int = 0,
    file: str = "",
    time_predicate: NamedNode = GENERATED_AT,
) -> Read:
    """The events of a whole file. What is not N-Quads is read by pyoxigraph, up to where it breaks off, and written as
    N-Quads; an event's number is its place there."""
    if syntax is Syntax.N_QUADS:
        return read_nquads(data, stream, file, time_predicate=time_predicate)
    quads, broken = [], list[Rejected]()
    try:
        for quad in parse(bytes(data), format=FORMATS[syntax]):
            quads.append(quad)
    except SyntaxError as error:
        place = f"{file}:{error.lineno}" if error.lineno else file
        broken.append(Rejected(place, f"is not {FORMATS[syntax].name}: {reason_of(error)}", _line(data, error.lineno)))
    read = read_nquads(written(quads), stream, file, first_line=None, time_predicate=time_predicate)
    return Read(read.batch, (*broken, *read.rejected))


def _line(data: bytes | memoryview, number: int | None) -> str:
    lines = bytes(data).split(b"\n")
    return lines[number - 1].decode(errors="replace") if number and number <= len(lines) else ""
