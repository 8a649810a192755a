"""The prefixes that a query declares, so that what is said of it is as short as the query."""

from __future__ import annotations

from seqoia.algebra.wording import Names
from seqoia.languages.sparql.tree import PrefixDeclaration
from seqoia.languages.sparql.tree.syntax import Syntax, walk


def names_in(tree: Syntax) -> Names:
    """How the query's text writes IRIs."""
    declared = (part for part in walk(tree) if isinstance(part, PrefixDeclaration))
    return Names(tuple({part.prefix: part.iri.text for part in declared}.items()))
