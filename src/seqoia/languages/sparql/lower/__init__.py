"""From syntax tree to algebra (SPARQL 1.2, section 18.3): one class a family, each on the one before.

In order: `iris` (relative to absolute), `names` (prologue, fresh variables, warnings), `terms`, `triples` and
`paths`, `expressions` with `functions` (those named by IRIs), `joins` (simplification), `patterns` with `unseen` (what
a filter cannot see), `selections` (what SELECT and the solution modifiers make of a pattern), `queries`.
A dialect subclasses `Lowering`.
"""

from seqoia.languages.sparql.lower.joins import join, union
from seqoia.languages.sparql.lower.names import Listener, unheard
from seqoia.languages.sparql.lower.queries import Lowering, lower, lower_as, warnings, warnings_as

__all__ = ["Listener", "Lowering", "join", "lower", "lower_as", "unheard", "union", "warnings", "warnings_as"]
