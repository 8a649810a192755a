"""Operators over two bags of timed bindings: conjunction, simultaneity, and their optional kin."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from seqoia.model import Interval, TimedBinding

Bindings: TypeAlias = Sequence[TimedBinding]
Pair: TypeAlias = tuple[TimedBinding, TimedBinding]
Test: TypeAlias = Callable[[Sequence[TimedBinding]], list[bool]]
"""Which of these bindings satisfy a condition."""


def always(bindings: Sequence[TimedBinding]) -> list[bool]:
    """No condition."""
    return [True] * len(bindings)


def compatible_pairs(left: Bindings, right: Bindings) -> list[Pair]:
    return [(one, other) for one in left for other in right if one.solution.compatible(other.solution)]


def conjunction(left: Bindings, right: Bindings) -> list[TimedBinding]:
    """P-EP, Join."""
    return [one.combine(other) for one, other in compatible_pairs(left, right)]


def simultaneous(left: Bindings, right: Bindings) -> list[TimedBinding]:
    """P-EP, EqJoin; P-SPA, definition 8."""
    return [one.combine(other) for one, other in compatible_pairs(left, right) if one.interval == other.interval]


def optional_conjunction(left: Bindings, right: Bindings, test: Test) -> list[TimedBinding]:
    """P-EP, LeftJoin with `t′ω ≤ tω` (SEMANTICS 3.5); the condition speaks of the left side's interval."""
    pairs = [pair for pair in compatible_pairs(left, right) if _ended_by(pair[1].interval, pair[0].interval)]
    asked = [TimedBinding(one.solution.merge(other.solution), one.interval) for one, other in pairs]
    return _or_alone(left, pairs, test(asked), alone=0)


def optional_simultaneous(left: Bindings, right: Bindings, test: Test) -> list[TimedBinding]:
    """P-EP, EqLeftJoin."""
    pairs = [pair for pair in compatible_pairs(left, right) if pair[0].interval == pair[1].interval]
    return _or_alone(left, pairs, test([one.combine(other) for one, other in pairs]), alone=0)


def optional_sequence(left: Bindings, right: Bindings, test: Test) -> list[TimedBinding]:
    """P-EP, SeqRightJoin: the condition speaks of the hull, in both of its clauses."""
    pairs = [pair for pair in compatible_pairs(left, right) if in_order(*pair)]
    return _or_alone(right, pairs, test([one.combine(other) for one, other in pairs]), alone=1)


def excepting(left: Bindings, right: Bindings) -> list[TimedBinding]:
    """MINUS in time: what agrees with no right side that has ended by then, on a variable that both bind."""
    return [one for one in left if not any(_removes(other, one) for other in right)]


def in_order(left: TimedBinding, right: TimedBinding) -> bool:
    """`left.end < right.start`; what holds at all times is in no order with anything."""
    return left.interval is not None and right.interval is not None and left.interval.precedes(right.interval)


def as_set(bindings: Iterable[TimedBinding]) -> list[TimedBinding]:
    """Equal timed bindings are one, with the evidence of all of them."""
    merged: dict[TimedBinding, TimedBinding] = {}
    for binding in bindings:
        known = merged.get(binding)
        evidence = binding.evidence if known is None else known.evidence | binding.evidence
        merged[binding] = TimedBinding(binding.solution, binding.interval, evidence)
    return list(merged.values())


def _or_alone(sides: Bindings, pairs: Sequence[Pair], holds: Sequence[bool], *, alone: int) -> list[TimedBinding]:
    joined = [pair for pair, held in zip(pairs, holds, strict=True) if held]
    partnered = {id(pair[alone]) for pair in joined}
    return [one.combine(other) for one, other in joined] + [side for side in sides if id(side) not in partnered]


def _removes(other: TimedBinding, one: TimedBinding) -> bool:
    shares = any(name in other.solution for name in one.solution)
    return shares and one.solution.compatible(other.solution) and _ended_by(other.interval, one.interval)


def _ended_by(right: Interval | None, left: Interval | None) -> bool:
    return right is None or (left is not None and right.end <= left.end)
