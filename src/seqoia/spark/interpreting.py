"""Small inputs without kernels: these are compiled when they are first called, which takes longer than a small answer.

Events are read and matched as the reference does it; what crosses from here to the machine is the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyoxigraph import RdfFormat

from seqoia.algebra.events import BasicEvent
from seqoia.formats import UnreadableFileError
from seqoia.formats.jsonlines import TimedDataset, read_lines
from seqoia.formats.namedgraphs import read_graphs
from seqoia.formats.rdf import scope_of
from seqoia.machine.bindings import EVENT_FIELDS, TERM, Bindings, Matched, Rejected, Seen, slot_name
from seqoia.model import Event, Instant, Interval, NamedNode, TimedBinding
from seqoia.plan.leaf import Leaf
from seqoia.reference import uncertainty
from seqoia.reference.events.leaves import basic_event
from seqoia.reference.events.scope import Scope
from seqoia.reference.trace import silent
from seqoia.spark.hosted import Hosted
from seqoia.spark.reading import Split
from seqoia.spark.sources import JSON_LINES

_FOREVER = Interval(Instant(-(2**61)), Instant(2**61))


def matched(split: Split, host: Hosted) -> Matched:
    """What the leaves find in the events of a file."""
    plan = host.deployment.plan
    name = plan.streams[split.stream]
    events: list[Event] = []
    rejected: list[Rejected] = []
    for number, item in enumerate(_items(split, name), start=split.first):
        if isinstance(item, Rejected):
            rejected.append(item)
        else:
            events.append(Event(name, item.interval, item.dataset, number))
    leaves = enumerate(plan.leaves)
    tables = {place: _solutions(leaf, split.stream, events, host) for place, leaf in leaves if leaf.source == name}
    times = np.array([(event.start.microseconds, event.end.microseconds) for event in events], np.int64).reshape(-1, 2)
    newest = {split.stream: int(times[:, 1].max())} if events else {}
    ticks = np.unique(times, axis=0) if plan.ticks else None
    return Matched(Bindings(tables, Seen(newest), ticks), rejected, len(events))


def _items(split: Split, name: NamedNode) -> Iterator[TimedDataset | Rejected]:
    scope = scope_of(name.value)
    data = Path(split.path).read_bytes()
    suffix = Path(split.path).suffix.lower()
    if suffix in JSON_LINES:
        yield from _lines(split.name, data, scope)
        return
    rdf_format = RdfFormat.N_QUADS if suffix == ".nq" else RdfFormat.TRIG
    try:
        yield from read_graphs(split.name, data, rdf_format, scope, NamedNode(split.time_predicate))
    except UnreadableFileError as error:
        place = split.name if error.line is None else f"{split.name}:{error.line}"
        yield Rejected(place, error.reason, "")


def _lines(name: str, data: bytes, scope: str) -> Iterator[TimedDataset | Rejected]:
    """Line by line, so that a bad one does not take the others with it."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            yield from read_lines(name, line, f"{scope}l{number}")
        except UnreadableFileError as error:
            yield Rejected(f"{name}:{number}", error.reason, line.decode(errors="replace"))


def _solutions(leaf: Leaf, stream: int, events: list[Event], host: Hosted) -> pa.Table:
    functions = uncertainty.functions(silent, cached=True)
    scope = Scope({leaf.source: tuple(events)}, (), _FOREVER, host.background, functions=functions, entail=host.entail)
    found = basic_event(BasicEvent(leaf.source, leaf.pattern), scope)
    rows = list(dict.fromkeys(_row(leaf, stream, each) for each in found))
    slots = [pa.field(slot_name(place), TERM) for place in range(len(leaf.slots))]
    schema = pa.schema([*EVENT_FIELDS, *slots])
    columns = [pa.array([row[place] for row in rows], kind.type) for place, kind in enumerate(schema)]
    return pa.Table.from_arrays(columns, schema=schema)


def _row(leaf: Leaf, stream: int, found: TimedBinding) -> tuple[int | str | None, ...]:
    (evidence,) = found.evidence
    texts = [None if slot not in found.solution else str(found.solution[slot]) for slot in leaf.slots]
    assert found.interval is not None
    start, end = found.interval.start.microseconds, found.interval.end.microseconds
    return (start, end, stream, evidence.arrival, _key([texts[slot] for slot in leaf.key]), *texts)


def _key(terms: list[str | None]) -> int:
    """The same for the same terms; 0 without a key."""
    if not terms:
        return 0
    digest = hashlib.blake2b(repr(terms).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)
