"""How much work an expression is, roughly."""

from __future__ import annotations

from enum import IntEnum

from seqoia.algebra.expressions import Exists, Expression, IriCall
from seqoia.algebra.traversal import descendants


class Effort(IntEnum):
    """What the dearest part of an expression asks for."""

    OPERATORS = 0
    EXTENSION = 1
    """A function that is named by an IRI: an uncertainty function may integrate."""
    PATTERN = 2
    """A pattern has to be matched."""


def effort(expression: Expression) -> Effort:
    kinds = [Effort.OPERATORS]
    for node in descendants(expression):
        if isinstance(node, IriCall):
            kinds.append(Effort.EXTENSION)
        elif isinstance(node, Exists):
            kinds.append(Effort.PATTERN)
    return max(kinds)


def by_effort(expressions: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """Expressions of little effort first, those of the same effort in their order."""
    return tuple(sorted(expressions, key=effort))
