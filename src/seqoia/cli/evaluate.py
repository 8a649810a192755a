"""`seqoia evaluate`: algebra and events → answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Annotated

import typer

import seqoia
from seqoia import (
    GENERATED_AT,
    Instant,
    NamedNode,
    Notation,
    Query,
    StreamFile,
    TraceEvent,
    closest,
    common,
    instant_of,
    reads_every_stream,
    streams_read,
    trace_as_json,
)
from seqoia.cli.assignments import assignment, named, optional_assignment
from seqoia.cli.texts import LanguageName, QueryFile, read_query

Streams = Annotated[
    list[str] | None,
    typer.Option("--stream", metavar="IRI=FILE", help="A stream and the file of its events; again for each stream."),
]
Background = Annotated[
    list[str] | None,
    typer.Option("--background", metavar="[IRI=]FILE", help="Background knowledge; with an IRI, as a named graph."),
]
Until = Annotated[
    str | None, typer.Option(metavar="T", help="The last instant to look at: seconds, or an xsd:dateTime.")
]
ProfileName = Annotated[
    str | None, typer.Option("--profile", metavar="NAME", help="How an engine fills in what the query leaves open.")
]
EntailmentName = Annotated[
    str | None,
    typer.Option("--entailment", metavar="NAME", help="simple, or rdfs with the background knowledge as ontology."),
]
PolicyName = Annotated[
    str | None,
    typer.Option("--policy", metavar="NAME", help="How sequences select: unrestricted, chronological or recent."),
]
Origin = Annotated[str | None, typer.Option(metavar="T", help="When the query was registered; else the epoch.")]
BoundName = Annotated[
    str | None,
    typer.Option("--bound", metavar="NAME", help="Which end belongs to a window: end (o, c], or start [o, c)."),
]
TimePredicate = Annotated[
    str, typer.Option(metavar="IRI", help="What says the time of a named graph in TriG and N-Quads.")
]
Trace = Annotated[bool, typer.Option("--trace", help="Tell every step on the standard error, as JSON Lines.")]


def evaluate(
    query: QueryFile,
    stream: Streams = None,
    background: Background = None,
    until: Until = None,
    profile: ProfileName = None,
    entailment: EntailmentName = None,
    policy: PolicyName = None,
    origin: Origin = None,
    bound: BoundName = None,
    time_predicate: TimePredicate = GENERATED_AT.value,
    trace: Trace = False,
    language: LanguageName = None,
) -> None:
    """Print the answers of a query over files of events, one JSON object a line.

    Example: seqoia evaluate examples/v-shape/query.spaseq --stream http://example.org/trades=examples/v-shape/trades.jsonl
    """
    streams = [assignment(text) for text in stream or []]
    knowledge = [optional_assignment(text) for text in background or []]
    given_once(query, streams, [file for _, file in knowledge])
    parsed = read_query(query, language)
    for warning in seqoia.warnings_of(parsed):
        typer.echo(warning.render(), err=True)
    chosen = seqoia.choose(seqoia.lower(parsed), profile, entailment, policy, instant(origin), bound)
    compare(chosen, [name for name, _ in streams])
    files = [seqoia.read_stream(name, file, named(time_predicate)) for name, file in streams]
    notation = _notation(files, until)
    answers = seqoia.evaluate(
        chosen,
        [file.stream for file in files],
        seqoia.background_of(seqoia.read_background(file, name) for name, file in knowledge),
        until=instant(until),
        tracer=_teller(notation) if trace else seqoia.silent,
    )
    for line in seqoia.emit(chosen, answers, notation):
        typer.echo(line)


def given_once(query: str, streams: Sequence[tuple[NamedNode, str]], others: Sequence[str]) -> None:
    """Refuses what is given twice and can be read once."""
    if [query, *(file for _, file in streams), *others].count("-") > 1:
        raise ValueError("the standard input can be read once; give the others as files")
    names = [name for name, _ in streams]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"the stream {name} is given twice")


def instant(text: str | None) -> Instant | None:
    return None if text is None else instant_of(text)[0]


def _notation(files: Sequence[StreamFile], until: str | None) -> Notation:
    """As the events write times; without events, as the command line does."""
    written = [file.notation for file in files if file.stream.events]
    return common(written) if written or until is None else instant_of(until)[1]


def compare(query: Query, given: Sequence[NamedNode]) -> None:
    """Refuses a query whose streams are not given, and warns of streams that it does not read."""
    read = streams_read(query)
    if not read and not reads_every_stream(query):
        raise ValueError(
            "the query reads no stream; declare a window, as FROM NAMED WINDOW <name> ON <stream> "
            "[RANGE PT10S STEP PT10S], or read its triples as events with --language epsparql"
        )
    for name in read:
        if name not in given:
            raise ValueError(f"the query reads the stream {name}, which is not given; {_way_out(name, given)}")
    if not reads_every_stream(query):
        for name in given:
            if name not in read:
                typer.echo(f"warning: the query does not read the stream {name}", err=True)


def _way_out(name: NamedNode, given: Sequence[NamedNode]) -> str:
    meant = closest(name.value, [other.value for other in given])
    return f"did you mean <{meant}>?" if meant else f"add --stream {name.value}=FILE"


def _teller(notation: Notation) -> Callable[[TraceEvent], None]:
    def tell(event: TraceEvent) -> None:
        typer.echo(json.dumps(trace_as_json(event, notation), ensure_ascii=False), err=True)

    return tell
