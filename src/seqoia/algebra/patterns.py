"""Graph patterns: the algebra of SPARQL, with windows and event patterns as leaves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from seqoia.algebra.expressions import Aggregate, Constant, Expression, Variable
from seqoia.model import NamedNode, Term

if TYPE_CHECKING:
    from seqoia.algebra.events import EventPattern


@dataclass(frozen=True, slots=True)
class TripleTerm:
    """A triple term with variables inside."""

    subject: Slot
    predicate: Slot
    object: Slot


Slot: TypeAlias = Variable | Constant | TripleTerm
"""What may stand in a place of a triple pattern. Blank nodes of a query are hidden variables."""


@dataclass(frozen=True, slots=True)
class TriplePattern:
    """A triple with variables (P-RSP, definition 2; P-UNC, triple* patterns)."""

    subject: Slot
    predicate: Slot
    object: Slot


@dataclass(frozen=True, slots=True)
class BasicGraphPattern:
    """A set of triple patterns (P-RSP, definition 2); the empty one has the empty solution."""

    triples: tuple[TriplePattern, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A path of one step."""

    predicate: NamedNode


@dataclass(frozen=True, slots=True)
class Inverse:
    """A path walked backwards, `^`."""

    path: Path


@dataclass(frozen=True, slots=True)
class SequencePath:
    """One path after another, `/`."""

    steps: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class AlternativePath:
    """One path or another, `|`."""

    choices: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ZeroOrMore:
    """A path any number of times, `*`."""

    path: Path


@dataclass(frozen=True, slots=True)
class OneOrMore:
    """A path at least once, `+`."""

    path: Path


@dataclass(frozen=True, slots=True)
class ZeroOrOne:
    """A path at most once, `?`."""

    path: Path


@dataclass(frozen=True, slots=True)
class NegatedSet:
    """Any predicate but these, forwards and backwards, `!(…)`."""

    forward: tuple[NamedNode, ...]
    backward: tuple[NamedNode, ...] = ()


Path: TypeAlias = Link | Inverse | SequencePath | AlternativePath | ZeroOrMore | OneOrMore | ZeroOrOne | NegatedSet


@dataclass(frozen=True, slots=True)
class PathPattern:
    """Two places joined by a property path (SPARQL 1.1, section 18.1.7)."""

    subject: Slot
    path: Path
    object: Slot


@dataclass(frozen=True, slots=True)
class Join:
    """The compatible merges of the parts' solutions (P-RSP, definitions 4 and 16); two parts or more."""

    parts: tuple[GraphPattern, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise ValueError("a join has at least two parts")


@dataclass(frozen=True, slots=True)
class LeftJoin:
    """The join where it satisfies the condition, and the left solutions that found no partner (OPTIONAL)."""

    left: GraphPattern
    right: GraphPattern
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class Filter:
    """The solutions that satisfy a condition."""

    pattern: GraphPattern
    condition: Expression


@dataclass(frozen=True, slots=True)
class Union:
    """The solutions of each part (UNION); two parts or more."""

    parts: tuple[GraphPattern, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise ValueError("a union has at least two parts")


@dataclass(frozen=True, slots=True)
class Minus:
    """The left solutions that agree with no right one on a shared variable (MINUS)."""

    left: GraphPattern
    right: GraphPattern


@dataclass(frozen=True, slots=True)
class Extend:
    """Solutions with one more variable; it stays unbound where the expression is an error (BIND, AS)."""

    pattern: GraphPattern
    variable: Variable
    expression: Expression


@dataclass(frozen=True, slots=True)
class Values:
    """A table of solutions, row by row; `None` is UNDEF."""

    variables: tuple[Variable, ...]
    rows: tuple[tuple[Term | None, ...], ...]

    def __post_init__(self) -> None:
        if any(len(row) != len(self.variables) for row in self.rows):
            raise ValueError("every row of values has one value for each variable")


@dataclass(frozen=True, slots=True)
class GraphOf:
    """A pattern over a named graph of the active dataset (GRAPH)."""

    name: Constant | Variable
    pattern: GraphPattern


@dataclass(frozen=True, slots=True)
class WindowOf:
    """A pattern over the content of a window (P-RSEP (3), P-UNC definition 16)."""

    name: Constant | Variable
    pattern: GraphPattern


@dataclass(frozen=True, slots=True)
class MatchOf:
    """The solutions of an event pattern, without their intervals (P-RSEP (8))."""

    pattern: EventPattern


@dataclass(frozen=True, slots=True)
class Service:
    """A pattern that another endpoint answers; no engine here may follow it."""

    name: Constant | Variable
    pattern: GraphPattern
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Solutions grouped by keys, one solution a group with its aggregates (SPARQL 1.1, section 18.5.1)."""

    pattern: GraphPattern
    keys: tuple[tuple[Variable, Expression], ...]
    """Each key's variable (hidden when the query named none) and what it is computed from."""
    aggregates: tuple[tuple[Variable, Aggregate], ...]


class Direction(Enum):
    """Which way solutions are ordered."""

    ASCENDING = "ASC"
    DESCENDING = "DESC"


@dataclass(frozen=True, slots=True)
class OrderBy:
    """Solutions in order."""

    pattern: GraphPattern
    keys: tuple[tuple[Direction, Expression], ...]


@dataclass(frozen=True, slots=True)
class Project:
    """Solutions on some variables only."""

    pattern: GraphPattern
    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Distinct:
    """Each solution once."""

    pattern: GraphPattern


@dataclass(frozen=True, slots=True)
class Reduced:
    """Each solution at least once and at most as often as it comes."""

    pattern: GraphPattern


@dataclass(frozen=True, slots=True)
class Slice:
    """Some solutions of the sequence (OFFSET, LIMIT)."""

    pattern: GraphPattern
    offset: int = 0
    limit: int | None = None


GraphPattern: TypeAlias = (
    BasicGraphPattern
    | PathPattern
    | Join
    | LeftJoin
    | Filter
    | Union
    | Minus
    | Extend
    | Values
    | GraphOf
    | WindowOf
    | MatchOf
    | Service
    | Group
    | OrderBy
    | Project
    | Distinct
    | Reduced
    | Slice
)

UNIT = BasicGraphPattern()
"""The pattern with the one empty solution."""
