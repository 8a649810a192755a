"""`seqoia parse`: query text → syntax tree."""

from __future__ import annotations

import typer

from seqoia import show_tree, tree_as_json
from seqoia.cli.texts import AsJson, LanguageName, QueryFile, print_json, read_query


def parse(query: QueryFile, language: LanguageName = None, as_json: AsJson = False) -> None:
    """Show the syntax tree of a query, each part with its line and column.

    Example: seqoia parse examples/v-shape/query.spaseq
    """
    parsed = read_query(query, language)
    if as_json:
        print_json({"language": parsed.language.name, "tree": tree_as_json(parsed.tree)})
    else:
        typer.echo(show_tree(parsed.tree, parsed.source))
