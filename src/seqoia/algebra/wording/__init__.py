"""The algebra in the words of a query's author: what a plan, a drawing or a reason shows of it.

`terms` are names and values, `expressions` what is computed, `graphs` what one event looks like, `sequences` how events
follow one another. Text to read, not to parse.
"""

from seqoia.algebra.wording.expressions import expression_in_words
from seqoia.algebra.wording.graphs import graph_in_words, has_filters, without_filters
from seqoia.algebra.wording.sequences import element_in_words, part_in_words, repeated_in_words
from seqoia.algebra.wording.terms import FULL_NAMES, Names

__all__ = [
    "FULL_NAMES",
    "Names",
    "element_in_words",
    "expression_in_words",
    "graph_in_words",
    "has_filters",
    "part_in_words",
    "repeated_in_words",
    "without_filters",
]
