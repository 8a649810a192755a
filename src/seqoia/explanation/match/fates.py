"""What became of the runs that began with an event, from the trace."""

from __future__ import annotations

from collections.abc import Sequence

from seqoia.model import Event
from seqoia.reference.trace import Ending, RunAdvanced, RunEnded, RunStarted, TraceEvent


def fates(trace: Sequence[TraceEvent], first: Event) -> list[Ending]:
    """How each run ended that an event began; one that went on in several ways has ended as each of them."""
    begun: set[int] = set()
    went_on: set[int] = set()
    endings: list[tuple[int, Ending]] = []
    for told in trace:
        match told:
            case RunStarted(run, _, _, evidence):
                if any((each.stream, each.arrival) == (first.stream, first.arrival) for each in evidence):
                    begun.add(run)
            case RunAdvanced(run, parent):
                if parent in begun:
                    begun.add(run)
                    went_on.add(parent)
            case RunEnded(run, why) if run in begun:
                endings.append((run, why))
            case _:
                pass
    return [why for run, why in dict.fromkeys(endings) if run not in went_on or why is Ending.MATCHED]
