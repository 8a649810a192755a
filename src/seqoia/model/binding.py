"""Solution mappings, plain and timed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from seqoia.model.interval import Interval, hull
from seqoia.model.term import NamedNode, Term


class Solution(Mapping[str, Term]):
    """A solution mapping μ: a partial function from variable names to terms (P-RSP, definition 3)."""

    __slots__ = ("_hash", "_terms")

    def __init__(self, terms: Mapping[str, Term] | Iterable[tuple[str, Term]] = ()) -> None:
        self._terms: dict[str, Term] = dict(terms)
        self._hash: int | None = None

    def __getitem__(self, name: str) -> Term:
        return self._terms[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._terms)

    def __len__(self) -> int:
        return len(self._terms)

    def __eq__(self, other: object) -> bool:
        return self._terms == other._terms if isinstance(other, Solution) else NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._terms.items()))
        return self._hash

    def __repr__(self) -> str:
        return "{" + ", ".join(f"?{name} ↦ {term}" for name, term in sorted(self._terms.items())) + "}"

    def compatible(self, other: Solution) -> bool:
        """Whether both say the same of every variable that both bind."""
        small, large = (self, other) if len(self) <= len(other) else (other, self)
        return all(name not in large._terms or large._terms[name] == term for name, term in small._terms.items())

    def merge(self, other: Solution) -> Solution:
        """μ ∪ μ′ of two compatible mappings."""
        return Solution({**other._terms, **self._terms})

    def restrict(self, names: Iterable[str]) -> Solution:
        """μ on these variables only."""
        return Solution({name: self._terms[name] for name in names if name in self._terms})

    def extend(self, name: str, term: Term) -> Solution:
        return Solution({**self._terms, name: term})


EMPTY_SOLUTION = Solution()


@dataclass(frozen=True, slots=True)
class Evidence:
    """That an event stood for a basic event pattern: the pattern's place in the query, and the event."""

    place: int
    stream: NamedNode
    arrival: int


@dataclass(frozen=True, slots=True)
class TimedBinding:
    """(μ, start, end): a solution and the interval that justifies it (P-RSEP, section 4.2; P-EP, section 4.2).

    Without an interval it holds at all times: background knowledge. The evidence says which events
    stand behind it; two bindings that differ in evidence alone are one (P-SPA and P-EP define sets).
    """

    solution: Solution
    interval: Interval | None
    evidence: frozenset[Evidence] = field(default=frozenset(), compare=False, repr=False)

    def combine(self, other: TimedBinding) -> TimedBinding:
        """⋈ of two compatible bindings: the merged solution over the hull of both intervals."""
        return TimedBinding(
            self.solution.merge(other.solution),
            hull(self.interval, other.interval),
            self.evidence | other.evidence,
        )
