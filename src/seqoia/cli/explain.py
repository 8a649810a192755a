"""`seqoia explain`: every level of the river, from the text to how it was understood."""

from __future__ import annotations

import typer

import seqoia
from seqoia.cli.texts import AsJson, LanguageName, QueryFile, print_json, read_query


def explain(query: QueryFile, language: LanguageName = None, as_json: AsJson = False) -> None:
    """Show each level of a query: its syntax tree, its algebra, and how it was understood.

    Example: seqoia explain examples/v-shape/query.spaseq
    """
    explained = seqoia.explain(read_query(query, language))
    if as_json:
        print_json(explained.as_json())
    else:
        typer.echo(explained.show())
