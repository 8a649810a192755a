"""Executable semantics, definition by definition: it imports only the query text, the model and the algebra.

In the order in which a query meets them: `evaluate` chooses between the two kinds of query. A query over windows goes
to `continuous`: `profiles` complete it, `moments` say what it sees when, by `windows`, `reports`, `background`,
`entailment` and `sights`; `solving` evaluates its body, `results` makes answers of the solutions. A query of events
goes to `events`. What is SPARQL's own is asked of pyoxigraph: `sparql_words` and `sparql_text` spell it, `sparql`,
`expressions`, `correlation`, `ordering` and `aggregates` ask. `uncertainty` has functions over distributions, `lazy`
puts them off; `templates` are CONSTRUCT's, `errors` what has no answer, `trace` what is told on the way, and `justify`
tells of the events behind answers.
"""

from seqoia.reference.background import NO_BACKGROUND, Background
from seqoia.reference.errors import UnanswerableError
from seqoia.reference.evaluate import evaluate

__all__ = ["NO_BACKGROUND", "Background", "UnanswerableError", "evaluate"]
