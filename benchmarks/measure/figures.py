"""What is measured, and what is claimed about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import median


class MissingError(Exception):
    """What a case needs is not on this machine; the report names it instead of a number."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much a run measures: the whole of the inputs, or enough to see that everything works."""

    name: str
    events: int
    peer_events: int
    slow_events: int
    """For ETALIS, and for Flink's SQL with rows that are skipped."""
    repeats: int
    warm_up: int


QUICK = Size("quick", events=500_000, peer_events=55_000, slow_events=11_000, repeats=1, warm_up=11_000)
WHOLE = Size("whole", events=2_469_203, peer_events=550_000, slow_events=33_000, repeats=3, warm_up=55_000)
"""Peers get the middle of the trace, which is a little less dense than the whole (fewer runs wait): in their favour."""

SIZES = {size.name: size for size in (QUICK, WHOLE)}


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement. `seconds` is the steady state's; what else was seen stands in `seen`."""

    seconds: float
    events: int
    matches: int
    seen: Mapping[str, object] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        return self.events / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Case:
    """Something that is measured in a process of its own."""

    name: str
    run: Callable[[Size], Figure]


@dataclass(frozen=True, slots=True)
class Claim:
    """A number made of a scenario's medians, with the bound that it has to keep."""

    what: str
    number: Callable[[Mapping[str, Figure]], float]
    bound: float
    unit: str = "×"
    at_most: bool = False

    def holds(self, number: float) -> bool:
        return number <= self.bound if self.at_most else number >= self.bound


@dataclass(frozen=True, slots=True)
class Scenario:
    """A row of the question "how fast": cases, and what is claimed about them."""

    name: str
    title: str
    cases: tuple[Case, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """A case's runs, or the reason why there are none."""

    case: str
    runs: tuple[Figure, ...] = ()
    missing: str = ""

    @property
    def middle(self) -> Figure:
        """The run whose time is the median (the slower of the two middle ones)."""
        ordered = sorted(self.runs, key=lambda run: run.seconds)
        return ordered[len(ordered) // 2]

    @property
    def spread(self) -> float:
        """Slowest over fastest."""
        times = [run.seconds for run in self.runs]
        return max(times) / min(times) if min(times) > 0 else 1.0

    @property
    def median_rate(self) -> float:
        return median(run.rate for run in self.runs)


def faster(first: str, than: str) -> Callable[[Mapping[str, Figure]], float]:
    """How many times as many events a second `first` takes."""
    return lambda figures: figures[first].rate / figures[than].rate


def rate(of: str) -> Callable[[Mapping[str, Figure]], float]:
    return lambda figures: figures[of].rate


def seen(of: str, name: str) -> Callable[[Mapping[str, Figure]], float]:
    return lambda figures: float(str(figures[of].seen[name]))
