"""How kernels are compiled: once, into the cache on disk, and free of the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import intrinsic

_Kernel = TypeVar("_Kernel", bound=Callable[..., Any])


def compiled(function: _Kernel) -> _Kernel:
    """A kernel over arrays and numbers; what it was compiled to is kept for the next process."""
    return cast(_Kernel, numba.njit(cache=True, nogil=True, boundscheck=False)(function))


def instruction(function: Callable[..., Any]) -> Any:
    """What a kernel calls and LLVM writes: one step of the machine."""
    return intrinsic(function)


def untyped(function: Any) -> Any:
    """A function of numba's own, which says nothing of its types."""
    return function


def inlined(function: _Kernel) -> _Kernel:
    """As `compiled`, for small functions that kernels call for every byte or term."""
    return cast(_Kernel, numba.njit(cache=True, nogil=True, boundscheck=False, forceinline=True)(function))
