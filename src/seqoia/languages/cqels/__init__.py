"""CQELS-QL: SPARQL with patterns over windows.

In order of use: `grammar.lark`, `builder` (reductions to `tree`), `parse`, `printer`, `lower`.
"""

from seqoia.languages.cqels.lower import lower, warnings
from seqoia.languages.cqels.parse import CQELS, parse, print_query

__all__ = ["CQELS", "lower", "parse", "print_query", "warnings"]
