"""RSP-QL and RSP-QL*: SPARQL over windows of streams, continuously.

In order of use: `tree`, `times` (durations and instants), `grammar.lark` and `builder`, `printer`, `parse`, `windows`,
`lower`.
"""

from seqoia.languages.rspql.lower import lower, warnings
from seqoia.languages.rspql.parse import RSPQL, parse, print_query

__all__ = ["RSPQL", "lower", "parse", "print_query", "warnings"]
