"""`seqoia run`: a query over streams, on Spark."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import seqoia
from seqoia import GENERATED_AT, Files, NamedNode, Notation, PatternQuery, common, instant_of
from seqoia.cli.assignments import assignment, named, optional_assignment
from seqoia.cli.evaluate import (
    Background,
    EntailmentName,
    Origin,
    PolicyName,
    TimePredicate,
    Until,
    compare,
    given_once,
    instant,
)
from seqoia.cli.progress import Progress
from seqoia.cli.spool import spooled
from seqoia.cli.texts import LanguageName, QueryFile, read_query

if TYPE_CHECKING:
    from seqoia.engine import Sink, Told

Streams = Annotated[
    list[str] | None,
    typer.Option("--stream", metavar="IRI=SOURCE", help="A stream and its file, folder, glob or -; for each stream."),
]
Follow = Annotated[bool, typer.Option("--follow", help="Go on with files that appear in the folders, until stopped.")]
Checkpoint = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="Where --follow keeps how far it is, to go on from there.")
]
Watermark = Annotated[
    str, typer.Option(metavar="DURATION", help="How late events may come with --follow, for example PT10S.")
]
OutKind = Annotated[
    str,
    typer.Option("--out", metavar="KIND[=TARGET]", help="jsonl[=FILE], parquet=FOLDER, console or kafka=TOPIC@SERVER."),
]
Malformed = Annotated[
    str, typer.Option(metavar="NAME", help="What becomes of input that is no event: skip it, or fail.")
]
RejectedFile = Annotated[
    str | None,
    typer.Option("--rejected", metavar="FILE", help="Where to put what is no event, with its place and why."),
]
LateFile = Annotated[
    str | None, typer.Option("--late", metavar="FILE", help="Where to put which events came later than the watermark.")
]
Workers = Annotated[int | None, typer.Option(metavar="N", help="How many processors to use; else all.", min=1)]
Master = Annotated[str | None, typer.Option(metavar="URL", help="The Spark cluster to run on; else this machine.")]
StateLimit = Annotated[
    int | None, typer.Option(metavar="N", help="How many runs may wait in a worker before the query stops.", min=1)
]
Intervals = Annotated[bool, typer.Option("--intervals", help="With --follow, say that events may take time.")]
UntilIdle = Annotated[bool, typer.Option("--until-idle", help="With --follow, stop when all that is there was read.")]

_UNBOUNDED = "warning: the query has no WITHIN, so runs wait for ever and state grows; --state-limit N stops it in time"


def run(
    query: QueryFile,
    stream: Streams = None,
    background: Background = None,
    follow: Follow = False,
    checkpoint: Checkpoint = None,
    watermark: Watermark = "PT0S",
    out: OutKind = "jsonl",
    until: Until = None,
    entailment: EntailmentName = None,
    policy: PolicyName = None,
    origin: Origin = None,
    time_predicate: TimePredicate = GENERATED_AT.value,
    malformed: Malformed = "skip",
    rejected: RejectedFile = None,
    late: LateFile = None,
    state_limit: StateLimit = None,
    intervals: Intervals = False,
    until_idle: UntilIdle = False,
    workers: Workers = None,
    master: Master = None,
    language: LanguageName = None,
) -> None:
    """Answer a query over files, or over files as they come, on Spark; one JSON object a line.

    Example: seqoia run examples/v-shape/query.spaseq --stream http://example.org/trades=examples/v-shape/trades.jsonl
    """
    streams = [assignment(text) for text in stream or []]
    knowledge = [optional_assignment(text) for text in background or []]
    given_once(query, streams, [file for _, file in knowledge])
    with Progress() as progress:
        ahead = seqoia.session_ahead(workers, master=master)
        try:
            asked = _asked(query, language, [name for name, _ in streams], entailment, policy, origin)
            if follow and asked.plan.width is None:
                typer.echo(_UNBOUNDED, err=True)
            from seqoia import engine

            target = engine.Out.parse(out)
            with spooled(dict(streams), follow) as paths:
                notation = _notation(paths, until)
                running = asked.running(
                    {name: _files(path, follow, time_predicate) for name, path in paths.items()},
                    seqoia.background_of(seqoia.read_background(file, name) for name, file in knowledge),
                    watermark=watermark,
                    malformed="collect" if rejected and malformed == "skip" else malformed,
                    until=instant(until),
                    state_limit=state_limit,
                    intervals=intervals,
                    keeps_late=late is not None,
                    spark=ahead.get(),
                )
                progress.ready()
                folder = Path(checkpoint) if follow and checkpoint is not None else None
                sink = engine.sink_for(target, notation, running.spark, folder)
                tell = _telling(sink, rejected, late, folder, progress)
                if follow:
                    engine.follow(running, tell, folder, until_idle=until_idle)
                else:
                    tell(0, engine.replay(running))
        finally:
            ahead.close()
    progress.warn()


def _asked(
    query: str,
    language: str | None,
    given: list[NamedNode],
    entailment: str | None,
    policy: str | None,
    origin: str | None,
) -> PatternQuery:
    parsed = read_query(query, language)
    for warning in seqoia.warnings_of(parsed):
        typer.echo(warning.render(), err=True)
    chosen = seqoia.choose(seqoia.lower(parsed), None, entailment, policy, instant(origin))
    compare(chosen, given)
    return seqoia.query(chosen)


def _files(path: str, follow: bool, time_predicate: str) -> Files:
    return seqoia.files(path, follow=follow, time_predicate=named(time_predicate).value)


def _notation(paths: Mapping[NamedNode, str], until: str | None) -> Notation:
    """As the files write times that are there; a folder that is empty yet writes dateTimes."""
    found = [notation for path in paths.values() for notation in _written(path)]
    if found:
        return common(found)
    return Notation.DATETIME if until is None else instant_of(until)[1]


def _written(path: str) -> Iterator[Notation]:
    from seqoia.engine import notation_of

    for file in seqoia.files(path).found():
        notation = notation_of(file)
        if notation is not None:
            yield notation


def _telling(
    sink: Sink, rejected: str | None, late: str | None, checkpoint: Path | None, progress: Progress
) -> Callable[[int, Told], None]:
    keep_rejected, keep_late = _keeping(rejected, checkpoint), _keeping(late, checkpoint)

    def tell(batch: int, told: Told) -> None:
        with progress.aside():
            sink.take(batch, told)
        keep_rejected(batch, told.rejected)
        keep_late(batch, told.late)
        progress.add(told.counts)

    return tell


def _keeping(file: str | None, checkpoint: Path | None) -> Callable[[int, Iterator[dict[str, Any]]], None]:
    """Adds objects to a file of JSON Lines."""
    from seqoia.engine import lines_of

    if file is None:
        return lambda _, __: None
    lines = lines_of(Path(file), checkpoint)
    return lambda batch, found: lines.write(batch, (json.dumps(each, ensure_ascii=False) for each in found))
