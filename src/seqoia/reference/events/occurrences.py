"""Basic graph patterns and paths over single triple occurrences (P-EP, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.events import Occurrence
from seqoia.algebra.expressions import Constant, Variable
from seqoia.model import (
    EMPTY_SOLUTION,
    Evidence,
    Interval,
    NamedNode,
    Solution,
    Term,
    TimedBinding,
    Triple,
    hull,
)
from seqoia.reference.events.leaves import visible
from seqoia.reference.events.pairs import as_set
from seqoia.reference.events.scope import Scope


@dataclass(frozen=True, slots=True)
class TripleOccurrence:
    """⟨⟨s,p,o⟩,t,t′⟩; background triples hold at all times."""

    triple: Triple
    interval: Interval | None
    evidence: frozenset[Evidence] = frozenset()


@dataclass(frozen=True, slots=True)
class Step:
    """Two nodes that a path joins, and the hull of the occurrences that it took."""

    start: Term
    end: Term
    interval: Interval | None
    evidence: frozenset[Evidence] = field(default=frozenset(), compare=False)


def occurrence(leaf: Occurrence, scope: Scope) -> list[TimedBinding]:
    """The timed solutions of a basic graph pattern or a path over what has occurred."""
    seen = list(_occurrences(leaf, scope))
    match leaf.pattern:
        case gp.BasicGraphPattern(triples):
            found = _basic(triples, seen)
        case gp.PathPattern(subject, path, target):
            found = list(_along(subject, path, target, seen))
        case _:
            assert_never(leaf.pattern)
    return as_set(TimedBinding(visible(each.solution), each.interval, each.evidence) for each in found)


def _occurrences(leaf: Occurrence, scope: Scope) -> Iterator[TripleOccurrence]:
    events = scope.all_events(leaf) if leaf.source is None else scope.events_of(leaf.source, leaf)
    for event in events:
        evidence = frozenset({scope.evidence(leaf, event)})
        for triple in sorted(scope.entail(event.graph), key=str):
            yield TripleOccurrence(triple, event.interval, evidence)
    for triple in sorted(scope.background.default, key=str):
        yield TripleOccurrence(triple, None)


def _basic(triples: tuple[gp.TriplePattern, ...], seen: list[TripleOccurrence]) -> list[TimedBinding]:
    found = [TimedBinding(EMPTY_SOLUTION, None)]
    for pattern in triples:
        found = [extended for partial in found for extended in _with_triple(partial, pattern, seen)]
    return found


def _with_triple(
    partial: TimedBinding, pattern: gp.TriplePattern, seen: list[TripleOccurrence]
) -> Iterator[TimedBinding]:
    for each in seen:
        solution = _unify(pattern, each.triple, partial.solution)
        if solution is not None:
            yield TimedBinding(solution, hull(partial.interval, each.interval), partial.evidence | each.evidence)


def _unify(pattern: gp.TriplePattern | gp.TripleTerm, triple: Triple, solution: Solution) -> Solution | None:
    slots = (pattern.subject, pattern.predicate, pattern.object)
    for slot, term in zip(slots, (triple.subject, triple.predicate, triple.object), strict=True):
        unified = _unify_slot(slot, term, solution)
        if unified is None:
            return None
        solution = unified
    return solution


def _unify_slot(slot: gp.Slot, term: Term, solution: Solution) -> Solution | None:
    match slot:
        case Variable(name):
            if name in solution:
                return solution if solution[name] == term else None
            return solution.extend(name, term)
        case Constant(constant):
            return solution if constant == term else None
        case gp.TripleTerm():
            return _unify(slot, term, solution) if isinstance(term, Triple) else None
        case _:
            assert_never(slot)


def _along(subject: gp.Slot, path: gp.Path, target: gp.Slot, seen: list[TripleOccurrence]) -> Iterator[TimedBinding]:
    ends = {slot.term for slot in (subject, target) if isinstance(slot, Constant)}
    for step in _steps(path, seen, ends):
        solution = _unify_slot(subject, step.start, EMPTY_SOLUTION)
        solution = None if solution is None else _unify_slot(target, step.end, solution)
        if solution is not None:
            yield TimedBinding(solution, step.interval, step.evidence)


def _steps(path: gp.Path, seen: list[TripleOccurrence], ends: set[Term]) -> set[Step]:
    match path:
        case gp.Link(predicate):
            return {_step(each) for each in seen if each.triple.predicate == predicate}
        case gp.Inverse(inner):
            return {_turned(step) for step in _steps(inner, seen, ends)}
        case gp.SequencePath(steps):
            walked = _steps(steps[0], seen, ends)
            for later in steps[1:]:
                walked = _composed(walked, _steps(later, seen, ends))
            return walked
        case gp.AlternativePath(choices):
            return set().union(*(_steps(choice, seen, ends) for choice in choices))
        case gp.ZeroOrOne(inner):
            return _standing_still(seen, ends) | _steps(inner, seen, ends)
        case gp.OneOrMore(inner):
            return _repeated(_steps(inner, seen, ends))
        case gp.ZeroOrMore(inner):
            return _standing_still(seen, ends) | _repeated(_steps(inner, seen, ends))
        case gp.NegatedSet(forward, backward):
            return _avoiding(forward, backward, seen)
        case _:
            assert_never(path)


def _step(each: TripleOccurrence) -> Step:
    return Step(each.triple.subject, each.triple.object, each.interval, each.evidence)


def _turned(step: Step) -> Step:
    return Step(step.end, step.start, step.interval, step.evidence)


def _composed(first: set[Step], second: set[Step]) -> set[Step]:
    return {
        Step(one.start, other.end, hull(one.interval, other.interval), one.evidence | other.evidence)
        for one in first
        for other in second
        if one.end == other.start
    }


def _repeated(steps: set[Step]) -> set[Step]:
    """The transitive closure: finite, as every interval is the hull of given ones and evidence is bounded."""
    walked, fresh = set(steps), set(steps)
    while fresh:
        fresh = _composed(fresh, steps) - walked
        walked |= fresh
    return walked


def _standing_still(seen: list[TripleOccurrence], ends: set[Term]) -> set[Step]:
    """A path of no steps holds whenever its node is mentioned; for a constant of the query, at all times."""
    mentions = {
        Step(node, node, each.interval, each.evidence)
        for each in seen
        for node in (each.triple.subject, each.triple.object)
    }
    return mentions | {Step(node, node, None) for node in ends}


def _avoiding(
    forward: tuple[NamedNode, ...], backward: tuple[NamedNode, ...], seen: list[TripleOccurrence]
) -> set[Step]:
    ahead = {_step(each) for each in seen if each.triple.predicate not in forward} if forward or not backward else set()
    back = {_turned(_step(each)) for each in seen if each.triple.predicate not in backward} if backward else set()
    return ahead | back
