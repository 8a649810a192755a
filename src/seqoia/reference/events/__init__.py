"""Event patterns: the half of the reference semantics that the papers add to SPARQL.

`scope` is what a pattern sees; `leaves` and `occurrences` are where bindings come from; `pairs`, `conditions`,
`extremes` and `arrangement` combine them; `sequence` (read from the left), `from_the_right`, `selection` and
`repetition` are sequences, `leading_options` what hides their beginnings; `frames` is WITHIN, `matches` after-match
skip; `bindings` dispatches; `closure` applies rules to their fixed point, and `answers` makes a query's answers of it
all.
"""

from seqoia.reference.events.answers import answers
from seqoia.reference.events.bindings import bindings
from seqoia.reference.events.pairs import as_set
from seqoia.reference.events.scope import Scope, number_leaves, tell_leaves_apart

__all__ = ["Scope", "answers", "as_set", "bindings", "number_leaves", "tell_leaves_apart"]
