"""The ways through the steps of a plan: what may come after what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from seqoia.plan.steps import StepOutline

START = -1


class Kind(Enum):
    """What going a way means."""

    TAKES = "takes"
    """The run takes an event."""
    AGAIN = "again"
    """The run takes another event of the same part."""
    BREAKS = "breaks"
    """The event had to be absent, and ends the run."""
    ENDS = "ends"
    """The match is complete."""


@dataclass(frozen=True, slots=True)
class Way:
    """From a step (or `START`) to a step (or, one behind the last, the end)."""

    source: int
    target: int
    kind: Kind
    says: str


def ways(steps: Sequence[StepOutline]) -> tuple[Way, ...]:
    """Every way, from the left."""
    return tuple(
        way for source in (START, *(step.number for step in steps if not _absent(step))) for way in _from(source, steps)
    )


def _from(source: int, steps: Sequence[StepOutline]) -> Iterator[Way]:
    if source != START and (repeated := steps[source].repeated) is not None:
        yield Way(source, source, Kind.AGAIN, f"{repeated.times} {repeated.follows}")
    waiting: list[str] = []
    for step in steps[source + 1 :]:
        if _absent(step):
            if step.number == source + 1:
                yield Way(source, step.number, Kind.BREAKS, "ends the run" if source != START else "allows no run")
            waiting.append(f"no {step.takes}")
            continue
        follows = step.follows if source != START and step.follows else ""
        yield Way(source, step.number, Kind.TAKES, ", ".join(filter(None, (follows, *waiting))))
        if step.presence == "required":
            return
        waiting.append(f"no {step.takes}" if step.follows != "any" else "")
    if source != START:
        yield Way(source, len(steps), Kind.ENDS, ", ".join(filter(None, waiting)))


def _absent(step: StepOutline) -> bool:
    return step.presence == "absent"
