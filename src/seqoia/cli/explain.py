"""`seqoia explain`: every level of the river, from the text to how it would be run; and why a match is an answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import seqoia
from seqoia import GENERATED_AT, Why
from seqoia.cli.assignments import assignment, named, optional_assignment
from seqoia.cli.evaluate import Background, Streams, TimePredicate, compare, given_once
from seqoia.cli.texts import AsJson, LanguageName, QueryFile, print_json, read_query

LevelNames = Annotated[
    list[str] | None,
    typer.Option("--level", metavar="NAME", help="Only this level: tree, algebra, plan, understanding or warnings."),
]
DrawingKind = Annotated[
    str | None, typer.Option("--draw", metavar="KIND", help="Print a drawing: mermaid or svg; with --why, svg.")
]
Answer = Annotated[
    str | None,
    typer.Option("--why", metavar="ANSWER", help="Say which events made this answer, a line of run; - reads lines."),
]


def explain(
    query: QueryFile,
    level: LevelNames = None,
    draw: DrawingKind = None,
    why: Answer = None,
    stream: Streams = None,
    background: Background = None,
    time_predicate: TimePredicate = GENERATED_AT.value,
    language: LanguageName = None,
    as_json: AsJson = False,
) -> None:
    """Show each level of a query: its syntax tree, its algebra, its plan, and how it was understood.

    Example: seqoia explain examples/v-shape/query.spaseq
    """
    if why is not None:
        _tell(_reasons(query, language, why, stream or [], background or [], time_predicate), why, draw, as_json)
        return
    if stream or background:
        raise ValueError("events are looked at with --why; add the answer to be explained, or leave them out")
    explained = seqoia.explain(read_query(query, language))
    if draw is not None:
        typer.echo(explained.draw(draw), nl=False)
    elif as_json:
        print_json(explained.as_json(level or ()))
    else:
        typer.echo(explained.show(level or ()))


def _reasons(
    query: str, language: str | None, answer: str, stream: list[str], background: list[str], time_predicate: str
) -> list[Why]:
    streams = [assignment(text) for text in stream]
    knowledge = [optional_assignment(text) for text in background]
    given_once(query, streams, [answer, *(file for _, file in knowledge)])
    parsed = read_query(query, language)
    compare(seqoia.lower(parsed), [name for name, _ in streams])
    events = [seqoia.read_stream(name, file, named(time_predicate)) for name, file in streams]
    known = seqoia.background_of(seqoia.read_background(file, name) for name, file in knowledge)
    return [seqoia.why(parsed, line, events, known) for line in _lines(answer)]


def _lines(answer: str) -> list[str]:
    if answer != "-":
        return [answer]
    return [line for line in sys.stdin.buffer.read().decode("utf-8-sig").splitlines() if line.strip()]


def _tell(reasons: Sequence[Why], answer: str, draw: str | None, as_json: bool) -> None:
    if draw is not None:
        if draw != "svg":
            raise ValueError(f"a match is drawn as svg, not as {draw!r}")
        alone = len(reasons) == 1
        drawing = reasons[0].draw() if alone else seqoia.timeline(reasons, limit=len(reasons) + 1).drawing
        typer.echo(drawing.document(), nl=False)
    elif as_json:
        told = [each.as_json() for each in reasons]
        print_json(told if answer == "-" else told[0])
    else:
        typer.echo("\n\n".join(each.show() for each in reasons))
