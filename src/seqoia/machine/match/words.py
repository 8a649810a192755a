"""Many bytes of a text at a time: eight as a word, thirty-two as a mask of those that mean something.

Nothing here reads beyond the end of an array, or of a view of one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types

from seqoia.machine.match.compiled import inlined, instruction
from seqoia.machine.match.views import pointer_to

WIDTH = 32
"""How many bytes one mask speaks of."""

_BYTES = ir.VectorType(ir.IntType(8), WIDTH)
_Rule = Callable[[Any, Any], Any]


def _at(context: Any, builder: Any, signature: Any, arguments: Any, kind: Any) -> Any:
    """What stands at a place of an array of bytes, read as a value of another kind."""
    pointer = pointer_to(context, builder, signature.args[0], arguments[0], arguments[1])
    return builder.load(builder.bitcast(pointer, kind.as_pointer()), align=1)


@instruction
def load64(typing_context: Any, array: Any, place: Any) -> Any:  # noqa: ARG001
    """The eight bytes from a place on, the first the lowest; they all must be there."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _at(context, builder, signature, arguments, ir.IntType(64))

    return types.uint64(array, types.int64), generate


@instruction
def store64(typing_context: Any, array: Any, place: Any, word: Any) -> Any:  # noqa: ARG001
    """Writes eight bytes from a place on, the lowest first; there must be room for all."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = pointer_to(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], builder.bitcast(pointer, ir.IntType(64).as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate


@instruction
def multiplied(typing_context: Any, left: Any, right: Any) -> Any:  # noqa: ARG001
    """Both halves of the product of two words, one upon the other."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        wide, word = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(arguments[0], wide), builder.zext(arguments[1], wide))
        upper = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return builder.xor(upper, builder.trunc(product, word))

    return types.uint64(types.uint64, types.uint64), generate


@instruction
def first_of(typing_context: Any, mask: Any) -> Any:  # noqa: ARG001
    """The place of the lowest bit of a mask that is not empty."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        place = builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.zext(place, ir.IntType(64))

    return types.int64(types.uint32), generate


def _is(byte: int) -> _Rule:
    return lambda builder, found: builder.icmp_unsigned("==", found, _all(byte))


def _one_of_two(even: int, bit: int) -> _Rule:
    """A byte, or it with one more bit."""
    return lambda builder, found: builder.icmp_unsigned("==", builder.and_(found, _all(0xFF ^ bit)), _all(even))


def _between(low: int, high: int) -> _Rule:
    return lambda builder, found: builder.icmp_unsigned("<=", builder.sub(found, _all(low)), _all(high - low))


def _outside(low: int, high: int) -> _Rule:
    return lambda builder, found: builder.icmp_unsigned(">", builder.sub(found, _all(low)), _all(high - low))


def _all(byte: int) -> Any:
    return ir.Constant(_BYTES, [byte] * WIDTH)


def _mask(rules: Sequence[_Rule]) -> Any:
    def declared(typing_context: Any, array: Any, place: Any) -> Any:  # noqa: ARG001
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = _at(context, builder, signature, arguments, _BYTES)
            mask = rules[0](builder, found)
            for rule in rules[1:]:
                mask = builder.or_(mask, rule(builder, found))
            return builder.bitcast(mask, ir.IntType(WIDTH))

        return types.uint32(array, types.int64), generate

    return instruction(declared)


beyond_iri = _mask(
    [
        _outside(0x21, 0x7E),
        _one_of_two(0x22, 0x01),  # " #
        _is(0x25),
        _one_of_two(0x3C, 0x02),  # < >
        _between(0x5B, 0x5E),  # [ \ ] ^
        _is(0x60),
        _between(0x7B, 0x7D),  # { | }
    ]
)
"""Bytes that end an IRI, that it may not have, or that need a second look."""

beyond_string = _mask([_outside(0x20, 0x7E), _is(0x22), _is(0x5C)])
"""Bytes that end a string of N-Triples, that it may not have, or that its canonical form may write otherwise."""

ends_iri = _mask([_is(0x3E)])

ends_authority = _mask([_one_of_two(0x2F, 0x00), _is(0x3A), _is(0x3E), _is(0x3F), _is(0x40), _is(0x23)])
"""`/`, `:`, `>`, `?`, `@` and `#`."""

ends_line = _mask([_is(0x0A)])


@instruction
def differing(typing_context: Any, left: Any, left_at: Any, right: Any, right_at: Any) -> Any:  # noqa: ARG001
    """A mask of the bytes in which two stretches differ."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one = _at(context, builder, signature, arguments, _BYTES)
        pointer = pointer_to(context, builder, signature.args[2], arguments[2], arguments[3])
        other = builder.load(builder.bitcast(pointer, _BYTES.as_pointer()), align=1)
        return builder.bitcast(builder.icmp_unsigned("!=", one, other), ir.IntType(WIDTH))

    return types.uint32(left, types.int64, right, types.int64), generate


@inlined
def same_bytes(left: Any, left_at: Any, right: Any, right_at: Any, length: Any) -> Any:
    """Whether two stretches of one length are the same."""
    place = np.int64(0)
    while left_at + place + WIDTH <= len(left) and right_at + place + WIDTH <= len(right):
        rest = length - place
        mask = differing(left, left_at + place, right, right_at + place)
        if rest < WIDTH:
            return np.uint64(mask) << np.uint64(64 - rest) == 0 if rest > 0 else True
        if mask:
            return False
        place += WIDTH
    while place < length:
        if left[left_at + place] != right[right_at + place]:
            return False
        place += 1
    return True


@inlined
def copied(target: Any, target_at: Any, data: Any, start: Any, length: Any) -> Any:
    """Copies some bytes and gives the place behind them; up to seven bytes more may be written there."""
    place = 0
    while place < length and start + place + 8 <= len(data):
        store64(target, target_at + place, load64(data, start + place))
        place += 8
    while place < length:
        target[target_at + place] = data[start + place]
        place += 1
    return target_at + length
