"""Sequences, read from the left: what follows sees what stands before (P-SPA, definitions 10 to 14)."""

from __future__ import annotations

from collections.abc import Sequence as Several
from dataclasses import dataclass, replace

from seqoia.algebra.events import Element, EventPattern, Extent, Presence, Repetition, Sequence
from seqoia.model import EMPTY_SOLUTION, Instant, Interval, Selection, TimedBinding
from seqoia.reference.events.leading_options import without_hidden
from seqoia.reference.events.looks_back import looks_back
from seqoia.reference.events.pairs import in_order
from seqoia.reference.events.repetition import Evaluate, binding_of, chains, first_iterations
from seqoia.reference.events.scope import Scope
from seqoia.reference.events.selection import follows
from seqoia.reference.trace import Ending, RunAdvanced, RunEnded, RunStarted


@dataclass(frozen=True, slots=True)
class Candidate:
    """A binding for an element; for a repetition also where it began and how long it is."""

    binding: TimedBinding
    begun: TimedBinding | None = None
    iterations: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """A partial match in progress."""

    number: int
    binding: TimedBinding
    pending: tuple[Element, ...] = ()
    """What must not occur between the last event and the next one."""
    leading: tuple[Element, ...] = ()
    """What must not have occurred before the first event."""
    lengths: tuple[tuple[object, int], ...] = ()
    """For each repetition that is to be the longest: where matches have to agree, and the number of iterations."""

    @property
    def begun(self) -> bool:
        return self.binding.interval is not None


def from_the_left(pattern: Sequence, scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    """The bindings under the policies that look at one pair at a time: any, next and strict."""
    runs = [Run(next(scope.runs), TimedBinding(EMPTY_SOLUTION, None))]
    for place, element in enumerate(pattern.elements):
        runs = _advance(runs, place, element, scope, evaluate)
    complete = [run for run in runs if run.begun and absences_hold(run.binding, run, scope, evaluate)]
    for run in (run for run in runs if run not in complete):
        scope.tracer(RunEnded(run.number, Ending.ABSENCE_BROKEN))
    standing = {id(each) for each in without_hidden(pattern, [run.binding for run in complete], scope)}
    selected = _longest([run for run in complete if id(run.binding) in standing])
    for run in complete:
        scope.tracer(RunEnded(run.number, Ending.MATCHED if run in selected else Ending.NOT_SELECTED))
    return [run.binding for run in selected]


def _advance(runs: list[Run], place: int, element: Element, scope: Scope, evaluate: Evaluate) -> list[Run]:
    if element.presence is Presence.ABSENT:
        return [_awaiting_absence(run, element) for run in runs]
    advanced = _matched(runs, place, element, scope, evaluate)
    if element.presence is Presence.OPTIONAL:
        return advanced + [_passing_over(run, element) for run in runs]
    return advanced


def _awaiting_absence(run: Run, element: Element) -> Run:
    if run.begun:
        return replace(run, pending=(*run.pending, element))
    return replace(run, leading=(*run.leading, element))


def _passing_over(run: Run, element: Element) -> Run:
    """Without the optional event: under `any` that hides nothing, else there must be none that the policy selects.
    What is hidden at the start shows when the matches are complete."""
    if element.follows is Selection.ANY or not run.begun:
        return run
    return replace(run, pending=(*run.pending, element))


def _matched(runs: list[Run], place: int, element: Element, scope: Scope, evaluate: Evaluate) -> list[Run]:
    """The runs that went on by this element."""
    standing = None if looks_back(element.pattern) else _candidates(element.pattern, scope, evaluate)
    advanced: list[Run] = []
    for run in runs:
        ahead = scope.seeing(run.binding) if run.begun else scope
        candidates = _candidates(element.pattern, ahead, evaluate) if standing is None else standing
        chosen = _completed(_successors(run, element, candidates, ahead, evaluate), element, ahead, evaluate)
        advanced += [_taken(run, place, element, each, scope) for each in chosen]
        if run.begun and not chosen and element.presence is Presence.REQUIRED:
            scope.tracer(RunEnded(run.number, Ending.NO_SUCCESSOR))
    return advanced


def _candidates(pattern: EventPattern, scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    """What a policy chooses from; of a repetition its single iterations (P-SPA, definition 14)."""
    return first_iterations(pattern, scope, evaluate) if isinstance(pattern, Repetition) else evaluate(pattern, scope)


def _successors(
    run: Run, element: Element, candidates: list[TimedBinding], ahead: Scope, evaluate: Evaluate
) -> list[TimedBinding]:
    if not run.begun:
        return [each for each in candidates if each.interval is not None]
    left = run.binding
    compatible = [each for each in candidates if left.solution.compatible(each.solution)]
    in_time = [each for each in compatible if in_order(left, each)]
    return [
        each
        for each in in_time
        if follows(element.follows, left, each, in_time, ahead.streamset)
        and not any(_breaks(absent, left, each, ahead, evaluate) for absent in run.pending)
    ]


def _completed(chosen: list[TimedBinding], element: Element, ahead: Scope, evaluate: Evaluate) -> list[Candidate]:
    """The bindings of an element that begin with those chosen."""
    pattern = element.pattern
    if not isinstance(pattern, Repetition):
        return [Candidate(binding) for binding in chosen]
    return [
        Candidate(binding_of(chain, pattern, ahead), chain.first, len(chain.iterations))
        for chain in chains(pattern, chosen, ahead, evaluate)
    ]


def _taken(run: Run, place: int, element: Element, candidate: Candidate, scope: Scope) -> Run:
    binding = run.binding.combine(candidate.binding)
    lengths = run.lengths
    longest = isinstance(element.pattern, Repetition) and element.pattern.extent is Extent.LONGEST
    if longest and candidate.begun is not None:
        agreed = (place, run.binding, run.binding.evidence, candidate.begun, candidate.begun.evidence)
        lengths = (*lengths, (agreed, candidate.iterations))
    taken = replace(run, number=next(scope.runs), binding=binding, pending=(), lengths=lengths)
    _tell(run, taken, place, candidate, scope)
    return taken


def _tell(run: Run, taken: Run, place: int, candidate: Candidate, scope: Scope) -> None:
    interval = candidate.binding.interval
    assert interval is not None
    evidence = tuple(sorted(candidate.binding.evidence, key=lambda each: (each.place, each.arrival)))
    if run.begun:
        scope.tracer(RunAdvanced(taken.number, run.number, place, interval, candidate.binding.solution, evidence))
    else:
        scope.tracer(RunStarted(taken.number, interval, candidate.binding.solution, evidence))


def absences_hold(match: TimedBinding, run: Run, scope: Scope, evaluate: Evaluate) -> bool:
    """Whether what had to be absent before the first event and after the last one was."""
    if match.interval is None or (run.pending and not scope.boundary_has_passed):
        return False
    after = scope.seeing(match)
    held_after = not any(_breaks(absent, match, None, after, evaluate) for absent in run.pending)
    return held_after and not any(
        _came_before(absent, match, match.interval, scope, evaluate) for absent in run.leading
    )


def _breaks(absent: Element, left: TimedBinding, right: TimedBinding | None, ahead: Scope, evaluate: Evaluate) -> bool:
    """Whether something that had to be absent lies after the left side and before the right one, if there is one."""
    known = left.solution if right is None else left.solution.merge(right.solution)
    found = [
        each
        for each in evaluate(absent.pattern, ahead)
        if in_order(left, each) and (right is None or in_order(each, right)) and known.compatible(each.solution)
    ]
    if absent.presence is Presence.OPTIONAL and absent.follows is Selection.STRICT:
        found = [each for each in found if follows(Selection.STRICT, left, each, (), ahead.streamset)]
    return bool(found)


def _came_before(absent: Element, match: TimedBinding, interval: Interval, scope: Scope, evaluate: Evaluate) -> bool:
    looking = scope
    if scope.reach is not None:
        start = interval.end - scope.reach
        looking = replace(scope, boundary=Interval(min(start, scope.boundary.start), scope.boundary.end))
    return any(
        each.interval is not None
        and each.interval.end < interval.start
        and _since(each.interval.start, looking)
        and match.solution.compatible(each.solution)
        for each in evaluate(absent.pattern, looking)
    )


def _since(start: Instant, scope: Scope) -> bool:
    return scope.after is None or start > scope.after


def _longest(runs: Several[Run]) -> list[Run]:
    """Without the runs that another one, agreeing up to a first iteration, outdoes in iterations."""
    most: dict[object, int] = {}
    for run in runs:
        for agreed, iterations in run.lengths:
            most[agreed] = max(iterations, most.get(agreed, 0))
    return [run for run in runs if all(most[agreed] == iterations for agreed, iterations in run.lengths)]
