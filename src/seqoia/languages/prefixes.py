"""The prefixes that a query declares, so that what is said of it is as short as the query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seqoia.algebra.wording import Names

if TYPE_CHECKING:
    from seqoia.languages.sparql.tree.syntax import Syntax


def names_in(tree: Syntax) -> Names:
    """How the query's text writes IRIs."""
    # a room is imported when the first query is read
    from seqoia.languages.sparql.tree import PrefixDeclaration
    from seqoia.languages.sparql.tree.syntax import walk

    declared = (part for part in walk(tree) if isinstance(part, PrefixDeclaration))
    return Names(tuple({part.prefix: part.iri.text for part in declared}.items()))
