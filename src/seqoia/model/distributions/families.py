"""The distributions: normal, uniform, a number, and sums of independent ones."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from typing_extensions import assert_never

MOST_UNIFORM_TERMS = 10
"""Probabilities of a sum cost twice as much for every uniform term, so there is a last one."""


@dataclass(frozen=True, slots=True)
class Normal:
    """N(mean, variance) with a variance above zero (P-UNC, section 2: the second parameter is the variance)."""

    mean: float
    variance: float

    def __post_init__(self) -> None:
        _require_finite(self.mean, self.variance)
        if self.variance <= 0:
            raise ValueError(f"a normal distribution has a variance above zero, not {self.variance}")


@dataclass(frozen=True, slots=True)
class Uniform:
    """U(low, high): every value between both bounds is as likely as any other."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _require_finite(self.low, self.high, self.high - self.low)
        if self.low >= self.high:
            raise ValueError(f"a uniform distribution has its low bound below its high one: {self.low}, {self.high}")


@dataclass(frozen=True, slots=True)
class Constant:
    """C(value): the degenerate distribution, a number that is certain."""

    value: float

    def __post_init__(self) -> None:
        _require_finite(self.value)


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of independent distributions: one normal at most, and uniform ones; two terms or more.

    A number is no term: it is added to another term. Two normals are no terms: their sum is a normal.
    """

    terms: tuple[Normal | Uniform, ...]

    def __post_init__(self) -> None:
        if len(self.terms) < 2:
            raise ValueError("a sum has at least two terms")
        if any(isinstance(term, Normal) for term in self.terms[1:]):
            raise ValueError("only the first term of a sum may be a normal distribution")
        uniform = sum(isinstance(term, Uniform) for term in self.terms)
        if uniform > MOST_UNIFORM_TERMS:
            raise ValueError(f"a sum has at most {MOST_UNIFORM_TERMS} uniform terms, not {uniform}")


Distribution: TypeAlias = Normal | Uniform | Constant | Sum


def add(left: Distribution, right: Distribution) -> Distribution:
    """The distribution of X + Y for independent X and Y (P-UNC, definition 3).

    Raises ValueError where a parameter would overflow, or a sum would have too many uniform terms.
    """
    return _sum_of((*_terms(left), *_terms(right)))


def subtract(left: Distribution, right: Distribution) -> Distribution:
    """The distribution of X − Y for independent X and Y (P-UNC, definition 4)."""
    return add(left, negate(right))


def negate(distribution: Distribution) -> Distribution:
    """The distribution of −X."""
    match distribution:
        case Normal(mean, variance):
            return Normal(-mean, variance)
        case Uniform(low, high):
            return Uniform(-high, -low)
        case Constant(value):
            return Constant(-value)
        case Sum(terms):
            return _sum_of(tuple(negate(term) for term in terms))
        case _:
            assert_never(distribution)


def _terms(distribution: Distribution) -> tuple[Distribution, ...]:
    return distribution.terms if isinstance(distribution, Sum) else (distribution,)


def _sum_of(terms: tuple[Distribution, ...]) -> Distribution:
    normals = [term for term in terms if isinstance(term, Normal)]
    uniforms = sorted((term for term in terms if isinstance(term, Uniform)), key=_bounds)
    shift = _total(term.value for term in terms if isinstance(term, Constant))
    if normals:
        mean = _total((*(term.mean for term in normals), shift))
        merged = Normal(mean, _total(term.variance for term in normals))
        return Sum((merged, *uniforms)) if uniforms else merged
    if not uniforms:
        return Constant(shift)
    moved = sorted((Uniform(uniforms[0].low + shift, uniforms[0].high + shift), *uniforms[1:]), key=_bounds)
    return Sum(tuple(moved)) if len(moved) > 1 else moved[0]


def _bounds(term: Uniform) -> tuple[float, float]:
    return (term.low, term.high)


def _total(values: Iterable[float]) -> float:
    try:
        return math.fsum(values)
    except OverflowError:
        return math.inf


def _require_finite(*parameters: float) -> None:
    if not all(map(math.isfinite, parameters)):
        raise ValueError("the parameters of a distribution are finite numbers")
