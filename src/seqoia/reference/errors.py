"""Queries that are well formed but have no answer that ends."""

from __future__ import annotations


class UnanswerableError(Exception):
    """The query means something that no evaluation can give."""


class EndlessRulesError(UnanswerableError):
    """Rules that would derive for ever over a bounded input."""

    def __init__(self, rule: str) -> None:
        super().__init__(
            f"{rule} never reaches a fixed point: it derives new triples from its own over the same events; "
            "let each step take a later event (SEQ), or bound what it computes by a filter"
        )
        self.rule = rule
