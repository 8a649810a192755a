"""Conditions as small programs for a stack machine, so that one compiled kernel serves every query.

The kernel is exact where it is sure: integers and decimals are whole numbers with a scale. Where a number does not
fit, or SPARQL knows more than numbers, it says that it is not sure, and the condition is asked of SPARQL itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
from numba import njit

from seqoia.algebra.expressions import Call, Constant, Expression, Previous, Variable
from seqoia.algebra.traversal import descendants
from seqoia.machine.sequence.values import BOOLEAN, DECIMAL, DOUBLE, INTEGER, OTHER, UNBOUND, values_of

CONSTANT, LOAD, BOUND, NOT, NEGATE, AND, OR = 0, 1, 2, 3, 4, 5, 6
ADD, SUBTRACT, MULTIPLY, DIVIDE = 7, 8, 9, 10
EQUAL, UNEQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL = 11, 12, 13, 14, 15, 16
ASK = 17

_BINARY = {
    "+": ADD,
    "-": SUBTRACT,
    "*": MULTIPLY,
    "/": DIVIDE,
    "=": EQUAL,
    "!=": UNEQUAL,
    "<": LESS,
    "<=": LESS_OR_EQUAL,
    ">": GREATER,
    ">=": GREATER_OR_EQUAL,
    "&&": AND,
    "||": OR,
}

APPROXIMATE, UNSURE = 7, 8
"""Kinds of intermediate values: a decimal known to about 12 digits, and what only SPARQL can tell."""

FALSE, TRUE, ASK_SPARQL = 0, 1, 2
"""What a condition comes to."""

STACK = 64
_SAFE = 9.0e18
_EXACT_FLOAT = 2**53


@dataclass(frozen=True, slots=True)
class Program:
    """A condition for the stack machine: operations with their arguments, and the variables that it loads."""

    operations: tuple[tuple[int, int], ...]
    operands: tuple[Variable | Previous, ...]
    constants: tuple[Constant, ...]


@dataclass(slots=True)
class _Writing:
    operands: dict[Variable | Previous, int]
    constants: list[Constant] = field(default_factory=list)
    operations: list[tuple[int, int]] = field(default_factory=list)


def program_of(expression: Expression) -> Program:
    """The program of a condition; what the stack machine does not know it leaves to SPARQL as a whole."""
    previous = [node for node in descendants(expression) if isinstance(node, Previous)]
    inside = {id(node.variable) for node in previous}
    plain = (node for node in descendants(expression) if isinstance(node, Variable) and id(node) not in inside)
    operands: dict[Variable | Previous, int] = {}
    for node in (*plain, *previous):
        operands.setdefault(node, len(operands))
    writing = _Writing(operands)
    known = _write(expression, writing) and _depth(writing.operations) < STACK
    operations = tuple(writing.operations) if known else ((ASK, 0),)
    return Program(operations, tuple(operands), tuple(writing.constants))


def _write(expression: Expression, to: _Writing) -> bool:
    match expression:
        case Variable() | Previous():
            to.operations.append((LOAD, to.operands[expression]))
        case Constant():
            to.operations.append((CONSTANT, len(to.constants)))
            to.constants.append(expression)
        case Call("BOUND", (Variable() as variable,)):
            to.operations.append((BOUND, to.operands[variable]))
        case Call("!", (inner,)) | Call("negate", (inner,)):
            if not _write(inner, to):
                return False
            to.operations.append((NOT if expression.function == "!" else NEGATE, 0))
        case Call(function, arguments) if function in _BINARY and len(arguments) > 1:
            return _write_binary(_BINARY[function], arguments, to)
        case _:
            return False
    return True


def _write_binary(operation: int, arguments: Sequence[Expression], to: _Writing) -> bool:
    if not _write(arguments[0], to):
        return False
    for argument in arguments[1:]:
        if not _write(argument, to):
            return False
        to.operations.append((operation, 0))
    return True


def _depth(operations: Sequence[tuple[int, int]]) -> int:
    deepest = height = 0
    for operation, _ in operations:
        height += 1 if operation in (CONSTANT, LOAD, BOUND) else 0 if operation in (NOT, NEGATE) else -1
        deepest = max(deepest, height)
    return deepest


def constant_values(constants: Sequence[Constant]) -> tuple[Any, ...]:
    """The constants of programs as columns: hashes, kinds, mantissas, scales, floats."""
    texts = pa.chunked_array([pa.array([str(constant.term) for constant in constants], pa.string())])
    found = values_of(texts)
    return found.hashes, found.kinds, found.mantissas, found.scales, found.floats


@njit(cache=True, nogil=True, inline="always")
def _align(first: int, first_scale: int, second: int, second_scale: int) -> tuple[int, int, bool]:
    """Two mantissas at one scale, if they fit."""
    while first_scale < second_scale:
        if abs(first) > 900000000000000000:
            return first, second, False
        first *= 10
        first_scale += 1
    while second_scale < first_scale:
        if abs(second) > 900000000000000000:
            return first, second, False
        second *= 10
        second_scale += 1
    return first, second, True


@njit(cache=True, nogil=True)
def _compared(operation: int, less: bool, equal: bool) -> int:
    if operation == EQUAL:
        return TRUE if equal else FALSE
    if operation == UNEQUAL:
        return FALSE if equal else TRUE
    if operation == LESS:
        return TRUE if less else FALSE
    if operation == LESS_OR_EQUAL:
        return TRUE if less or equal else FALSE
    if operation == GREATER:
        return FALSE if less or equal else TRUE
    return FALSE if less else TRUE


@njit(cache=True, nogil=True)
def _compare(operation: int, at: int, kinds: Any, mantissas: Any, scales: Any, floats: Any, hashes: Any) -> None:
    """Compares the two values at `at` and behind it, and leaves a truth value at `at`."""
    first, second = kinds[at], kinds[at + 1]
    numeric = first in (INTEGER, DECIMAL, DOUBLE, APPROXIMATE) and second in (INTEGER, DECIMAL, DOUBLE, APPROXIMATE)
    if first == UNBOUND or second == UNBOUND:
        kinds[at] = UNBOUND
        return
    if first == UNSURE or second == UNSURE:
        kinds[at] = UNSURE
        return
    truth, sure = 0, True
    if numeric and first in (INTEGER, DECIMAL) and second in (INTEGER, DECIMAL):
        one, other, sure = _align(mantissas[at], scales[at], mantissas[at + 1], scales[at + 1])
        if not sure:
            near = abs(floats[at] - floats[at + 1]) <= 1e-9 * (abs(floats[at]) + abs(floats[at + 1]))
            sure = not near
            truth = _compared(operation, floats[at] < floats[at + 1], False)
        else:
            truth = _compared(operation, one < other, one == other)
    elif numeric:
        one_float, other_float = floats[at], floats[at + 1]
        exact = _exact(first, mantissas[at]) and _exact(second, mantissas[at + 1])
        near = abs(one_float - other_float) <= 1e-9 * (abs(one_float) + abs(other_float)) + 1e-12
        sure = exact or not near
        if np.isnan(one_float) or np.isnan(other_float):
            truth = 1 if operation == UNEQUAL else 0
        else:
            truth = _compared(operation, one_float < other_float, one_float == other_float)
    elif first == BOOLEAN and second == BOOLEAN:
        truth = _compared(operation, mantissas[at] < mantissas[at + 1], mantissas[at] == mantissas[at + 1])
    elif hashes[at] == hashes[at + 1] and hashes[at] != 0 and first == OTHER and operation in (EQUAL, UNEQUAL):
        truth = 1 if operation == EQUAL else 0
    else:
        sure = False
    kinds[at] = BOOLEAN if sure else UNSURE
    mantissas[at] = truth


@njit(cache=True, nogil=True)
def _exact(kind: int, mantissa: int) -> bool:
    """Whether the float of a value is exactly the double that SPARQL promotes it to."""
    return kind == DOUBLE or (kind in (INTEGER, DECIMAL) and abs(mantissa) <= _EXACT_FLOAT)


@njit(cache=True, nogil=True)
def _calculate(operation: int, at: int, kinds: Any, mantissas: Any, scales: Any, floats: Any, hashes: Any) -> None:
    """Calculates with the two values at `at` and behind it, and leaves the result at `at`."""
    first, second = kinds[at], kinds[at + 1]
    one, other = floats[at], floats[at + 1]
    hashes[at] = 0
    if first == UNBOUND or second == UNBOUND:
        kinds[at] = UNBOUND
        return
    if first in (BOOLEAN, OTHER, UNSURE) or second in (BOOLEAN, OTHER, UNSURE):
        kinds[at] = UNSURE
        return
    if operation == ADD:
        result = one + other
    elif operation == SUBTRACT:
        result = one - other
    elif operation == MULTIPLY:
        result = one * other
    else:
        result = one / other if other != 0.0 else np.nan
    floats[at] = result
    if first == DOUBLE or second == DOUBLE:
        exact = _exact(first, mantissas[at]) and _exact(second, mantissas[at + 1])
        if operation == DIVIDE and other == 0.0:
            kinds[at] = UNSURE
        else:
            kinds[at] = DOUBLE if exact else APPROXIMATE
        return
    if operation == DIVIDE:
        kinds[at] = UNBOUND if other == 0.0 else APPROXIMATE
        return
    if abs(result) > _SAFE or abs(one) > _SAFE or abs(other) > _SAFE:
        kinds[at] = UNSURE
        return
    if first == APPROXIMATE or second == APPROXIMATE:
        kinds[at] = APPROXIMATE
        return
    _calculate_exactly(operation, at, kinds, mantissas, scales, floats)


@njit(cache=True, nogil=True)
def _calculate_exactly(operation: int, at: int, kinds: Any, mantissas: Any, scales: Any, floats: Any) -> None:
    kind = INTEGER if kinds[at] == INTEGER and kinds[at + 1] == INTEGER else DECIMAL
    if operation == MULTIPLY:
        fits = abs(float(mantissas[at]) * float(mantissas[at + 1])) < _SAFE
        scale = scales[at] + scales[at + 1]
        if not fits or scale > 18:
            kinds[at] = APPROXIMATE
            return
        kinds[at] = kind
        mantissas[at] = mantissas[at] * mantissas[at + 1]
        scales[at] = scale
        return
    one, other, aligned = _align(mantissas[at], scales[at], mantissas[at + 1], scales[at + 1])
    if not aligned or abs(float(one)) + abs(float(other)) > _SAFE:
        kinds[at] = APPROXIMATE
        return
    kinds[at] = kind
    mantissas[at] = one + other if operation == ADD else one - other
    scales[at] = max(scales[at], scales[at + 1])
    floats[at] = mantissas[at] / 10.0 ** scales[at]


@njit(cache=True, nogil=True)
def truth_of(at: int, kinds: Any, mantissas: Any, floats: Any) -> int:
    """The effective boolean value: FALSE, TRUE, ASK_SPARQL, or -1 for an error."""
    kind = kinds[at]
    if kind == BOOLEAN:
        return TRUE if mantissas[at] else FALSE
    if kind in (INTEGER, DECIMAL):
        return TRUE if mantissas[at] != 0 else FALSE
    if kind == DOUBLE:
        return FALSE if floats[at] == 0.0 or np.isnan(floats[at]) else TRUE
    if kind == APPROXIMATE:
        return TRUE if abs(floats[at]) > 1e-9 else ASK_SPARQL
    return -1 if kind == UNBOUND else ASK_SPARQL


@njit(cache=True, nogil=True)
def connect(operation: int, at: int, kinds: Any, mantissas: Any, scales: Any, floats: Any, hashes: Any) -> None:
    """What `&&`, `||`, an arithmetic sign or a comparison makes of the two values at `at` and behind it."""
    if operation >= EQUAL:
        _compare(operation, at, kinds, mantissas, scales, floats, hashes)
        return
    if operation >= ADD:
        _calculate(operation, at, kinds, mantissas, scales, floats, hashes)
        return
    one = truth_of(at, kinds, mantissas, floats)
    other = truth_of(at + 1, kinds, mantissas, floats)
    decisive = FALSE if operation == AND else TRUE
    if one == decisive or other == decisive:
        kinds[at], mantissas[at] = BOOLEAN, decisive
    elif one == ASK_SPARQL or other == ASK_SPARQL:
        kinds[at] = UNSURE
    elif one == -1 or other == -1:
        kinds[at] = UNBOUND
    else:
        kinds[at], mantissas[at] = BOOLEAN, 1 - decisive


@njit(cache=True, nogil=True)
def invert(operation: int, at: int, kinds: Any, mantissas: Any, floats: Any, hashes: Any) -> None:
    """What `!` or a minus sign makes of the value at `at`."""
    hashes[at] = 0
    if operation == NOT:
        truth = truth_of(at, kinds, mantissas, floats)
        if truth == -1:
            kinds[at] = UNBOUND
        elif truth == ASK_SPARQL:
            kinds[at] = UNSURE
        else:
            kinds[at], mantissas[at] = BOOLEAN, 1 - truth
    elif kinds[at] in (INTEGER, DECIMAL, DOUBLE, APPROXIMATE):
        mantissas[at] = -mantissas[at]
        floats[at] = -floats[at]
    elif kinds[at] != UNBOUND:
        kinds[at] = UNSURE
