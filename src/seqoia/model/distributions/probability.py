"""Comparisons of independent distributions: each answers a probability (P-UNC, definitions 5 to 7)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from seqoia.model.distributions.convolution import Shape, cumulative, density
from seqoia.model.distributions.families import Constant, Distribution, subtract
from seqoia.model.distributions.quadrature import integrate


def less_than(left: Distribution, right: Distribution) -> float:
    """P(X < Y): the distribution function of X − Y at zero (P-UNC, definition 6)."""
    return _positive(subtract(right, left))


def greater_than(left: Distribution, right: Distribution) -> float:
    """P(X > Y) (P-UNC, definition 5)."""
    return _positive(subtract(left, right))


def between(middle: Distribution, low: Distribution, high: Distribution) -> float:
    """P(L < X < H) for independent X, L and H (P-UNC, definition 7).

    Between numbers it is a difference of the distribution function. Where a bound is itself uncertain it is the
    integral of `density(x) · P(L < x) · P(x < H)`, by Gauss and Legendre's rule of 24 nodes between the places where
    one of the three changes its form: the absolute error is below 1e-12. Raises ValueError where the three have so many
    uniform terms that this would take seconds: two each, or three in one and one in each other, are the most.
    """
    if isinstance(middle, Constant):
        return less_than(low, middle) * less_than(middle, high)
    if isinstance(low, Constant) and isinstance(high, Constant):
        return _inside(Shape.of(middle), low.value, high.value)
    shape, below, above = Shape.of(middle), Shape.of(low), _mirrored(Shape.of(high))
    if sum(2 ** len(part.half_widths) for part in (shape, below, above)) > _MOST_CORNERS:
        raise ValueError("too many uniform terms to be compared with uncertain bounds")
    borders = _borders(shape, below, _mirrored(above))
    integral = integrate(lambda x: density(shape, x) * cumulative(below, x) * cumulative(above, -x), borders)
    return min(1.0, max(0.0, integral))


def _positive(distribution: Distribution) -> float:
    """P(X > 0), computed as P(−X < 0) so that small probabilities keep their digits."""
    if isinstance(distribution, Constant):
        return float(distribution.value > 0)
    return cumulative(_mirrored(Shape.of(distribution)), 0.0)


def _inside(shape: Shape, low: float, high: float) -> float:
    """P(low < X < high); above the centre from the upper tails, which keep their digits."""
    if low >= high:
        return 0.0
    if low > shape.centre:
        return _inside(_mirrored(shape), -high, -low)
    return cumulative(shape, high) - cumulative(shape, low)


def _mirrored(shape: Shape) -> Shape:
    """The shape of −X."""
    return Shape(-shape.centre, shape.deviation, shape.half_widths)


def _borders(shape: Shape, *bounds: Shape) -> Iterator[float]:
    """Where to cut the axis: at the ends of the support, and around every kink as finely as its normal term asks."""
    extent = math.fsum(shape.half_widths) + _TAIL * shape.deviation
    first, last = shape.centre - extent, shape.centre + extent
    yield first
    yield last
    for part in (shape, *bounds):
        for kink in part.kinks():
            for step in _GRID if part.deviation else (0.0,):
                if first < kink + step * part.deviation < last:
                    yield kink + step * part.deviation


_MOST_CORNERS = 12

_TAIL = 9.0
"""A normal value is further than that many deviations from its mean with a probability of 2e-19."""

_GRID = tuple(_TAIL * step / 4 for step in range(-4, 5))
