"""C-SPARQL: SPARQL over windows that join the default graph.

In order of use: `grammar.lark`, `builder` (reductions to `tree`), `checks` with `timestamps`, `parse`, `printer`,
`lower`.
"""

from seqoia.languages.csparql.lower import lower, warnings
from seqoia.languages.csparql.parse import CSPARQL, parse, print_query

__all__ = ["CSPARQL", "lower", "parse", "print_query", "warnings"]
