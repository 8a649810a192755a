"""Kernels that compute conditions over many solutions by a list of instructions: exactly as SPARQL does, or not."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.machine.match.compiled import compiled, inlined
from seqoia.machine.match.values import (
    BOOLEAN,
    DECIMAL,
    DOUBLE,
    ERROR,
    FLOAT,
    HARD,
    INTEGER,
    MOMENT,
    MOST_DIGITS,
    POWERS,
    RESOURCE,
    STRING,
    UNBOUND,
    value_of,
)
from seqoia.machine.match.views import view
from seqoia.machine.match.words import same_bytes

LOAD, EQUAL, LESS, AND, OR, NOT, ADD, SUBTRACT, MULTIPLY, DIVIDE, NEGATE, IS_BOUND, ASK, LESS_EQUAL = range(14)
"""What an instruction does; `ASK` is what only pyoxigraph can say."""

NO, YES, UNSURE = 0, 1, 2
_FALSE, _TRUE = np.int64(0), np.int64(1)
_BACKSLASH = 92


@inlined
def _truth(kind: Any, whole: Any, real: Any, length: Any) -> Any:
    """The effective boolean value as a kind and 0 or 1."""
    if kind in (BOOLEAN, ERROR, HARD):
        return kind, whole
    if kind in (INTEGER, DECIMAL):
        return BOOLEAN, np.int64(whole != 0)
    if kind in (FLOAT, DOUBLE):
        return BOOLEAN, np.int64(real != 0.0 and real == real)
    if kind == STRING:
        return BOOLEAN, np.int64(length > 2)
    if kind == MOMENT:
        return HARD, _FALSE
    return ERROR, _FALSE


@inlined
def _fitting(value: Any, digits: Any) -> Any:
    """Whether a number can be multiplied by a power of ten."""
    return digits <= MOST_DIGITS and abs(value) <= np.int64(9_000_000_000_000_000_000) // POWERS[digits]


@inlined
def _as_real(kind: Any, whole: Any, decimals: Any, real: Any) -> Any:
    """A number as a real one, and whether that is sure: what a decimal becomes is left to pyoxigraph."""
    if kind == INTEGER:
        return np.float64(whole), True
    if kind == DECIMAL:
        return np.float64(whole), decimals == 0 and abs(whole) < 1 << 24
    return real, True


@inlined
def _is_number(kind: Any) -> Any:
    return INTEGER <= kind <= DOUBLE


@inlined
def _reals(k1: Any, w1: Any, d1: Any, r1: Any, k2: Any, w2: Any, d2: Any, r2: Any) -> Any:
    """Two numbers as reals of one kind; not sure where the kind is `HARD`."""
    left, one = _as_real(k1, w1, d1, r1)
    right, other = _as_real(k2, w2, d2, r2)
    kind = DOUBLE if k1 == DOUBLE or k2 == DOUBLE else FLOAT
    if kind == FLOAT:
        left, right = np.float64(np.float32(left)), np.float64(np.float32(right))
    return (kind if one and other else HARD), left, right


@compiled
def _compared(k1: Any, w1: Any, d1: Any, r1: Any, k2: Any, w2: Any, d2: Any, r2: Any) -> Any:
    """How two numbers stand: a kind, and -1, 0, 1, or 2 for no order."""
    if k1 <= DECIMAL and k2 <= DECIMAL:
        if d1 < d2:
            if not _fitting(w1, d2 - d1):
                return HARD, 0
            w1 *= POWERS[d2 - d1]
        elif d2 < d1:
            if not _fitting(w2, d1 - d2):
                return HARD, 0
            w2 *= POWERS[d1 - d2]
        return BOOLEAN, -1 if w1 < w2 else 1 if w1 > w2 else 0
    kind, left, right = _reals(k1, w1, d1, r1, k2, w2, d2, r2)
    if kind == HARD:
        return HARD, 0
    return BOOLEAN, -1 if left < right else 1 if left > right else 0 if left == right else 2


@inlined
def _sum_overflows(left: Any, right: Any, total: Any) -> Any:
    return (left >= 0) == (right >= 0) and (total >= 0) != (left >= 0)


@inlined
def _product_overflows(left: Any, right: Any) -> Any:
    return left != 0 and right != 0 and abs(np.float64(left) * np.float64(right)) > 9.0e18


@compiled
def _calculated(sign: Any, k1: Any, w1: Any, d1: Any, r1: Any, k2: Any, w2: Any, d2: Any, r2: Any) -> Any:
    """A sum, difference, product or quotient of two numbers: its kind, integer, decimals and real."""
    if k1 >= FLOAT or k2 >= FLOAT:
        kind, left, right = _reals(k1, w1, d1, r1, k2, w2, d2, r2)
        if kind == HARD:
            return HARD, _FALSE, _FALSE, 0.0
        if sign == ADD:
            found = left + right
        elif sign == SUBTRACT:
            found = left - right
        elif sign == MULTIPLY:
            found = left * right
        elif right == 0.0:
            return HARD, _FALSE, _FALSE, 0.0
        else:
            found = left / right
        return kind, _FALSE, _FALSE, np.float64(np.float32(found)) if kind == FLOAT else found
    kind = INTEGER if k1 == INTEGER and k2 == INTEGER else DECIMAL
    if sign == DIVIDE:
        if w2 == 0:
            return ERROR, _FALSE, _FALSE, 0.0
        if d1 != d2 or w1 % w2 != 0:
            return HARD, _FALSE, _FALSE, 0.0
        return DECIMAL, w1 // w2, _FALSE, 0.0
    if sign == MULTIPLY:
        if _product_overflows(w1, w2) or d1 + d2 > MOST_DIGITS:
            return HARD, _FALSE, _FALSE, 0.0
        return kind, w1 * w2, d1 + d2, 0.0
    if not _fitting(w1, max(d1, d2) - d1) or not _fitting(w2, max(d1, d2) - d2):
        return HARD, _FALSE, _FALSE, 0.0
    left, right = w1 * POWERS[max(d1, d2) - d1], w2 * POWERS[max(d1, d2) - d2]
    right = -right if sign == SUBTRACT else right
    total = left + right
    if _sum_overflows(left, right, total):
        return HARD, _FALSE, _FALSE, 0.0
    return kind, total, max(d1, d2), 0.0


@inlined
def _order_of_strings(one: Any, start: Any, length: Any, other: Any, second: Any, size: Any) -> Any:
    """The order of two strings by code points, or `HARD` where escapes hide them."""
    common = min(length, size) - 1
    found = 0
    for place in range(1, common):
        left, right = one[start + place], other[second + place]
        if left == _BACKSLASH or right == _BACKSLASH:
            return HARD, 0
        if left != right:
            return BOOLEAN, -1 if left < right else 1
    if length != size:
        found = -1 if length < size else 1
    return BOOLEAN, found


@compiled
def judge(
    instructions: Any,
    data: Any,
    starts: Any,
    lengths: Any,
    constants: Any,
    constant_starts: Any,
    constant_lengths: Any,
    verdicts: Any,
) -> None:
    """Whether each row satisfies the condition that the last instruction computes: `NO`, `YES` or `UNSURE`.

    An instruction is what it does and its one or two operands, which are earlier instructions; of `LOAD`, a column, or
    with -1 - c the constant c.
    """
    data, constants, starts, lengths = view(data), view(constants), view(starts), view(lengths)
    constant_starts, constant_lengths = view(constant_starts), view(constant_lengths)
    count = len(instructions)
    kinds, wholes = np.zeros(count, np.int64), np.zeros(count, np.int64)
    decimals, reals = np.zeros(count, np.int64), np.zeros(count, np.float64)
    ins = view(instructions)
    kind, whole, decimal, real = view(kinds), view(wholes), view(decimals), view(reals)
    for row in range(len(verdicts)):
        for at in range(count):
            sign, a, b = ins[at, 0], ins[at, 1], ins[at, 2]
            whole[at], decimal[at], real[at] = 0, 0, 0.0
            if sign == LOAD:
                if a >= 0:
                    found = value_of(data, starts[row, a], lengths[row, a])
                else:
                    found = value_of(constants, constant_starts[-1 - a], constant_lengths[-1 - a])
                kind[at], whole[at], decimal[at], real[at] = found
                if found[0] == UNBOUND:
                    kind[at] = ERROR
                continue
            if sign == IS_BOUND:
                kind[at], whole[at] = BOOLEAN, np.int64(a >= 0 and lengths[row, a] >= 0)
                continue
            if sign == ASK:
                kind[at] = HARD
                continue
            size = _length_of(ins, a, lengths, constant_lengths, row)
            if sign == NOT:
                k1, w1 = _truth(kind[a], whole[a], real[a], size)
                kind[at], whole[at] = k1, 1 - w1
                continue
            if sign == NEGATE:
                kind[at], whole[at], decimal[at], real[at] = kind[a], -whole[a], decimal[a], -real[a]
                if not _is_number(kind[a]):
                    kind[at] = ERROR if kind[a] != HARD else HARD
                continue
            if sign in (AND, OR):
                k1, w1 = _truth(kind[a], whole[a], real[a], size)
                k2, w2 = _truth(kind[b], whole[b], real[b], _length_of(ins, b, lengths, constant_lengths, row))
                strong = 0 if sign == AND else 1
                if (k1 == BOOLEAN and w1 == strong) or (k2 == BOOLEAN and w2 == strong):
                    kind[at], whole[at] = BOOLEAN, strong
                elif k1 == HARD or k2 == HARD:
                    kind[at] = HARD
                elif k1 == ERROR or k2 == ERROR:
                    kind[at] = ERROR
                else:
                    kind[at], whole[at] = BOOLEAN, 1 - strong
                continue
            k1, k2 = kind[a], kind[b]
            if k1 == ERROR or k2 == ERROR:
                kind[at] = ERROR
            elif k1 == HARD or k2 == HARD:
                kind[at] = HARD
            elif _is_number(k1) and _is_number(k2):
                if sign in (EQUAL, LESS, LESS_EQUAL):
                    k1, order = _compared(k1, whole[a], decimal[a], real[a], k2, whole[b], decimal[b], real[b])
                    kind[at], whole[at] = k1, np.int64(_holds(sign, order))
                else:
                    kind[at], whole[at], decimal[at], real[at] = _calculated(
                        sign, k1, whole[a], decimal[a], real[a], k2, whole[b], decimal[b], real[b]
                    )
            elif sign not in (EQUAL, LESS, LESS_EQUAL):
                kind[at] = ERROR if k1 in (STRING, RESOURCE) or k2 in (STRING, RESOURCE) else HARD
            elif k1 == MOMENT and k2 == MOMENT:
                order = -1 if whole[a] < whole[b] else 1 if whole[a] > whole[b] else 0
                kind[at], whole[at] = BOOLEAN, np.int64(_holds(sign, order))
            elif k1 == MOMENT or k2 == MOMENT:
                kind[at] = HARD
            elif sign == EQUAL and k1 == BOOLEAN and k2 == BOOLEAN:
                kind[at], whole[at] = BOOLEAN, np.int64(whole[a] == whole[b])
            elif (k1 == STRING and k2 == STRING) or (sign == EQUAL and k1 == RESOURCE and k2 == RESOURCE):
                kind[at], order = _texts_at(
                    sign, row, ins[a, 1], ins[b, 1], data, starts, lengths, constants, constant_starts, constant_lengths
                )
                whole[at] = np.int64(_holds(sign, order))
            elif sign == EQUAL:
                kind[at] = BOOLEAN
            else:
                kind[at] = HARD
        last = count - 1
        k1, w1 = _truth(kind[last], whole[last], real[last], _length_of(ins, last, lengths, constant_lengths, row))
        verdicts[row] = UNSURE if k1 == HARD else YES if k1 == BOOLEAN and w1 == 1 else NO


@compiled
def _texts_at(
    sign: Any,
    row: Any,
    one: Any,
    other: Any,
    data: Any,
    starts: Any,
    lengths: Any,
    constants: Any,
    constant_starts: Any,
    constant_lengths: Any,
) -> Any:
    """How the texts of two loaded terms stand."""
    if one < 0 and other < 0:
        return HARD, 0
    if one < 0:
        start, length = constant_starts[-1 - one], constant_lengths[-1 - one]
        return _texts(sign, constants, start, length, data, starts[row, other], lengths[row, other])
    if other < 0:
        start, length = constant_starts[-1 - other], constant_lengths[-1 - other]
        return _texts(sign, data, starts[row, one], lengths[row, one], constants, start, length)
    return _texts(sign, data, starts[row, one], lengths[row, one], data, starts[row, other], lengths[row, other])


@inlined
def _texts(sign: Any, one: Any, start: Any, length: Any, other: Any, second: Any, size: Any) -> Any:
    if sign == EQUAL:
        same = length == size and same_bytes(one, start, other, second, np.int64(length))
        return BOOLEAN, 0 if same else 2
    return _order_of_strings(one, start, length, other, second, size)


@inlined
def _holds(sign: Any, order: Any) -> Any:
    if sign == EQUAL:
        return order == 0
    return order == -1 or (order == 0 and sign == LESS_EQUAL)


@inlined
def _length_of(ins: Any, at: Any, lengths: Any, constant_lengths: Any, row: Any) -> Any:
    """How long the text of a loaded term is: an empty string is two quotes."""
    if ins[at, 0] != LOAD:
        return np.int64(0)
    column = ins[at, 1]
    return np.int64(lengths[row, column]) if column >= 0 else np.int64(constant_lengths[-1 - column])
