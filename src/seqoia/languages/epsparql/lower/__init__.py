"""From syntax tree to algebra (P-EP, section 4.2): what SPARQL's lowering says of terms, triples, paths and expressions
stands; groups become event patterns.

In order: `groups` (elements, filters), `chains` (SEQ and its kin), `existence` (EXISTS in time), `selections` (SELECT
and the solution modifiers), `queries` (rules, clauses, forms).
"""

from seqoia.languages.epsparql.lower.queries import lower, warnings

__all__ = ["lower", "warnings"]
