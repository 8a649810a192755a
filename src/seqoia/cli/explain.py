"""`seqoia explain`: every level of the river, from the text to how it would be run."""

from __future__ import annotations

from typing import Annotated

import typer

import seqoia
from seqoia.cli.texts import AsJson, LanguageName, QueryFile, print_json, read_query

LevelNames = Annotated[
    list[str] | None,
    typer.Option("--level", metavar="NAME", help="Only this level: tree, algebra, plan, understanding or warnings."),
]
DrawingKind = Annotated[
    str | None, typer.Option("--draw", metavar="KIND", help="Print a drawing of the automaton: mermaid or svg.")
]


def explain(
    query: QueryFile,
    level: LevelNames = None,
    draw: DrawingKind = None,
    language: LanguageName = None,
    as_json: AsJson = False,
) -> None:
    """Show each level of a query: its syntax tree, its algebra, its plan, and how it was understood.

    Example: seqoia explain examples/v-shape/query.spaseq
    """
    explained = seqoia.explain(read_query(query, language))
    if draw is not None:
        typer.echo(explained.draw(draw), nl=False)
    elif as_json:
        print_json(explained.as_json(level or ()))
    else:
        typer.echo(explained.show(level or ()))
