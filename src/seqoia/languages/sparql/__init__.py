"""SPARQL 1.2 Query, and the grammar that the other languages share.

In order of use: `scan` (length, depth, comments), `grammar.lark` and `dialect` (the parser), `builder` (reductions
to tree), `tree`, `checks`, `complaints` (messages), `parse`, `printer`,
`lower` (tree to algebra).
"""

from seqoia.languages.sparql.dialect import Dialect
from seqoia.languages.sparql.lower import Lowering, lower, lower_as, warnings, warnings_as
from seqoia.languages.sparql.parse import SPARQL, parse, parse_as, print_query

__all__ = [
    "SPARQL",
    "Dialect",
    "Lowering",
    "lower",
    "lower_as",
    "parse",
    "parse_as",
    "print_query",
    "warnings",
    "warnings_as",
]
