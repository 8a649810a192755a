"""Which right sides follow a left side, policy by policy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from typing_extensions import assert_never

from seqoia.model import Event, Interval, Selection, TimedBinding
from seqoia.reference.events.extremes import first, last
from seqoia.reference.events.pairs import Pair, in_order


def follows(
    policy: Selection,
    left: TimedBinding,
    right: TimedBinding,
    competitors: Sequence[TimedBinding],
    streamset: Iterable[Event],
) -> bool:
    """Whether a pair in order counts, of itself; `competitors` are the compatible bindings for the right side."""
    match policy:
        case Selection.NEXT:
            return not any(lies_between(other.interval, left, right) for other in competitors)
        case Selection.STRICT:
            return not any(lies_between(event.interval, left, right) for event in streamset)
        case Selection.ANY | Selection.NAIVE | Selection.CHRONOLOGICAL | Selection.RECENT:
            return True
        case _:
            assert_never(policy)


def preferred(policy: Selection, pairs: Sequence[Pair], shared: frozenset[str]) -> list[Pair]:
    """The pairs that count among all: for each value of the shared variables, the earliest or latest right side
    with the earliest or latest left side before it (P-RSEP (10), (11) per correlation, SEMANTICS 3.3)."""
    if policy not in (Selection.CHRONOLOGICAL, Selection.RECENT):
        return list(pairs)
    choose = first if policy is Selection.CHRONOLOGICAL else last
    kept: list[Pair] = []
    for key in dict.fromkeys(right.solution.restrict(sorted(shared)) for _, right in pairs):
        rivals = [pair for pair in pairs if pair[1].solution.restrict(sorted(shared)) == key]
        best = {id(right) for right in choose([right for _, right in rivals])}
        for right in {id(right): right for _, right in rivals if id(right) in best}.values():
            lefts = choose([left for left, other in rivals if other is right])
            kept += [(left, right) for left in lefts]
    return kept


def lies_between(interval: Interval | None, left: TimedBinding, right: TimedBinding) -> bool:
    """Whether it lies strictly between two bindings in order."""
    if interval is None or left.interval is None or right.interval is None:
        return False
    return left.interval.end < interval.start and interval.end < right.interval.start


def ordered_pairs(lefts: Sequence[TimedBinding], rights: Sequence[TimedBinding]) -> list[Pair]:
    return [
        (left, right)
        for left in lefts
        for right in rights
        if in_order(left, right) and left.solution.compatible(right.solution)
    ]
