"""`seqoia fmt`: syntax tree → query text, laid out the one way."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from seqoia import format_query
from seqoia.cli.texts import LanguageName, QueryFile, read_query

UNFORMATTED = 2


def fmt(
    query: QueryFile,
    language: LanguageName = None,
    check: Annotated[bool, typer.Option("--check", help="Print nothing; exit 2 if the layout would change.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Write the file instead of printing.")] = False,
) -> None:
    """Print a query in its own language, laid out the one way.

    Example: seqoia fmt --check examples/v-shape/query.spaseq
    """
    if write and (check or query == "-"):
        raise ValueError("--write changes a file: it goes neither with --check nor with the standard input")
    parsed = read_query(query, language)
    text = format_query(parsed).rstrip("\n") + "\n"
    if check:
        if text != parsed.source.text:
            typer.echo(f"{parsed.source.name}: the layout would change", err=True)
            raise typer.Exit(UNFORMATTED)
    elif write:
        Path(query).write_text(text, encoding="utf-8")
    else:
        typer.echo(text, nl=False)
