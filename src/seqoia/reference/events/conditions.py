"""Conditions and computed variables over timed bindings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from seqoia.algebra.events import Sight
from seqoia.algebra.expressions import Call, Expression, IntervalPart, OfInterval, Previous, Variable
from seqoia.algebra.traversal import Node, descendants, map_children
from seqoia.model import Interval, Solution, Term, TimedBinding
from seqoia.reference.events.pairs import Test, always
from seqoia.reference.events.scope import Scope
from seqoia.reference.expressions import Solve, satisfied, values
from seqoia.reference.solving import solved

_NAMES = {IntervalPart.DURATION: ".duration", IntervalPart.START: ".start", IntervalPart.END: ".end"}
_PREVIOUS = ".previous."


def where(bindings: Sequence[TimedBinding], condition: Expression, sight: Sight, scope: Scope) -> list[TimedBinding]:
    """P-EP, Filter."""
    holds = _test(_without_previous(condition, scope), sight, scope)(bindings)
    return [binding for binding, held in zip(bindings, holds, strict=True) if held]


def let(
    bindings: Sequence[TimedBinding], variable: Variable, expression: Expression, sight: Sight, scope: Scope
) -> list[TimedBinding]:
    """ρ of P-UNC, definition 15: the variable stays unbound where the expression is an error."""
    computed = timed_values(expression, bindings, scope, sight)
    return [
        binding
        if term is None
        else TimedBinding(binding.solution.extend(variable.name, term), binding.interval, binding.evidence)
        for binding, term in zip(bindings, computed, strict=True)
    ]


def test_of(condition: Expression | None, scope: Scope) -> Test:
    """The test for a pair's condition; none is always satisfied."""
    return always if condition is None else _test(condition, Sight.GROUP, scope)


def timed_values(
    expression: Expression, bindings: Sequence[TimedBinding], scope: Scope, sight: Sight = Sight.GROUP
) -> list[Term | None]:
    """The expression's value under each binding, which may ask for the binding's interval."""
    timed = _asks_for_the_interval(expression)
    rows = [_row(binding, sight, scope, timed=timed) for binding in bindings]
    return values(in_variables(expression), rows, scope.functions, solve=_over_background(scope))


def _test(condition: Expression | None, sight: Sight, scope: Scope) -> Test:
    if condition is None:
        return always
    spelt, timed = in_variables(condition), _asks_for_the_interval(condition)

    def test(bindings: Sequence[TimedBinding]) -> list[bool]:
        rows = [_row(binding, sight, scope, timed=timed) for binding in bindings]
        return satisfied(spelt, rows, scope.functions, solve=_over_background(scope))

    return test


def _over_background(scope: Scope) -> Solve:
    return partial(solved, dataset=scope.background, functions=scope.functions)


def _row(binding: TimedBinding, sight: Sight, scope: Scope, *, timed: bool) -> Solution:
    terms: dict[str, Term] = dict(scope.earlier) if sight is Sight.EARLIER else {}
    terms.update(binding.solution)
    if timed:
        terms.update(_interval_terms(binding.interval))
    terms.update({previous_name(name): term for name, term in (scope.previous or {}).items()})
    return Solution(terms)


def _asks_for_the_interval(expression: Expression) -> bool:
    return any(isinstance(node, OfInterval) for node in descendants(expression))


def _interval_terms(interval: Interval | None) -> dict[str, Term]:
    if interval is None:
        return {}
    return {
        _NAMES[IntervalPart.DURATION]: interval.duration.literal(),
        _NAMES[IntervalPart.START]: interval.start.literal(),
        _NAMES[IntervalPart.END]: interval.end.literal(),
    }


def in_variables(expression: Expression) -> Expression:
    """What asks for the interval or the previous iteration becomes a hidden variable."""

    def spell(node: Node) -> Node:
        if isinstance(node, OfInterval):
            return Variable(_NAMES[node.part])
        if isinstance(node, Previous):
            return Variable(previous_name(node.variable.name))
        return map_children(node, spell)

    spelt: Expression = spell(expression)
    return spelt


def previous_name(name: str) -> str:
    """The hidden variable that stands for `PREV(?name)`."""
    return _PREVIOUS + name


def _without_previous(condition: Expression, scope: Scope) -> Expression | None:
    """In a first iteration, the conjuncts that ask for a previous one say nothing."""
    if scope.previous is not None:
        return condition
    conjuncts = condition.arguments if isinstance(condition, Call) and condition.function == "&&" else (condition,)
    kept = tuple(each for each in conjuncts if not any(isinstance(node, Previous) for node in descendants(each)))
    if len(kept) == len(conjuncts):
        return condition
    return Call("&&", kept) if len(kept) > 1 else (kept[0] if kept else None)
