"""EP-SPARQL: SPARQL with operators of time, and CONSTRUCT as rules (P-EP).

In order of use: `grammar.lark` and `builder` (reductions to tree), `tree`, `checks`, `complaints` (messages), `parse`,
`lower`, `printer`.
"""

from seqoia.languages.epsparql.lower import lower, warnings
from seqoia.languages.epsparql.parse import EPSPARQL, parse, print_query

__all__ = ["EPSPARQL", "lower", "parse", "print_query", "warnings"]
