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
from numpy.typing import NDArray

from seqoia.algebra.expressions import Call, Constant, Expression, Previous, Variable
from seqoia.algebra.traversal import descendants
from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.sequence.arrays import FLOAT, HASH, KIND, MANTISSA, SCALE
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
    asked: list[Variable | Previous] = [*plain, *previous]
    for node in asked:
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


def constant_values(constants: Sequence[Constant]) -> NDArray[np.int64]:
    """The constants of programs, a value each."""
    texts = pa.chunked_array([pa.array([str(constant.term) for constant in constants], pa.string())])
    return values_of(texts)


@compiled
def _align(stack: Any, at: int) -> Any:
    """Brings the values at `at` and behind it to one scale, if their mantissas stay in bounds."""
    while stack[at, SCALE] != stack[at + 1, SCALE]:
        small = at if stack[at, SCALE] < stack[at + 1, SCALE] else at + 1
        if abs(stack[small, MANTISSA]) > 900000000000000000:
            return False
        stack[small, MANTISSA] *= 10
        stack[small, SCALE] += 1
    return True


@inlined
def _compared(operation: int, less: bool, equal: bool) -> Any:
    if operation == EQUAL:
        return 1 if equal else 0
    if operation == UNEQUAL:
        return 0 if equal else 1
    if operation == LESS:
        return 1 if less else 0
    if operation == LESS_OR_EQUAL:
        return 1 if less or equal else 0
    if operation == GREATER:
        return 0 if less or equal else 1
    return 0 if less else 1


@inlined
def _is_exact(stack: Any, at: int) -> Any:
    """Whether the float of a value is exactly the double that SPARQL promotes it to."""
    kind = stack[at, KIND]
    return kind == DOUBLE or ((kind == INTEGER or kind == DECIMAL) and abs(stack[at, MANTISSA]) <= _EXACT_FLOAT)


@inlined
def _is_number(kind: int) -> Any:
    return kind == INTEGER or kind == DECIMAL or kind == DOUBLE or kind == APPROXIMATE


@compiled
def _compare(operation: int, stack: Any, floats: Any, at: int) -> None:
    """Compares the values at `at` and behind it, and leaves a truth value at `at`."""
    first, second = stack[at, KIND], stack[at + 1, KIND]
    one, other = floats[at, FLOAT], floats[at + 1, FLOAT]
    truth, sure = 0, True
    if first == UNBOUND or second == UNBOUND:
        stack[at, KIND] = UNBOUND
        return
    if _is_number(first) and _is_number(second):
        near = abs(one - other) <= 1e-9 * (abs(one) + abs(other)) + 1e-12
        if (first == INTEGER or first == DECIMAL) and (second == INTEGER or second == DECIMAL):
            if _align(stack, at):
                less = stack[at, MANTISSA] < stack[at + 1, MANTISSA]
                truth = _compared(operation, less, stack[at, MANTISSA] == stack[at + 1, MANTISSA])
            else:
                truth, sure = _compared(operation, one < other, False), not near
        elif np.isnan(one) or np.isnan(other):
            truth = 1 if operation == UNEQUAL else 0
        else:
            truth = _compared(operation, one < other, one == other)
            sure = not near or (_is_exact(stack, at) and _is_exact(stack, at + 1))
    elif first == BOOLEAN and second == BOOLEAN:
        less = stack[at, MANTISSA] < stack[at + 1, MANTISSA]
        truth = _compared(operation, less, stack[at, MANTISSA] == stack[at + 1, MANTISSA])
    elif first == OTHER and second == OTHER and stack[at, HASH] == stack[at + 1, HASH] and operation <= UNEQUAL:
        truth = 1 if operation == EQUAL else 0
    else:
        sure = False
    stack[at, KIND] = BOOLEAN if sure else UNSURE
    stack[at, MANTISSA] = truth


@compiled
def _calculate(operation: int, stack: Any, floats: Any, at: int) -> None:
    """Calculates with the values at `at` and behind it, and leaves the result at `at`."""
    first, second = stack[at, KIND], stack[at + 1, KIND]
    one, other = floats[at, FLOAT], floats[at + 1, FLOAT]
    if first == UNBOUND or second == UNBOUND:
        stack[at, KIND] = UNBOUND
        return
    if not _is_number(first) or not _is_number(second):
        stack[at, KIND] = UNSURE
        return
    result = one + other
    if operation == SUBTRACT:
        result = one - other
    elif operation == MULTIPLY:
        result = one * other
    elif operation == DIVIDE:
        result = one / other if other != 0.0 else np.nan
    double = first == DOUBLE or second == DOUBLE
    whole = first != APPROXIMATE and second != APPROXIMATE and not double and operation != DIVIDE
    if abs(result) > _SAFE or abs(one) > _SAFE or abs(other) > _SAFE or (double and operation == DIVIDE):
        stack[at, KIND] = UNSURE
    elif operation == DIVIDE and other == 0.0:
        stack[at, KIND] = UNBOUND
    elif double and _is_exact(stack, at) and _is_exact(stack, at + 1):
        stack[at, KIND] = DOUBLE
    elif not (whole and _calculate_exactly(operation, stack, at)):
        stack[at, KIND] = APPROXIMATE
    floats[at, FLOAT] = result


@compiled
def _calculate_exactly(operation: int, stack: Any, at: int) -> Any:
    """The same with whole numbers, if they fit."""
    kind = INTEGER if stack[at, KIND] == INTEGER and stack[at + 1, KIND] == INTEGER else DECIMAL
    if operation == MULTIPLY:
        product = float(stack[at, MANTISSA]) * float(stack[at + 1, MANTISSA])
        if abs(product) > _SAFE or stack[at, SCALE] + stack[at + 1, SCALE] > 18:
            return False
        stack[at, MANTISSA] *= stack[at + 1, MANTISSA]
        stack[at, SCALE] += stack[at + 1, SCALE]
    else:
        if not _align(stack, at):
            return False
        if abs(float(stack[at, MANTISSA])) + abs(float(stack[at + 1, MANTISSA])) > _SAFE:
            return False
        sign = 1 if operation == ADD else -1
        stack[at, MANTISSA] += sign * stack[at + 1, MANTISSA]
    stack[at, KIND] = kind
    return True


@inlined
def truth_of(stack: Any, floats: Any, at: int) -> Any:
    """The effective boolean value: FALSE, TRUE, ASK_SPARQL, or -1 for an error."""
    kind = stack[at, KIND]
    if kind == BOOLEAN or kind == INTEGER or kind == DECIMAL:
        return TRUE if stack[at, MANTISSA] != 0 else FALSE
    if kind == DOUBLE:
        return FALSE if floats[at, FLOAT] == 0.0 or np.isnan(floats[at, FLOAT]) else TRUE
    if kind == APPROXIMATE and abs(floats[at, FLOAT]) > 1e-9:
        return TRUE
    return -1 if kind == UNBOUND else ASK_SPARQL


@compiled
def connect(operation: int, stack: Any, floats: Any, at: int) -> None:
    """What `&&`, `||`, an arithmetic sign or a comparison makes of the values at `at` and behind it."""
    if operation >= EQUAL:
        _compare(operation, stack, floats, at)
        return
    if operation >= ADD:
        _calculate(operation, stack, floats, at)
        return
    one, other = truth_of(stack, floats, at), truth_of(stack, floats, at + 1)
    decisive = FALSE if operation == AND else TRUE
    stack[at, KIND], stack[at, MANTISSA] = BOOLEAN, 1 - decisive
    if one == decisive or other == decisive:
        stack[at, MANTISSA] = decisive
    elif one == ASK_SPARQL or other == ASK_SPARQL:
        stack[at, KIND] = UNSURE
    elif one == -1 or other == -1:
        stack[at, KIND] = UNBOUND


@compiled
def invert(operation: int, stack: Any, floats: Any, at: int) -> None:
    """What `!` or a minus sign makes of the value at `at`."""
    if operation == NOT:
        truth = truth_of(stack, floats, at)
        stack[at, KIND] = UNBOUND if truth == -1 else UNSURE if truth == ASK_SPARQL else BOOLEAN
        stack[at, MANTISSA] = 1 - truth
    elif _is_number(stack[at, KIND]):
        stack[at, MANTISSA] = -stack[at, MANTISSA]
        floats[at, FLOAT] = -floats[at, FLOAT]
    elif stack[at, KIND] != UNBOUND:
        stack[at, KIND] = UNSURE
