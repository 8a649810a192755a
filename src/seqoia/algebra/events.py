"""Event patterns: each evaluates to a bag of timed bindings (SEMANTICS, section 1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.algebra.expressions import Aggregate, Expression, Variable
from seqoia.algebra.patterns import BasicGraphPattern, Direction, GraphPattern, PathPattern, Values
from seqoia.model import AfterMatch, Duration, Instant, NamedNode, NoSkip, Selection


@dataclass(frozen=True, slots=True)
class BasicEvent:
    """For every event in scope, the solutions of a pattern over its graph, with its interval (P-RSEP (4), P-SPA
    definition 7). The source is a window of the query or, where no window has that name, a stream. `GRAPH` inside
    looks into the event's own named graphs first and then into the background (P-SPA, definition 15)."""

    source: NamedNode
    pattern: GraphPattern
    label: str | None = None
    """The name that the query gave it."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """The solutions over single triple occurrences, each with its own interval; the solution's is their hull
    (P-EP, section 4.2). Default-graph background triples hold at all times. Without a source: every stream."""

    pattern: BasicGraphPattern | PathPattern
    source: NamedNode | None = None


@dataclass(frozen=True, slots=True)
class Timeless:
    """The solutions of a pattern over the background; they hold at all times and have no interval."""

    pattern: GraphPattern


@dataclass(frozen=True, slots=True)
class Conjunction:
    """Compatible pairs over the hull of both (P-EP, Join)."""

    left: EventPattern
    right: EventPattern


@dataclass(frozen=True, slots=True)
class OptionalConjunction:
    """As the conjunction where the right side ends no later than the left; else the left alone (P-EP, LeftJoin)."""

    left: EventPattern
    right: EventPattern
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class Except:
    """The left bindings that agree with no right one, ended by then, on a shared variable (MINUS in time)."""

    left: EventPattern
    right: EventPattern


class Presence(Enum):
    """How an element of a sequence has to occur."""

    REQUIRED = "required"
    OPTIONAL = "?"
    """With the event if there is one that the policy would select, else without (P-SPA, appendix B.0.2)."""
    ABSENT = "!"
    """No compatible event strictly between what stands before and what stands after (P-SPA, appendix B.0.1)."""


_CHOOSING = (Selection.NAIVE, Selection.CHRONOLOGICAL, Selection.RECENT)


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a sequence, and by which policy it follows what was matched before it."""

    pattern: EventPattern
    follows: Selection = Selection.ANY
    presence: Presence = Presence.REQUIRED


@dataclass(frozen=True, slots=True)
class Sequence:
    """Elements one after another: compatible pairs with `left.end < right.start`, which of them is each element's
    policy (P-RSEP (7) and (9) to (11), P-EP SeqJoin, P-SPA definitions 10 to 12). Read from the left: what follows
    sees the bindings of what stands before. The first element's policy says nothing."""

    elements: tuple[Element, ...]

    def __post_init__(self) -> None:
        if not any(element.presence is Presence.REQUIRED for element in self.elements):
            raise ValueError("a sequence needs an event that has to occur, not only optional or absent ones")
        chooses = any(element.follows in _CHOOSING for element in self.elements[1:])
        if chooses and any(element.presence is Presence.OPTIONAL for element in self.elements):
            raise ValueError("an optional element has no meaning where a policy chooses among all pairs")


@dataclass(frozen=True, slots=True)
class OptionalSequence:
    """`left` OPTIONALSEQ `right`: right alone where no left came before it (P-EP, SeqRightJoin)."""

    left: EventPattern
    right: EventPattern
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """Compatible pairs with equal intervals (P-EP EqJoin, P-SPA definition 8)."""

    left: EventPattern
    right: EventPattern


@dataclass(frozen=True, slots=True)
class OptionalSimultaneous:
    """As the simultaneous pair, or the left alone (P-EP, EqLeftJoin)."""

    left: EventPattern
    right: EventPattern
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class Alternative:
    """The bindings of each choice (P-EP Union, P-SPA definition 9); two choices or more."""

    choices: tuple[EventPattern, ...]

    def __post_init__(self) -> None:
        if len(self.choices) < 2:
            raise ValueError("an alternative has at least two choices")


class Extent(Enum):
    """Which lengths of a repetition are matches."""

    ALL = "all"
    LONGEST = "longest"
    """Of the matches that agree up to and including the first iteration, those with the most iterations."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """A pattern several times in a row (P-SPA, definitions 13 and 14; SEMANTICS 4.3).

    Correlated variables have one value in all iterations; the others take, in the result, that of the last. What is
    collected over the iterations is bound as well. A filter inside may ask for `Previous` values.
    """

    pattern: EventPattern
    at_least: int = 1
    at_most: int | None = None
    follows: Selection = Selection.STRICT
    extent: Extent = Extent.ALL
    correlated: tuple[str, ...] = ()
    collected: tuple[tuple[Variable, Aggregate], ...] = ()

    def __post_init__(self) -> None:
        if self.at_least < 1:
            raise ValueError("a repetition has at least one iteration; make it optional with ? to allow none")
        if self.at_most is not None and self.at_most < self.at_least:
            raise ValueError(f"a repetition of at least {self.at_least} cannot end at {self.at_most}")


@dataclass(frozen=True, slots=True)
class First:
    """The bindings that none precedes in ≺ (P-RSEP (5))."""

    pattern: EventPattern


@dataclass(frozen=True, slots=True)
class Last:
    """The bindings that precede none in ≺ (P-RSEP (6))."""

    pattern: EventPattern


class Frame(Enum):
    """Where the window of `WITHIN` lies (SEMANTICS 4.5)."""

    TUMBLING = "tumbling"
    """In one of [t + kω, t + (k+1)ω], both ends closed (P-SPA, definition 16)."""
    SLIDING = "sliding"
    """From the first event of the match, ω long (P-SPA, algorithm 2); an interval of exactly ω fits."""


@dataclass(frozen=True, slots=True)
class Within:
    """The bindings of a pattern whose interval lies in one window; absences are judged inside that window."""

    pattern: EventPattern
    width: Duration
    frame: Frame
    origin: Instant | None = None
    """t, the registration; without one, that of the query."""


class Sight(Enum):
    """Which variables a condition of an event pattern sees."""

    GROUP = "group"
    """Those of the pattern on which it stands."""
    EARLIER = "earlier"
    """Also those that earlier elements of the sequences around it bind (stateful filters, SEMANTICS 4.6)."""


@dataclass(frozen=True, slots=True)
class Where:
    """The bindings that satisfy a condition, which may ask for the interval (P-EP, Filter)."""

    pattern: EventPattern
    condition: Expression
    sight: Sight = Sight.GROUP


@dataclass(frozen=True, slots=True)
class Let:
    """Bindings with one more variable."""

    pattern: EventPattern
    variable: Variable
    expression: Expression
    sight: Sight = Sight.GROUP


@dataclass(frozen=True, slots=True)
class Table:
    """A table of solutions that hold at all times."""

    values: Values


@dataclass(frozen=True, slots=True)
class Keep:
    """Bindings on some variables only; those that become equal become one."""

    pattern: EventPattern
    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Earliest:
    """Each solution once, with its first interval in ≺ (DISTINCT in time)."""

    pattern: EventPattern


@dataclass(frozen=True, slots=True)
class GroupInTime:
    """Bindings grouped by keys; a group answers anew at each instant at which one of its members ends, over the
    members that have ended by then, so that no answer is withdrawn later (P-EP, timewise monotonicity)."""

    pattern: EventPattern
    keys: tuple[tuple[Variable, Expression], ...]
    aggregates: tuple[tuple[Variable, Aggregate], ...]


@dataclass(frozen=True, slots=True)
class Arrange:
    """The final order and cut of the answers (ORDER BY, OFFSET, LIMIT); ties and no order at all go by ≺."""

    pattern: EventPattern
    keys: tuple[tuple[Direction, Expression], ...] = ()
    offset: int = 0
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a pattern that count: after-match skip, and at most so many for each first event."""

    pattern: EventPattern
    after_match: AfterMatch = NoSkip()
    limit_per_start: int | None = None


EventPattern: TypeAlias = (
    BasicEvent
    | Occurrence
    | Timeless
    | Conjunction
    | OptionalConjunction
    | Except
    | Sequence
    | OptionalSequence
    | Simultaneous
    | OptionalSimultaneous
    | Alternative
    | Repetition
    | First
    | Last
    | Within
    | Where
    | Let
    | Table
    | Keep
    | Earliest
    | GroupInTime
    | Arrange
    | Matches
)
