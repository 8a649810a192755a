"""Where `?`, `*` and `!` may stand: on an element of a sequence in which something has to occur."""

from __future__ import annotations

from collections.abc import Iterator

from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.checks import Survey
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq import tree

MOST_REPETITIONS = 3
"""One inside the other."""


def check_marks(survey: Survey) -> None:
    """P-SPA, appendix B, says what a missing event means between others, and nothing else."""
    elements = {id(each) for chain in survey.of(tree.Chain) for each in elements_of(chain)}
    for expression in survey.of(tree.SequenceExpression):
        if mark := mark_of(expression):
            inner = inside(expression)
            if id(expression) not in elements and not _is_marked_below(expression, survey):
                raise _misplaced(expression, mark)
            if mark_of(inner):
                raise Refusal(
                    "an expression has one mark only",
                    expression.span,
                    f"`{mark_of(inner)}` says already how it has to occur",
                    "leave out one of them",
                )
    for chain in survey.of(tree.Chain):
        if all(mark_of(each) for each in elements_of(chain)):
            raise Refusal(
                "nothing in this sequence has to occur",
                chain.span,
                "a match needs an event without `?`, `*` and `!`",
            )


def check_repetitions(survey: Survey) -> None:
    """The chains of a repetition are as many as the ways to cut what is below it, at each level anew."""
    level = list(survey.of(tree.Repeated))
    for _ in range(MOST_REPETITIONS):
        level = [inner for each in level for inner in _repeated_below(each)]
    if level:
        deepest = min(level, key=lambda each: each.span.end - each.span.start)
        raise Refusal(
            f"repetitions nest deeper than {MOST_REPETITIONS} levels",
            deepest.span,
            help="(A+)+ finds what A+ finds",
        )


def elements_of(chain: tree.Chain) -> tuple[tree.SequenceExpression, ...]:
    """What follows one another."""
    return (chain.first, *(follower.expression for follower in chain.followers))


def mark_of(expression: tree.SequenceExpression) -> str:
    """The sign that says that an expression need not, or must not, occur."""
    match expression:
        case tree.OptionalEvent():
            return "?"
        case tree.AbsentEvent():
            return "!"
        case tree.Repeated(at_least=0):
            return "*"
        case _:
            return ""


def inside(expression: tree.SequenceExpression) -> tree.SequenceExpression:
    """What a mark or a quantifier stands on."""
    if isinstance(expression, tree.OptionalEvent | tree.AbsentEvent | tree.Repeated):
        return expression.expression
    return expression


def _repeated_below(expression: core.Syntax) -> Iterator[tree.Repeated]:
    """The outermost repetitions inside an expression."""
    for part in core.children(expression):
        if isinstance(part, tree.Repeated):
            yield part
        else:
            yield from _repeated_below(part)


def _is_marked_below(expression: tree.SequenceExpression, survey: Survey) -> bool:
    """Whether another mark stands directly on it: that one is told about."""
    return any(mark_of(outer) and inside(outer) is expression for outer in survey.of(tree.SequenceExpression))


def _misplaced(expression: tree.SequenceExpression, mark: str) -> Refusal:
    if mark == "!":
        help = "write what comes before or after: A ; B! ; C"
    else:
        help = "write what has to occur beside it: A ; B" + mark
    return Refusal(
        f"`{mark}` has no meaning here",
        expression.span,
        "expected it on an element of a sequence",
        help,
    )
