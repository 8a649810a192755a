"""Rewriting: algebra → equivalent algebra, by the equivalences of P-UNC, table 1.

`rule` says what a rule is and applies rules; every other file is one rule, named as its function, or a question that
several rules ask (`settled`, `effort`). `order` lists the rules in the order in which they are tried, with reasons.
Where an equivalence needs more than the paper says, the rule's docstring and docs/semantics/rewriting.md say what.
"""

from seqoia.rewrite.order import EQUIVALENCES, RULES, rewrite
from seqoia.rewrite.rule import Applied, Observer, Rule, everywhere, rewrite_with, unobserved

__all__ = [
    "EQUIVALENCES",
    "RULES",
    "Applied",
    "Observer",
    "Rule",
    "everywhere",
    "rewrite",
    "rewrite_with",
    "unobserved",
]
