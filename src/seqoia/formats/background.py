"""Files of background knowledge, recognised by their suffix."""

from __future__ import annotations

from dataclasses import dataclass

from seqoia.formats.inputs import STANDARD_INPUT, read_bytes, shown_name, suffix_of
from seqoia.formats.jsonlines import read_lines
from seqoia.formats.rdf import QUAD_FORMATS, TRIPLE_FORMATS, in_graph, parse_file, renamed, scope_of
from seqoia.formats.streams import JSON_LINES
from seqoia.formats.unreadable import UnreadableFileError
from seqoia.model import Dataset, Instant, NamedNode


@dataclass(frozen=True, slots=True)
class Version:
    """What a file of background knowledge says from an instant on, until its next version; `None` is ever since."""

    since: Instant | None
    dataset: Dataset


def read_background(file: str, name: NamedNode | str | None = None) -> tuple[Version, ...]:
    """Reads background knowledge: an RDF file is one version, each line of a JSON Lines file is one more.

    With a name, the triples of the file's default graph form the graph of that name.
    """
    iri = NamedNode(name) if isinstance(name, str) else name
    suffix = suffix_of(file)
    if file == STANDARD_INPUT or suffix in JSON_LINES:
        return _read_versions(file, iri)
    formats = TRIPLE_FORMATS | QUAD_FORMATS
    if suffix not in formats:
        known = ", ".join((*formats, *JSON_LINES))
        raise UnreadableFileError(file, f"has the suffix {suffix!r}; background knowledge is read from {known}")
    quads = renamed(parse_file(file, read_bytes(file), formats[suffix]), _scope(file))
    return (Version(None, Dataset.of_quads(quads if iri is None else in_graph(iri, quads))),)


def _read_versions(file: str, name: NamedNode | None) -> tuple[Version, ...]:
    versions: dict[Instant, Dataset] = {}
    for item in read_lines(shown_name(file), read_bytes(file), _scope(file)):
        since = item.interval.start
        if item.interval.end != since:
            raise UnreadableFileError(
                shown_name(file), 'a version of background knowledge has a "time", not an interval'
            )
        if since in versions:
            raise UnreadableFileError(shown_name(file), f"has two versions for {since}")
        quads = item.dataset.quads()
        versions[since] = item.dataset if name is None else Dataset.of_quads(in_graph(name, quads))
    return tuple(Version(since, versions[since]) for since in sorted(versions))


def _scope(file: str) -> str:
    return scope_of(f"background {file}")
