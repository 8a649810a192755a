"""`seqoia lower`: syntax tree → algebra."""

from __future__ import annotations

import typer

import seqoia
from seqoia import as_json as algebra_as_json
from seqoia import show
from seqoia.cli.texts import AsJson, LanguageName, QueryFile, print_json, read_query


def lower(query: QueryFile, language: LanguageName = None, as_json: AsJson = False) -> None:
    """Show a query in the one algebra, as every engine sees it.

    Example: seqoia lower examples/v-shape/query.spaseq
    """
    lowered = seqoia.lower(read_query(query, language))
    if as_json:
        print_json(algebra_as_json(lowered))
    else:
        typer.echo(show(lowered))
