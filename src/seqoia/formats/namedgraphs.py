"""Events as named graphs: the default graph says when each was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from pyoxigraph import RdfFormat

from seqoia.formats.jsonlines import TimedDataset
from seqoia.formats.notation import common, time_of_term
from seqoia.formats.rdf import Renaming, parse_file
from seqoia.formats.unreadable import UnreadableFileError
from seqoia.model import BlankNode, Dataset, Interval, NamedNode, Term, Triple
from seqoia.model.term import DefaultGraph

PROV = "http://www.w3.org/ns/prov#"
GENERATED_AT = NamedNode(PROV + "generatedAtTime")
STARTED_AT = NamedNode(PROV + "startedAtTime")
ENDED_AT = NamedNode(PROV + "endedAtTime")


@dataclass(slots=True)
class _Gathered:
    """What a file says of one named graph."""

    triples: list[Triple] = field(default_factory=list)
    times: dict[NamedNode, list[Term]] = field(default_factory=lambda: defaultdict(list))


def read_graphs(
    file: str, data: bytes, rdf_format: RdfFormat, scope: str, time_predicate: NamedNode = GENERATED_AT
) -> Iterator[TimedDataset]:
    """The named graphs of a file, in the order in which they first appear; blank nodes belong to their graph."""
    for number, (name, gathered) in enumerate(_gather(file, data, rdf_format, time_predicate).items(), start=1):
        try:
            yield _event_of(gathered, time_predicate, f"{scope}e{number}")
        except ValueError as error:
            raise UnreadableFileError(file, f"graph {name}: {error}") from None


def _gather(
    file: str, data: bytes, rdf_format: RdfFormat, time_predicate: NamedNode
) -> dict[NamedNode | BlankNode, _Gathered]:
    gathered: dict[NamedNode | BlankNode, _Gathered] = defaultdict(_Gathered)
    for quad in parse_file(file, data, rdf_format):
        name, subject = quad.graph_name, quad.subject
        if not isinstance(name, DefaultGraph):
            gathered[name].triples.append(quad.triple)
        elif quad.predicate in (time_predicate, STARTED_AT, ENDED_AT) and not isinstance(subject, Triple):
            gathered[subject].times[quad.predicate].append(quad.object)
    return gathered


def _event_of(gathered: _Gathered, time_predicate: NamedNode, scope: str) -> TimedDataset:
    said = gathered.times
    graph = frozenset(map(Renaming(scope).triple, gathered.triples))
    if time_predicate in said:
        at, notation = time_of_term(_only(said[time_predicate]))
        return TimedDataset(Interval.point(at), Dataset(graph), notation)
    if STARTED_AT in said and ENDED_AT in said:
        start, start_notation = time_of_term(_only(said[STARTED_AT]))
        end, end_notation = time_of_term(_only(said[ENDED_AT]))
        if end < start:
            raise ValueError(f"ends before it starts: {start} to {end}")
        return TimedDataset(Interval(start, end), Dataset(graph), common((start_notation, end_notation)))
    raise ValueError(f"the default graph does not say its {time_predicate}")


def _only(terms: list[Term]) -> Term:
    if len(set(terms)) > 1:
        raise ValueError(f"has several times: {', '.join(sorted(map(str, terms)))}")
    return terms[0]
