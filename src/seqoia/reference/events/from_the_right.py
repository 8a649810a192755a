"""Sequences, read from the right, for the policies that choose among all pairs (P-RSEP (9) to (11))."""

from __future__ import annotations

from seqoia.algebra.events import Element, EventPattern, First, Last, Presence, Sequence
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import possible_in_events
from seqoia.model import Evidence, Selection, TimedBinding
from seqoia.reference.events.extremes import last
from seqoia.reference.events.pairs import Pair
from seqoia.reference.events.repetition import Evaluate
from seqoia.reference.events.scope import Scope
from seqoia.reference.events.selection import follows, ordered_pairs, preferred
from seqoia.reference.events.sequence import Run, absences_hold, from_the_left
from seqoia.reference.trace import Ending, RunAdvanced, RunEnded, RunStarted

CHOOSING = (Selection.NAIVE, Selection.CHRONOLOGICAL, Selection.RECENT)


def sequence(pattern: Sequence, scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    """A sequence under the policies of its elements. What chooses among all on the left side of another element
    chooses among what had ended before it and agrees with it: μ₂(E₁) over W* (P-RSEP (7))."""
    if any(element.follows in CHOOSING for element in pattern.elements[1:]) or _chooses_before(pattern):
        return _from_the_right(pattern.elements, scope, evaluate)
    return from_the_left(pattern, scope, evaluate)


def _chooses_before(pattern: Sequence) -> bool:
    optional = any(element.presence is Presence.OPTIONAL for element in pattern.elements)
    return not optional and any(_chooses(element.pattern) for element in pattern.elements[:-1])


def _chooses(pattern: EventPattern) -> bool:
    nodes = list(descendants(pattern))
    elements = (element for node in nodes if isinstance(node, Sequence) for element in node.elements[1:])
    return any(isinstance(node, First | Last) for node in nodes) or any(each.follows in CHOOSING for each in elements)


def _from_the_right(elements: tuple[Element, ...], scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    """E₁ SEQ E₂: for every binding of E₂, E₁ over what had ended before it, W⊔[0, t₃ − 1] • W (P-RSEP (7))."""
    places = [place for place, element in enumerate(elements) if element.presence is Presence.REQUIRED]
    if len(places) < 2:
        return from_the_left(Sequence(elements), scope, evaluate)
    right_place = places[-1]
    left_elements = elements[: places[-2] + 1]
    between = elements[places[-2] + 1 : right_place]
    trailing = elements[right_place + 1 :]
    right = elements[right_place]
    pairs = _pairs(left_elements, right, scope, evaluate)
    pairs = [pair for pair in pairs if _undisturbed(pair, between, scope, evaluate)]
    shared = possible_in_events(Sequence(left_elements)) & possible_in_events(right.pattern)
    chosen = preferred(right.follows, pairs, shared)
    _tell(pairs, chosen, right_place, scope)
    return [one.combine(other) for one, other in chosen if _holds_after(one.combine(other), trailing, scope, evaluate)]


def _pairs(lefts: tuple[Element, ...], right: Element, scope: Scope, evaluate: Evaluate) -> list[Pair]:
    rights = scope.agreed(evaluate(right.pattern, scope))
    if right.follows is Selection.NAIVE:
        return ordered_pairs(last(_prefix(lefts, scope, evaluate)), last(rights))
    pairs: list[Pair] = []
    for each in rights:
        if each.interval is not None:
            before = scope.before(each.interval.start).substituting(each.solution)
            pairs += ordered_pairs(_prefix(lefts, before, evaluate), [each])
    return [pair for pair in pairs if _selected(pair, right.follows, rights, scope)]


def _prefix(elements: tuple[Element, ...], scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    alone = len(elements) == 1 and elements[0].presence is Presence.REQUIRED
    if alone:
        return scope.agreed(evaluate(elements[0].pattern, scope))
    return sequence(Sequence(elements), scope, evaluate)


def _selected(pair: Pair, policy: Selection, rights: list[TimedBinding], scope: Scope) -> bool:
    rivals = [other for other in rights if pair[0].solution.compatible(other.solution)]
    return follows(policy, *pair, rivals, scope.streamset)


def _undisturbed(pair: Pair, between: tuple[Element, ...], scope: Scope, evaluate: Evaluate) -> bool:
    """Whether nothing that had to be absent lies between the two; asked as the end of a frame that stops there."""
    left, right = pair
    if not between or right.interval is None:
        return True
    ahead = scope.before(right.interval.start)
    known = TimedBinding(left.solution.merge(right.solution), left.interval, left.evidence)
    return absences_hold(known, Run(0, known, pending=between), ahead, evaluate)


def _holds_after(match: TimedBinding, trailing: tuple[Element, ...], scope: Scope, evaluate: Evaluate) -> bool:
    return not trailing or absences_hold(match, Run(0, match, pending=trailing), scope, evaluate)


def _tell(pairs: list[Pair], chosen: list[Pair], place: int, scope: Scope) -> None:
    for left, right in pairs:
        if left.interval is None or right.interval is None:
            continue
        started, advanced = next(scope.runs), next(scope.runs)
        scope.tracer(RunStarted(started, left.interval, left.solution, _sorted(left)))
        scope.tracer(RunAdvanced(advanced, started, place, right.interval, right.solution, _sorted(right)))
        selected = any(left is one and right is other for one, other in chosen)
        scope.tracer(RunEnded(advanced, Ending.MATCHED if selected else Ending.NOT_SELECTED))


def _sorted(binding: TimedBinding) -> tuple[Evidence, ...]:
    return tuple(sorted(binding.evidence, key=lambda each: (each.place, each.arrival)))
