"""Distribution functions and densities of sums, in closed form.

Every distribution here is `centre + σ·Z + Σ hᵢ·Uᵢ` with Z standard normal and Uᵢ uniform on [−1, 1]. Integrating Φ once
for every uniform term gives

    P(X ≤ x) = Π σ/(2hᵢ) · Σ over signs εᵢ = ±1 of (Π εᵢ) · Φ₍ₖ₎((x − centre + Σ εᵢhᵢ)/σ)

where Φ₍ₖ₎ is the k-fold integral of Φ, by `n·Φ₍ₙ₎(x) = x·Φ₍ₙ₋₁₎(x) + Φ₍ₙ₋₂₎(x)`. Without a normal term Φ₍ₖ₎(x) is
`max(x, 0)ᵏ/k!` and the sum is Irwin and Hall's piecewise polynomial. The terms nearly cancel when some hᵢ are small, so
they are computed with as many decimal digits as the cancellation eats, and 25 more: the absolute error of a probability
is below 1e-15, beside what the rounding of its parameters to floats means. A uniform term narrower than σ/10⁴ counts by
its variance, and a normal term narrower than every hᵢ/10¹⁷ not at all: that moves no probability by more than 1e-17.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Context, Decimal, getcontext, localcontext
from functools import lru_cache
from itertools import product

from typing_extensions import assert_never

from seqoia.model.distributions.families import Constant, Distribution, Normal, Sum, Uniform

_NARROW_UNIFORM = 1e-4
_NARROW_NORMAL = 1e-17
_KEPT_DIGITS = 25


@dataclass(frozen=True, slots=True)
class Shape:
    """A distribution as the sum of a centre, a normal term around zero and uniform terms on [−h, h]."""

    centre: float
    deviation: float = 0.0
    half_widths: tuple[float, ...] = ()

    @classmethod
    def of(cls, distribution: Distribution) -> Shape:
        match distribution:
            case Normal(mean, variance):
                return cls(mean, math.sqrt(variance))
            case Uniform(low, high):
                return cls(low / 2 + high / 2, 0.0, (high / 2 - low / 2,))
            case Constant(value):
                return cls(value)
            case Sum(terms):
                shapes = [cls.of(term) for term in terms]
                centre = math.fsum(shape.centre for shape in shapes)
                deviation = math.hypot(*(shape.deviation for shape in shapes))
                return cls(centre, deviation, tuple(h for shape in shapes for h in shape.half_widths)).plain()
            case _:
                assert_never(distribution)

    def plain(self) -> Shape:
        """The same without terms too narrow to matter."""
        narrow = [h for h in self.half_widths if h < _NARROW_UNIFORM * self.deviation]
        wide = tuple(h for h in self.half_widths if h >= _NARROW_UNIFORM * self.deviation)
        deviation = math.hypot(self.deviation, *(h / math.sqrt(3) for h in narrow))
        if wide and deviation < _NARROW_NORMAL * min(wide):
            deviation = 0.0
        return Shape(self.centre, deviation, wide)

    @property
    def continuous(self) -> bool:
        return bool(self.deviation or self.half_widths)

    def kinks(self) -> list[float]:
        """Where, but for the smoothing of the normal term, one polynomial ends and the next begins."""
        return sorted({self.centre + float(shift) for _, shift in _corners(self)})

    @property
    def reach(self) -> float:
        """How far from the centre anything can be, but for less than 1e-300."""
        return math.fsum(self.half_widths) + 40 * self.deviation


def cumulative(shape: Shape, x: float) -> float:
    """P(X ≤ x), which for a continuous X is P(X < x)."""
    if not shape.continuous or abs(x - shape.centre) > shape.reach:
        return float(x >= shape.centre)
    if not shape.half_widths:
        return 0.5 * math.erfc((shape.centre - x) / shape.deviation / math.sqrt(2))
    return min(1.0, max(0.0, _alternating_sum(shape, x, len(shape.half_widths))))


def density(shape: Shape, x: float) -> float:
    """The density at x of a continuous distribution."""
    if abs(x - shape.centre) > shape.reach:
        return 0.0
    if not shape.half_widths:
        return math.exp(-(((x - shape.centre) / shape.deviation) ** 2) / 2) / (shape.deviation * math.sqrt(2 * math.pi))
    return max(0.0, _alternating_sum(shape, x, len(shape.half_widths) - 1))


def _alternating_sum(shape: Shape, x: float, order: int) -> float:
    """The closed form above: the distribution function for `order` = k, its derivative for k − 1."""
    with localcontext(Context(prec=_digits(shape, x))):
        unit = Decimal(shape.deviation) if shape.deviation else Decimal(1)
        integral = _normal_integral if shape.deviation else _step_integral
        at = Decimal(x) - Decimal(shape.centre)
        total = sum((sign * integral(order, (at + shift) / unit) for sign, shift in _corners(shape)), Decimal(0))
        scale = unit**order
        for half_width in shape.half_widths:
            scale /= 2 * Decimal(half_width)
        return float(total * scale)


def _corners(shape: Shape) -> Iterator[tuple[int, Decimal]]:
    """Every choice of signs: their product, and Σ εᵢhᵢ."""
    exact = [Decimal(h) for h in shape.half_widths]
    for signs in product((1, -1), repeat=len(exact)):
        shift = sum((sign * half_width for sign, half_width in zip(signs, exact, strict=True)), Decimal(0))
        yield math.prod(signs), shift


def _digits(shape: Shape, x: float) -> int:
    """As many digits as the largest term of the sum is larger than the result, and some to keep."""
    unit = shape.deviation or min(shape.half_widths)
    reach = math.log10(1 + (abs(x - shape.centre) + sum(shape.half_widths)) / unit)
    widths = sum(math.log10(2 * h / unit) for h in shape.half_widths)
    return _KEPT_DIGITS + math.ceil(max(0.0, reach * (len(shape.half_widths) + 1) - widths)) + math.ceil(reach)


def _step_integral(order: int, x: Decimal) -> Decimal:
    """The k-fold integral of the step function."""
    return x**order / math.factorial(order) if x > 0 else Decimal(0)


def _normal_integral(order: int, x: Decimal) -> Decimal:
    """The k-fold integral of Φ; far out, where no digit shows the difference, from 0 or 1 for Φ and 0 for φ."""
    if x * x > 5 * getcontext().prec:
        before, current = Decimal(0), _step_integral(0, x)
    else:
        before, current = _bell(x), _bell_integral(x)
    for n in range(1, order + 1):
        before, current = current, (x * current + before) / n
    return current


def _bell(x: Decimal) -> Decimal:
    return (-x * x / 2).exp() / (2 * _pi(getcontext().prec)).sqrt()


def _bell_integral(x: Decimal) -> Decimal:
    """Φ(x) as ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …), a series without cancellation."""
    term, total, odd = x, Decimal(0), 1
    least = Decimal(10) ** -(getcontext().prec + 5)
    while abs(term) > least:
        total += term
        odd += 2
        term = term * x * x / odd
    return Decimal("0.5") + _bell(x) * total


@lru_cache(maxsize=64)
def _pi(precision: int) -> Decimal:
    """π by the arithmetic-geometric mean."""
    with localcontext(Context(prec=precision + 10)):
        a, b, t, power = Decimal(1), 1 / Decimal(2).sqrt(), Decimal("0.25"), 1
        for _ in range(precision.bit_length() + 1):
            mean = (a + b) / 2
            t -= power * (a - mean) ** 2
            a, b, power = mean, (a * b).sqrt(), 2 * power
        return (a + b) ** 2 / (4 * t)
