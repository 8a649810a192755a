"""Queries that are well formed but have no answer that ends."""

from __future__ import annotations

from seqoia.model import NamedNode


class UnanswerableError(Exception):
    """The query means something that no evaluation can give."""


class EverClosingError(UnanswerableError):
    """A window that moves with time itself closes at every instant, and is to report whenever it does."""

    def __init__(self, stream: NamedNode) -> None:
        super().__init__(
            f"the window over {stream} has no slide, so it closes at every instant, and the report policy asks for an "
            "answer whenever it does; give it a slide, or let it report when its content changes"
        )
        self.stream = stream


class TooOftenError(UnanswerableError):
    """What comes at regular instants comes more often than anyone could look at."""

    def __init__(self, what: str, times: int, most: int) -> None:
        super().__init__(
            f"{what} {times:,} times in this replay, and at most {most:,} are looked at; let it come less often, or "
            "end the replay earlier with --until"
        )
        self.times = times


class EndlessRulesError(UnanswerableError):
    """Rules that would derive for ever over a bounded input."""

    def __init__(self, rule: str) -> None:
        super().__init__(
            f"{rule} never reaches a fixed point: it derives new triples from its own over the same events; "
            "let each step take a later event (SEQ), or bound what it computes by a filter"
        )
        self.rule = rule
