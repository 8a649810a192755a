"""The first and the last of several bindings, in the order ≺."""

from __future__ import annotations

from collections.abc import Sequence

from seqoia.model import TimedBinding


def first(bindings: Sequence[TimedBinding]) -> list[TimedBinding]:
    """Those that none precedes (P-RSEP (5))."""
    timed = [(binding.interval.order, binding) for binding in bindings if binding.interval]
    least = min((order for order, _ in timed), default=None)
    return [binding for order, binding in timed if order == least]


def last(bindings: Sequence[TimedBinding]) -> list[TimedBinding]:
    """Those that precede none (P-RSEP (6))."""
    timed = [(binding.interval.order, binding) for binding in bindings if binding.interval]
    greatest = max((order for order, _ in timed), default=None)
    return [binding for order, binding in timed if order == greatest]
