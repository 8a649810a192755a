"""How far a query is, in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """How far a query is: `waiting` runs in progress, their `state` in bytes."""

    events: int = 0
    answers: int = 0
    late: int = 0
    rejected: int = 0
    waiting: int = 0
    state: int = 0

    def then(self, later: Counts) -> Counts:
        """After some more: what happens adds up, what is there is as it was seen last."""
        return Counts(
            self.events + later.events,
            self.answers + later.answers,
            self.late + later.late,
            self.rejected + later.rejected,
            later.waiting,
            later.state,
        )
