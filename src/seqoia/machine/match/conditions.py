"""Filters and binds over many solutions: by a kernel where it can say the answer exactly, else by pyoxigraph, asked
once for every combination of terms that comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from seqoia.algebra.expressions import Call, Constant, Expression, Variable
from seqoia.algebra.variables import mentioned
from seqoia.machine.match import arithmetic as kernel
from seqoia.machine.match.canonical import canonical, has_blank_node, term_of
from seqoia.machine.match.solutions import LABELLED, Column, Solutions, column_of, column_of_texts
from seqoia.model import Solution, Term
from seqoia.reference import expressions
from seqoia.reference.sparql import Functions

_UNKNOWN = 1
"""The constant that stands for variables that nothing binds: the second, behind nothing."""

_SIGNS = {"+": kernel.ADD, "-": kernel.SUBTRACT, "*": kernel.MULTIPLY, "/": kernel.DIVIDE}
_COMPARISONS = {"<": (kernel.LESS, False), "<=": (kernel.LESS_EQUAL, False), ">": (kernel.LESS, True)}
_COMPARISONS[">="] = (kernel.LESS_EQUAL, True)
_UNDERSCORE = ord("_")
_Kind = TypeVar("_Kind", bound=np.generic)


class Condition:
    """A filter, ready to be asked of many solutions."""

    def __init__(self, condition: Expression, functions: Functions) -> None:
        self._condition = condition
        self._functions = functions
        self._names = sorted(mentioned(condition))

    def satisfied(self, solutions: Solutions) -> NDArray[np.int64]:
        """The rows that satisfy it."""
        names = [name for name in self._names if name in solutions.columns]
        listing = _Listing(names)
        listing.add(self._condition)
        data, starts, lengths = _side_by_side(solutions, names)
        verdicts = np.empty(len(solutions), np.uint8)
        constants = column_of([None, *listing.constants])
        kernel.judge(
            np.array(listing.instructions, np.int64), data, starts, lengths,
            constants.data, constants.starts, constants.lengths, verdicts,
        )  # fmt: skip
        unsure = np.flatnonzero(verdicts == kernel.UNSURE)
        if len(unsure):
            verdicts[unsure] = _asked(solutions.take(unsure), names, self._ask)
        return np.flatnonzero(verdicts == kernel.YES)

    def _ask(self, rows: Sequence[Solution]) -> NDArray[np.uint8]:
        return np.array(expressions.satisfied(self._condition, rows, self._functions), np.uint8)


def bound(expression: Expression, solutions: Solutions, functions: Functions) -> Column:
    """What an expression is worth under each solution."""
    if isinstance(expression, Variable) and expression.name in solutions.columns:
        return solutions.columns[expression.name]
    names = sorted(name for name in mentioned(expression) if name in solutions.columns)
    found: list[Term | None] = []

    def ask(rows: Sequence[Solution]) -> NDArray[np.int64]:
        found.extend(_settled(expressions.values(expression, rows, functions)))
        return np.arange(len(found), dtype=np.int64)

    places = _asked(solutions, names, ask)
    return column_of(found).take(places)


def _settled(values: Sequence[Term | None]) -> list[Term | None]:
    terms = iter(canonical([value for value in values if value is not None]))
    return [None if value is None else next(terms) for value in values]


def _asked(
    solutions: Solutions, names: Sequence[str], ask: Callable[[Sequence[Solution]], NDArray[_Kind]]
) -> NDArray[_Kind]:
    """What is answered for each row, asked once for each combination of terms."""
    columns = [solutions.columns[name] for name in names]
    codes = [column.numbers()[0] * 2 + (column.lengths < 0) for column in columns]
    if any(_has_blank_nodes(column) for column in columns):
        codes.append(solutions.events)
    table = np.stack(codes, axis=1) if codes else np.zeros((len(solutions), 1), np.int64)
    _, firsts, places = np.unique(table, axis=0, return_index=True, return_inverse=True)
    some = solutions.take(firsts)
    texts = [some.terms(name).to_pylist() for name in names]
    rows = [
        Solution((name, term_of(text)) for name, text in zip(names, row, strict=True) if text is not None)
        for row in zip(*texts, strict=True)
    ]
    return ask(rows if names else [Solution()] * len(firsts))[places.reshape(-1)]


def _has_blank_nodes(column: Column) -> bool:
    if column.stream == LABELLED or not len(column.data):
        return False
    return bool(np.any(column.data[np.maximum(column.starts, 0)] == _UNDERSCORE))


def _side_by_side(
    solutions: Solutions, names: Sequence[str]
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int32]]:
    """Columns over the same bytes, as tables with a row a solution."""
    columns = [solutions.columns[name] for name in names]
    if not columns:
        return column_of([]).data, np.empty((len(solutions), 0), np.int64), np.empty((len(solutions), 0), np.int32)
    if any(column.data is not columns[0].data for column in columns):
        columns = [column_of_texts(solutions.terms(name)) for name in names]
        edges = np.cumsum([0, *(len(column.data) for column in columns)])
        starts = [column.starts + edge for column, edge in zip(columns, edges[:-1].tolist(), strict=True)]
        data = np.concatenate([column.data for column in columns])
        data.flags.writeable = False
    else:
        data, starts = columns[0].data, [column.starts for column in columns]
    return data, np.stack(starts, axis=1), np.stack([column.lengths for column in columns], axis=1)


class _Listing:
    """An expression as instructions, operands first."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = {name: place for place, name in enumerate(names)}
        self.instructions: list[tuple[int, int, int]] = []
        self.constants: list[Term | None] = []

    def add(self, expression: Expression) -> int:
        """Adds what computes an expression, and gives its place."""
        match expression:
            case Variable(name):
                return self._put(kernel.LOAD, self._names.get(name, -_UNKNOWN))
            case Constant(term) if not has_blank_node(term):
                self.constants += canonical([term])
                return self._put(kernel.LOAD, -1 - len(self.constants))
            case Call(function, arguments):
                return self._call(function, arguments)
            case _:
                return self._put(kernel.ASK)

    def _call(self, function: str, arguments: tuple[Expression, ...]) -> int:
        match function, arguments:
            case (("&&" | "||"), _):
                sign = kernel.AND if function == "&&" else kernel.OR
                return self._chain(sign, [self.add(argument) for argument in arguments])
            case "!", (one,):
                return self._put(kernel.NOT, self.add(one))
            case "negate", (one,):
                return self._put(kernel.NEGATE, self.add(one))
            case (("=" | "!="), (one, other)):
                equal = self._put(kernel.EQUAL, self.add(one), self.add(other))
                return equal if function == "=" else self._put(kernel.NOT, equal)
            case _, (one, other) if function in _COMPARISONS:
                sign, turned = _COMPARISONS[function]
                left, right = self.add(one), self.add(other)
                return self._put(sign, right, left) if turned else self._put(sign, left, right)
            case _, (one, other) if function in _SIGNS:
                return self._put(_SIGNS[function], self.add(one), self.add(other))
            case (("IN" | "NOT IN"), (tested, *choices)) if choices:
                known = self.add(tested)
                found = [self._put(kernel.EQUAL, known, self.add(choice)) for choice in choices]
                within = self._chain(kernel.OR, found)
                return within if function == "IN" else self._put(kernel.NOT, within)
            case "BOUND", (Variable(name),):
                return self._put(kernel.IS_BOUND, self._names.get(name, -_UNKNOWN))
            case _:
                return self._put(kernel.ASK)

    def _chain(self, sign: int, places: Sequence[int]) -> int:
        first, *rest = places
        for place in rest:
            first = self._put(sign, first, place)
        return first

    def _put(self, sign: int, one: int = 0, other: int = 0) -> int:
        self.instructions.append((sign, one, other))
        return len(self.instructions) - 1
