"""Arrays as kernels pass them on: where they are and how long, without a count of those who use them.

Numba counts references at every call that passes an array, which costs more than what most functions here do. A view
is made at the entry of a kernel, from arrays that outlive it; indices are not checked.
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.datamodel import models
from numba.extending import overload, register_model

from seqoia.machine.match.compiled import instruction, untyped

_INDEX = types.int64
_proxy = untyped(cgutils.create_struct_proxy)


class View(types.Type):
    """An array of one dimension or two, contiguous."""

    def __init__(self, dtype: Any, dimensions: int) -> None:
        self.dtype = dtype
        self.dimensions = dimensions
        super().__init__(name=f"View({dtype}, {dimensions})")


@register_model(View)
class _ViewModel(models.StructModel):
    def __init__(self, manager: Any, kind: View) -> None:
        members = [("data", untyped(types.CPointer)(kind.dtype)), ("size", _INDEX)]
        untyped(super().__init__)(manager, kind, members)


@instruction
def view(typing_context: Any, array: Any) -> Any:  # noqa: ARG001
    """The view of an array; of two dimensions it knows the second."""
    kind = View(array.dtype, array.ndim)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = context.make_array(signature.args[0])(context, builder, arguments[0])
        made = _proxy(kind)(context, builder)
        made.data = found.data
        made.size = builder.extract_value(found.shape, array.ndim - 1)
        return made._getvalue()

    return kind(array), generate


def pointer_to(context: Any, builder: Any, kind: Any, value: Any, place: Any) -> Any:
    """Where an element stands, of a view or of an array of one dimension."""
    if isinstance(kind, View):
        found = _proxy(kind)(context, builder, value=value)
    else:
        found = context.make_array(kind)(context, builder, value)
    return builder.gep(found.data, [place])


def _place(context: Any, builder: Any, kind: Any, value: Any, row: Any, column: Any) -> Any:
    found = _proxy(kind)(context, builder, value=value)
    return builder.gep(found.data, [builder.add(builder.mul(row, found.size), column)])


@instruction
def _get(typing_context: Any, kind: Any, place: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        pointer = pointer_to(context, builder, kind, *arguments)
        return context.unpack_value(builder, kind.dtype, pointer)

    return kind.dtype(kind, _INDEX), generate


@instruction
def _put(typing_context: Any, kind: Any, place: Any, value: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        found, at, new = arguments
        context.pack_value(builder, kind.dtype, new, pointer_to(context, builder, kind, found, at))
        return context.get_dummy_value()

    return types.void(kind, _INDEX, kind.dtype), generate


@instruction
def _get_two(typing_context: Any, kind: Any, row: Any, column: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return context.unpack_value(builder, kind.dtype, _place(context, builder, kind, *arguments))

    return kind.dtype(kind, _INDEX, _INDEX), generate


@instruction
def _put_two(typing_context: Any, kind: Any, row: Any, column: Any, value: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        found, first, second, new = arguments
        context.pack_value(builder, kind.dtype, new, _place(context, builder, kind, found, first, second))
        return context.get_dummy_value()

    return types.void(kind, _INDEX, _INDEX, kind.dtype), generate


@instruction
def _size(typing_context: Any, kind: Any) -> Any:  # noqa: ARG001
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        return _proxy(kind)(context, builder, value=arguments[0]).size

    return _INDEX(kind), generate


@overload(operator.getitem, strict=False)
def _getitem(found: Any, place: Any) -> Any:  # noqa: ARG001
    if not isinstance(found, View):
        return None
    if found.dimensions == 1:
        return lambda found, place: _get(found, place)
    return lambda found, place: _get_two(found, place[0], place[1])


@overload(operator.setitem, strict=False)
def _setitem(found: Any, place: Any, value: Any) -> Any:  # noqa: ARG001
    if not isinstance(found, View):
        return None
    if found.dimensions == 1:
        return lambda found, place, value: _put(found, place, value)
    return lambda found, place, value: _put_two(found, place[0], place[1], value)


@overload(len, strict=False)
def _len(found: Any) -> Any:
    return (lambda found: _size(found)) if isinstance(found, View) else None
