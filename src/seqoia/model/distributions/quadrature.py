"""Numeric integration: Gauss and Legendre's rule over panels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise

_NODES = 24
"""The rule is exact for polynomials of degree 47 and less."""


def integrate(function: Callable[[float], float], borders: Iterable[float]) -> float:
    """∫ of a function that is smooth between neighbouring borders, from the first border to the last."""
    return math.fsum(_panel(function, low, high) for low, high in pairwise(sorted(set(borders))))


def _panel(function: Callable[[float], float], low: float, high: float) -> float:
    middle, half = (low + high) / 2, (high - low) / 2
    return half * math.fsum(weight * function(middle + half * node) for node, weight in _rule(_NODES))


@lru_cache(maxsize=1)
def _rule(count: int) -> tuple[tuple[float, float], ...]:
    """Nodes and weights: the roots of the Legendre polynomial, each by Newton's method from Tricomi's guess."""
    nodes = []
    for index in range(count):
        node = math.cos(math.pi * (index + 0.75) / (count + 0.5))
        for _ in range(20):
            value, slope = _legendre(count, node)
            node -= value / slope
        slope = _legendre(count, node)[1]
        nodes.append((node, 2 / ((1 - node * node) * slope * slope)))
    return tuple(nodes)


def _legendre(degree: int, x: float) -> tuple[float, float]:
    """The Legendre polynomial and its derivative."""
    before, current = 1.0, x
    for n in range(2, degree + 1):
        before, current = current, ((2 * n - 1) * x * current - (n - 1) * before) / n
    return current, degree * (x * current - before) / (x * x - 1)
