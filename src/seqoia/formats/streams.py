"""Files of events, recognised by their suffix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyoxigraph import RdfFormat

from seqoia.formats.inputs import STANDARD_INPUT, read_bytes, shown_name, suffix_of
from seqoia.formats.jsonlines import TimedDataset, read_lines
from seqoia.formats.namedgraphs import GENERATED_AT, read_graphs
from seqoia.formats.notation import Notation, common
from seqoia.formats.rdf import TRIPLE_FORMATS, scope_of
from seqoia.formats.unreadable import UnreadableFileError
from seqoia.model import Event, NamedNode, Stream

JSON_LINES = (".jsonl", ".ndjson", ".json")
NAMED_GRAPHS = {".trig": RdfFormat.TRIG, ".nq": RdfFormat.N_QUADS}


@dataclass(frozen=True, slots=True)
class StreamFile:
    """A stream as a file has it, and how the file writes times."""

    stream: Stream
    notation: Notation


def read_stream(name: NamedNode | str, file: str, time_predicate: NamedNode = GENERATED_AT) -> StreamFile:
    """Reads a file of events (`-` is the standard input) as the stream of that name."""
    iri = name if isinstance(name, NamedNode) else NamedNode(name)
    found = list(_read(file, scope_of(iri.value), time_predicate))
    events = (Event(iri, item.interval, item.dataset, arrival) for arrival, item in enumerate(found))
    return StreamFile(Stream.of(iri, events), common(item.notation for item in found))


def _read(file: str, scope: str, time_predicate: NamedNode) -> Iterator[TimedDataset]:
    suffix = suffix_of(file)
    if file == STANDARD_INPUT or suffix in JSON_LINES:
        return read_lines(shown_name(file), read_bytes(file), scope)
    if suffix in NAMED_GRAPHS:
        return read_graphs(file, read_bytes(file), NAMED_GRAPHS[suffix], scope, time_predicate)
    if suffix in TRIPLE_FORMATS or suffix == ".jsonld":
        raise UnreadableFileError(
            file,
            "does not say when its triples were; write one event a line as JSON Lines (.jsonl), or one named graph "
            f"an event as TriG or N-Quads (.trig, .nq) with its {GENERATED_AT} in the default graph",
        )
    known = ", ".join((*JSON_LINES, *NAMED_GRAPHS))
    raise UnreadableFileError(file, f"has the suffix {suffix!r}; events are read from {known}")
