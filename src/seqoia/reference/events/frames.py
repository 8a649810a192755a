"""WITHIN: matches that lie in one window (SEMANTICS 4.5)."""

from __future__ import annotations

from seqoia.algebra.events import Frame, Within
from seqoia.model import Instant, Interval, TimedBinding
from seqoia.reference.events.leading_options import without_hidden
from seqoia.reference.events.repetition import Evaluate
from seqoia.reference.events.scope import Scope


def within(pattern: Within, scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    """The bindings inside each window, absences judged inside it; a match on the border of two counts once. An option
    at the start hides the match without it that begins later, in a sliding window of its own."""
    found: dict[object, TimedBinding] = {}
    for boundary, starting in _windows(pattern, scope):
        reach = pattern.width if pattern.frame is Frame.SLIDING else None
        for binding in evaluate(pattern.pattern, scope.within(boundary, reach)):
            starts_here = binding.interval is not None and binding.interval.start == starting
            if starting is None or starts_here:
                found.setdefault((binding, binding.evidence), binding)
    return without_hidden(pattern.pattern, list(found.values()), scope)


def _windows(pattern: Within, scope: Scope) -> list[tuple[Interval, Instant | None]]:
    """Each window that holds an event, and for sliding ones the start that its matches must have."""
    starts = sorted({event.start for event in scope.streamset if scope.covers(event)})
    if pattern.frame is Frame.SLIDING:
        return [(Interval(start, start + pattern.width), start) for start in starts]
    origin = pattern.origin or scope.registration
    numbers: set[int] = set()
    for start in starts:
        if start >= origin:
            number = (start - origin) // pattern.width
            on_border = origin + pattern.width * number == start
            numbers |= {number, number - 1} if on_border and number > 0 else {number}
    bounds = [origin + pattern.width * number for number in sorted(numbers)]
    return [(Interval(start, start + pattern.width), None) for start in bounds]
