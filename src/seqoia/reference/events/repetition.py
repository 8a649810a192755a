"""Kleene plus: a pattern several times in a row (P-SPA, definitions 13 and 14; SEMANTICS 4.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

from seqoia.algebra.events import EventPattern, Extent, Repetition
from seqoia.model import Solution, TimedBinding, hull
from seqoia.reference.aggregates import aggregate
from seqoia.reference.events.pairs import in_order
from seqoia.reference.events.scope import Scope
from seqoia.reference.events.selection import follows

Evaluate: TypeAlias = Callable[[EventPattern, Scope], list[TimedBinding]]


@dataclass(frozen=True, slots=True)
class Chain:
    """Iterations, one after another."""

    iterations: tuple[TimedBinding, ...]

    @property
    def first(self) -> TimedBinding:
        return self.iterations[0]

    @property
    def last(self) -> TimedBinding:
        return self.iterations[-1]


def repetition(pattern: Repetition, scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    """A repetition that stands alone; chains of the same events that say the same are one."""
    found = chains(pattern, first_iterations(pattern, scope, evaluate), scope, evaluate)
    if pattern.extent is Extent.LONGEST:
        found = [chain for chain in found if not _outdone(chain, found)]
    bindings = (binding_of(chain, pattern, scope) for chain in found)
    return list({(each, each.evidence): each for each in bindings}.values())


def first_iterations(pattern: Repetition, scope: Scope, evaluate: Evaluate) -> list[TimedBinding]:
    """What a chain may begin with."""
    begun = evaluate(pattern.pattern, replace(scope, previous=None))
    return [each for each in begun if _agrees(each, pattern, scope.earlier)]


def chains(pattern: Repetition, begun: Iterable[TimedBinding], scope: Scope, evaluate: Evaluate) -> list[Chain]:
    """Every chain of as many iterations as are allowed that begins so (the union over k of definitions 13 and 14)."""
    fresh = [Chain((each,)) for each in begun]
    complete: list[Chain] = []
    following: dict[object, list[TimedBinding]] = {}
    length = 1
    while fresh:
        if length >= pattern.at_least:
            complete += fresh
        if length == pattern.at_most:
            break
        fresh = [
            Chain((*chain.iterations, each))
            for chain in fresh
            for each in _next_iterations(chain, following, pattern, scope, evaluate)
        ]
        length += 1
    return complete


def binding_of(chain: Chain, pattern: Repetition, scope: Scope) -> TimedBinding:
    """Correlated variables with their one value, the others as in the last iteration, and what is collected."""
    rows = [scope.earlier.merge(each.solution) for each in chain.iterations]
    terms = dict(_correlated(chain, pattern))
    terms.update(chain.last.solution)
    for variable, gathered in pattern.collected:
        value = aggregate(gathered, rows, scope.functions)
        if value is not None:
            terms[variable.name] = value
    return TimedBinding(
        Solution(terms),
        reduce(hull, (each.interval for each in chain.iterations)),
        frozenset().union(*(each.evidence for each in chain.iterations)),
    )


def _next_iterations(
    chain: Chain,
    following: dict[object, list[TimedBinding]],
    pattern: Repetition,
    scope: Scope,
    evaluate: Evaluate,
) -> list[TimedBinding]:
    """What follows a chain, which the last iteration and the correlated variables decide: looked for once."""
    known = scope.earlier.merge(_correlated(chain, pattern))
    decisive = (chain.last, chain.last.evidence, known)
    if decisive not in following:
        following[decisive] = _followers(chain.last, known, pattern, scope, evaluate)
    return following[decisive]


def _followers(
    iteration: TimedBinding, known: Solution, pattern: Repetition, scope: Scope, evaluate: Evaluate
) -> list[TimedBinding]:
    ended = iteration.interval.end if iteration.interval else scope.after
    ahead = replace(scope, earlier=known, previous=iteration.solution, after=ended)
    rivals = [
        each for each in evaluate(pattern.pattern, ahead) if in_order(iteration, each) and _agrees(each, pattern, known)
    ]
    return [each for each in rivals if follows(pattern.follows, iteration, each, rivals, scope.streamset)]


def _correlated(chain: Chain, pattern: Repetition) -> Solution:
    parts = (each.solution.restrict(pattern.correlated) for each in chain.iterations)
    return reduce(Solution.merge, parts)


def _agrees(iteration: TimedBinding, pattern: Repetition, known: Solution) -> bool:
    return iteration.solution.restrict(pattern.correlated).compatible(known)


def _outdone(chain: Chain, others: Sequence[Chain]) -> bool:
    return any(
        len(other.iterations) > len(chain.iterations)
        and other.first == chain.first
        and other.first.evidence == chain.first.evidence
        for other in others
    )
