"""From the parser's reductions to the syntax tree: one class a family, each on the one before.

In order: `spans`, `escapes`, `terms`, `functions`, `expressions`, `paths`, `patterns`, `queries`. A dialect
subclasses `QueryBuilder`.
"""

from seqoia.languages.sparql.builder.functions import AGGREGATES, FUNCTIONS, Arity
from seqoia.languages.sparql.builder.queries import QueryBuilder
from seqoia.languages.sparql.builder.spans import Piece, across, span_of

__all__ = ["AGGREGATES", "FUNCTIONS", "Arity", "Piece", "QueryBuilder", "across", "span_of"]
