"""What a query answers."""

from __future__ import annotations

from dataclasses import dataclass

from seqoia.model.binding import Solution
from seqoia.model.graph import Graph
from seqoia.model.interval import Interval
from seqoia.model.time import Instant


@dataclass(frozen=True, slots=True)
class Answer:
    """A solution, a truth value or a graph, with the instant at which it was reported or the interval of its match."""

    when: Instant | Interval
    content: Solution | bool | Graph
