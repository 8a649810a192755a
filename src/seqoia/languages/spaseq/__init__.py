"""SPAseq: sequences of events that match graph patterns.

In order of use: `grammar.lark` and `builder` (with `words`) make the `tree`; `marks` and `checks` say what it must
not say; `parse` and `printer` are the two directions of the text; `lower` gives it a meaning.
"""

from seqoia.languages.spaseq.lower import lower, warnings
from seqoia.languages.spaseq.parse import SPASEQ, parse, print_query

__all__ = ["SPASEQ", "lower", "parse", "print_query", "warnings"]
