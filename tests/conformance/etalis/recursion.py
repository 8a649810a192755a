"""Aggregates and iterations as recursive rules, as listing 5 of P-EP counts and sums.

`x seq aggregate(sum(Y), e(Y), S)` begins with a sum of nothing at each `x`, and goes on from the sum so
far with each `e`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from conformance.etalis.notation import Compound, Term, Var
from conformance.etalis.programs import BeyondLanguagesError, Program, Rule

_SO_FAR, _NOW = Var("SoFar"), Var("Now")
_OF_NOTHING = {"count": 0, "sum": 0, "min": 100_000, "max": -100_000}
"""What ETALIS begins with."""


def unrolled(known: Program) -> Program:
    """The program with recursive rules for its aggregates and iterations."""
    return replace(known, rules=tuple(each for place, rule in enumerate(known.rules) for each in _rules(rule, place)))


def _rules(rule: Rule, place: int) -> Iterator[Rule]:
    match rule.body:
        case Compound("seq", (first, Compound("aggregate", (function, Compound() as event, Var() as result)))):
            nothing, step = _OF_NOTHING.get(_name(function)), _step(function)
            yield from _recursive(rule, place, first, event, step, nothing=(nothing,), result=(result,))
        case Compound("seq", (first, Compound("star_times", (Compound() as event,)))):
            yield from _recursive(rule, place, first, event)
        case _:
            yield rule


def _recursive(
    rule: Rule,
    place: int,
    first: Term,
    event: Compound,
    step: Compound | None = None,
    nothing: tuple[Term, ...] = (),
    result: tuple[Term, ...] = (),
) -> Iterator[Rule]:
    """Begins, goes on from the beginning, goes on from there, and derives the head at each of these."""
    kept = tuple(dict.fromkeys(_variables(first)))
    latest = tuple(each for each in dict.fromkeys(_variables(event)) if each not in kept)
    so_far, now = ((_SO_FAR,), (_NOW,)) if result else ((), ())

    def begun(value: tuple[Term, ...]) -> Compound:
        return Compound(f"temp_e_{2 * place}", (*kept, *value))

    def gone_on(of_event: tuple[Term, ...], value: tuple[Term, ...]) -> Compound:
        return Compound(f"temp_e_{2 * place + 1}", (*kept, *of_event, *value))

    forgotten = (Var("_"),) * len(latest)
    yield Rule(f"{rule.name}_begin", begun(nothing), first)
    for name, before in (("first", begun(so_far)), ("next", gone_on(forgotten, so_far))):
        body = Compound("seq", (before, event))
        body = Compound("where", (body, step)) if step else body
        yield Rule(f"{rule.name}_{name}", gone_on(latest, now), body)
    yield replace(rule, body=Compound("or", (begun(result), gone_on(latest, result))))


def _name(function: Term) -> str:
    assert isinstance(function, Compound)
    return function.functor


def _step(function: Term) -> Compound:
    """How an aggregate goes on from what it was so far."""
    match function:
        case Compound("count", ()):
            return Compound("is", (_NOW, Compound("+", (_SO_FAR, 1))))
        case Compound("sum", (added,)):
            return Compound("is", (_NOW, Compound("+", (_SO_FAR, added))))
        case Compound(("min" | "max") as name, (compared,)):
            return Compound(name, (compared, _SO_FAR, _NOW))
    raise BeyondLanguagesError(f"aggregate {_name(function)}")


def _variables(term: Term) -> Iterator[Var]:
    match term:
        case Var(name) if name != "_":
            yield term
        case Compound(_, arguments):
            for each in arguments:
                yield from _variables(each)
