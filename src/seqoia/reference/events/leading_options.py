"""Optional elements at the start of a sequence: they hide the match without them (SEMANTICS 4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Several
from dataclasses import dataclass, replace
from itertools import pairwise

from seqoia.algebra.events import BasicEvent, EventPattern, Occurrence, Presence, Sequence
from seqoia.algebra.traversal import descendants
from seqoia.model import Evidence, Selection, TimedBinding
from seqoia.reference.events.scope import Scope


@dataclass(frozen=True, slots=True)
class _Step:
    """An element with which a match may begin."""

    places: frozenset[int]
    follows: Selection
    optional: bool


def without_hidden(pattern: EventPattern, found: Several[TimedBinding], scope: Scope) -> list[TimedBinding]:
    """The matches, without those whose events and bindings stand with an option as well that was left out before
    their first event; under `any` an option hides nothing."""
    steps = tuple(_beginning(pattern, scope))
    if not any(step.optional for step in steps):
        return list(found)
    fuller: dict[frozenset[Evidence], list[TimedBinding]] = {}
    for match in found:
        if _possible(match, scope):
            for rest in _with_fewer(match.evidence, steps):
                fuller.setdefault(rest, []).append(match)
    return [one for one in found if not any(_says(other, one) for other in fuller.get(one.evidence, ()))]


def _beginning(pattern: EventPattern, scope: Scope) -> Iterator[_Step]:
    """The elements up to the first one that has to occur, which may be a sequence itself."""
    for element in pattern.elements if isinstance(pattern, Sequence) else ():
        leaves = (node for node in descendants(element.pattern) if isinstance(node, BasicEvent | Occurrence))
        places = frozenset(scope.places.get(id(leaf), 0) for leaf in leaves)
        match element.presence:
            case Presence.OPTIONAL:
                yield _Step(places, element.follows, optional=True)
            case Presence.REQUIRED:
                inner = list(_beginning(element.pattern, scope)) or [_Step(places, element.follows, optional=False)]
                yield replace(inner[0], follows=element.follows)
                yield from inner[1:]
                return
            case Presence.ABSENT:
                pass


def _with_fewer(evidence: frozenset[Evidence], steps: tuple[_Step, ...]) -> Iterator[frozenset[Evidence]]:
    """What remains of the events without the options before one that follows them by another policy than `any`."""
    taken = [step for step in steps if any(each.place in step.places for each in evidence)]
    left_out: frozenset[int] = frozenset()
    for option, after in pairwise(taken):
        left_out |= option.places
        if after.follows is not Selection.ANY:
            yield frozenset(each for each in evidence if each.place not in left_out)


def _possible(match: TimedBinding, scope: Scope) -> bool:
    """Whether it can follow what stands before the parentheses."""
    in_time = scope.after is None or (match.interval is not None and match.interval.start > scope.after)
    return in_time and scope.earlier.compatible(match.solution)


def _says(other: TimedBinding, one: TimedBinding) -> bool:
    """Whether one binding has all that the other binds."""
    return all(other.solution.get(name) == term for name, term in one.solution.items())
