"""From syntax tree to algebra.

In order: `gpms` (definitions taken apart), `places` (what stands before what), `visibility` (what filters can see),
`aggregates` (what repetitions collect), `sequences`, `clauses` (windows, streams, background), `queries`.
"""

from seqoia.languages.spaseq.lower.queries import lower, warnings

__all__ = ["lower", "warnings"]
