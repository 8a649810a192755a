"""Named choices, each with a paper behind it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.model.term import NamedNode
from seqoia.model.time import EPOCH, Duration, Instant


class Selection(Enum):
    """Which pairs of a sequence count."""

    ANY = "any"
    """Every compatible pair in order (P-RSEP (7), P-EP SeqJoin, P-SPA definition 10)."""
    NEXT = "next"
    """No compatible event for the right side lies strictly between (P-SPA, definition 11)."""
    STRICT = "strict"
    """No event of any stream lies strictly between (P-SPA, definition 12)."""
    NAIVE = "naive"
    """The last left side and the last right side, if in order (P-RSEP (9))."""
    CHRONOLOGICAL = "chronological"
    """For each correlation the earliest right side that has a left side, with the earliest such (P-RSEP (10))."""
    RECENT = "recent"
    """For each correlation the latest right side that has a left side, with the latest such (P-RSEP (11))."""


class Consumption(Enum):
    """What becomes of events that justified an answer."""

    NONE = "none"
    """They stay (𝒫ᵘ of P-RSEP, section 4.4)."""
    CONSUME = "consume"
    """Later evaluations do not see them in the place where they were used (𝒫ᶜ and 𝒫ʳ of P-RSEP, appendix A)."""


class StreamOperator(Enum):
    """From the solutions of successive evaluations to a stream (P-RSP, definitions 20 to 22)."""

    NONE = "none"
    RSTREAM = "RSTREAM"
    """Everything that holds now."""
    ISTREAM = "ISTREAM"
    """What holds now and did not at the previous evaluation."""
    DSTREAM = "DSTREAM"
    """What held at the previous evaluation and does not now."""


class Entailment(Enum):
    """Which triples a graph has."""

    SIMPLE = "simple"
    """Those that stand in it."""
    RDFS = "rdfs"
    """Also those that follow by RDFS, with the background knowledge as the ontology."""


class ScopeRule(Enum):
    """Which variables a filter or a bind inside a group sees."""

    BOTTOM_UP = "bottom-up"
    """Those of its own group, as SPARQL has it."""
    FLATTEN = "flatten"
    """Those of all groups around it as well, as the engine of P-UNC has it."""


class Optimisation(Enum):
    """What an evaluator may do about uncertainty functions; it never changes an answer (P-UNC, section 4.1)."""

    LAZY_VARIABLES = "lazy variables"
    """A value is computed when it is asked for, and never if it is not."""
    CACHE = "cache"
    """Within one evaluation a function is computed once for the same arguments."""


EVERY_OPTIMISATION = frozenset(Optimisation)


@dataclass(frozen=True, slots=True)
class ContentChange:
    """CC: the window reports when its content changes (P-RSP, definition 23). Without a name: each window."""

    window: NamedNode | None = None


@dataclass(frozen=True, slots=True)
class WindowClose:
    """WC: the window reports when it closes (P-RSP, definition 23)."""

    window: NamedNode | None = None


@dataclass(frozen=True, slots=True)
class NonEmptyContent:
    """NC: the window reports when it is not empty (P-RSP, definition 23)."""

    window: NamedNode | None = None


@dataclass(frozen=True, slots=True)
class Periodic:
    """P: reports come at regular instants, `origin` + k · `period` for k ≥ 1 (P-RSP, definition 23).

    An origin that is `None` is left open: it is the query's registration time.
    """

    period: Duration
    origin: Instant | None = None

    def __post_init__(self) -> None:
        if self.period <= Duration(0):
            raise ValueError(f"a period is above zero, not {self.period}")

    @property
    def begins(self) -> Instant:
        """Its origin, the epoch where nobody decides."""
        return EPOCH if self.origin is None else self.origin


Strategy: TypeAlias = ContentChange | WindowClose | NonEmptyContent | Periodic
"""One condition of a report policy; a policy is a conjunction of them."""


class Which(Enum):
    """The first or the last of several."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class NoSkip:
    """Every match counts; matches may overlap."""


@dataclass(frozen=True, slots=True)
class SkipToNext:
    """After a match, no other match with the same first event."""


@dataclass(frozen=True, slots=True)
class SkipPastLast:
    """After a match, no other match that starts before the match has ended."""


@dataclass(frozen=True, slots=True)
class SkipTo:
    """After a match, no other match that starts before the first or last event of a named expression."""

    which: Which
    label: str


AfterMatch: TypeAlias = NoSkip | SkipToNext | SkipPastLast | SkipTo
"""Where matching goes on after a match, among matches that agree on what every part binds."""
