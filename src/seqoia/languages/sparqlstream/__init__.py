"""SPARQLstream: SPARQL over windows that join the default graph, with operators that make streams.

In order of use: `grammar.lark`, `builder` (reductions to `tree`), `parse`, `printer`, `lower`.
"""

from seqoia.languages.sparqlstream.lower import lower, warnings
from seqoia.languages.sparqlstream.parse import SPARQLSTREAM, parse, print_query

__all__ = ["SPARQLSTREAM", "lower", "parse", "print_query", "warnings"]
