"""Arrow's memory as arrays that kernels read. All are read-only, so that every kernel is compiled once."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

_Kind = TypeVar("_Kind", bound=np.generic)


def frozen(array: NDArray[_Kind]) -> NDArray[_Kind]:
    """The array as one that nobody writes."""
    view: NDArray[_Kind] = array.view()
    view.flags.writeable = False
    return view


def bytes_of(data: bytes | bytearray | memoryview | pa.Buffer | None) -> NDArray[np.uint8]:
    """Some memory as its bytes."""
    if data is None or len(data) == 0:
        return frozen(np.empty(0, np.uint8))
    return frozen(np.frombuffer(data, np.uint8))


def string_parts(column: pa.Array) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The bytes of a column of texts and where each begins, one number more than rows."""
    wide = pa.types.is_large_string(column.type) or pa.types.is_large_binary(column.type)
    _, offsets, data = column.buffers()
    if offsets is None:
        return bytes_of(None), np.zeros(len(column) + 1, np.int64)
    numbers = np.frombuffer(offsets, np.int64 if wide else np.int32)[column.offset : column.offset + len(column) + 1]
    return bytes_of(data), np.ascontiguousarray(numbers, np.int64)


def strings(data: NDArray[np.uint8], offsets: NDArray[np.int64], valid: NDArray[np.bool_] | None = None) -> pa.Array:
    """A column of texts from their bytes."""
    bitmap, nulls = None, 0
    if valid is not None and not valid.all():
        bitmap = pa.py_buffer(np.packbits(valid, bitorder="little"))
        nulls = int(len(valid) - valid.sum())
    buffers = [bitmap, pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, buffers, null_count=nulls)
