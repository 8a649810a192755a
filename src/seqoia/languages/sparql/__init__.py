"""SPARQL 1.2 Query, and the grammar that the other languages share.

In order of use: `scan` (length, depth, comments), `grammar.lark` and `dialect` (the parser), `builder` (reductions
to tree), `tree`, `checks`, `complaints` (messages), `parse`, `printer`.
"""

from seqoia.languages.sparql.dialect import Dialect
from seqoia.languages.sparql.parse import SPARQL, parse, parse_as, printed

__all__ = ["SPARQL", "Dialect", "parse", "parse_as", "printed"]
