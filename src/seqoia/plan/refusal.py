"""What no plan can do."""

from __future__ import annotations


class UnplannableError(ValueError):
    """A query that means something, but that the engine cannot run; says why, and what to do."""

    def __init__(self, reason: str, help: str) -> None:
        super().__init__(f"{reason}; {help}")
        self.reason, self.help = reason, help
