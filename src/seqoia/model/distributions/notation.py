"""How distributions are written: `N(19.7, 1)`, `U(18.7, 20.7)`, `C(19.7)`, `SUM(N(19.7, 1), U(-1, 1))`.

    distribution = family "(" [ parameter { "," parameter } ] ")"        parameter = number | distribution

The paper gives `N` and `U` and the form of the rest (P-UNC, section 2); `C` for a number and `SUM` for the sum of
independent distributions are ours, so that every sum and difference can be written and read again. Families may
also be spelt out: `Normal`, `Uniform`, `Constant`. A normal without variance and a uniform without width are numbers.
White space is free.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import reduce
from typing import TypeVar

from typing_extensions import assert_never

from seqoia.model.distributions.families import Constant, Distribution, Normal, Sum, Uniform, add

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_TOKEN = re.compile(rf"\s*(?:{_NUMBER}|[A-Za-z]+|[(),])")

_LONGEST = 10_000

_Item = TypeVar("_Item")


def parse(text: str) -> Distribution:
    """Reads a distribution; raises ValueError with the reason where the text is none."""
    if len(text) > _LONGEST:
        raise ValueError("the notation of a distribution is not that long")
    tokens = _tokens(text)
    distribution = _distribution(tokens)
    if tokens:
        raise ValueError(f"nothing follows a distribution, but here {tokens[-1]!r} does")
    return distribution


def show(distribution: Distribution) -> str:
    """Writes a distribution so that `parse` reads the same one."""
    match distribution:
        case Normal(mean, variance):
            return f"N({_number(mean)}, {_number(variance)})"
        case Uniform(low, high):
            return f"U({_number(low)}, {_number(high)})"
        case Constant(value):
            return f"C({_number(value)})"
        case Sum(terms):
            return f"SUM({', '.join(map(show, terms))})"
        case _:
            assert_never(distribution)


def _number(value: float) -> str:
    text = repr(value + 0.0)
    return text.removesuffix(".0")


def _tokens(text: str) -> list[str]:
    """The tokens, last first."""
    tokens: list[str] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        found = _TOKEN.match(text, place)
        if found is None:
            raise ValueError(f"{text[place:].strip()[:20]!r} belongs to no distribution")
        tokens.append(found[0].strip())
        place = found.end()
    return tokens[::-1]


def _distribution(tokens: list[str]) -> Distribution:
    name = _next(tokens)
    if name == "SUM":
        return reduce(add, _listed(tokens, _term))
    if name not in _FAMILIES:
        raise ValueError(f"no family of distributions is called {name!r}; there are N, U, C and SUM")
    arity, family = _FAMILIES[name]
    parameters = _listed(tokens, _parameter)
    if len(parameters) != arity:
        raise ValueError(f"{name} has {arity} parameters, not {len(parameters)}")
    return family(*parameters)


def _term(tokens: list[str]) -> Distribution:
    if tokens and tokens[-1] == "SUM":
        raise ValueError("a sum is no term of a sum")
    return _distribution(tokens)


def _parameter(tokens: list[str]) -> float:
    return float(_next(tokens))


def _listed(tokens: list[str], item: Callable[[list[str]], _Item]) -> list[_Item]:
    sign = _next(tokens)
    if sign != "(":
        raise ValueError(f"the name of a family is followed by '(', not {sign!r}")
    items = [item(tokens)]
    while (sign := _next(tokens)) == ",":
        items.append(item(tokens))
    if sign != ")":
        raise ValueError(f"a parameter is followed by ',' or ')', not {sign!r}")
    return items


def _next(tokens: list[str]) -> str:
    if not tokens:
        raise ValueError("the notation of a distribution ends too early")
    return tokens.pop()


def _normal(mean: float, variance: float) -> Distribution:
    return Normal(mean, variance) if variance else Constant(mean)


def _uniform(low: float, high: float) -> Distribution:
    return Uniform(low, high) if low != high else Constant(low)


_FAMILIES: dict[str, tuple[int, Callable[..., Distribution]]] = {
    "N": (2, _normal),
    "Normal": (2, _normal),
    "U": (2, _uniform),
    "Uniform": (2, _uniform),
    "C": (1, Constant),
    "Constant": (1, Constant),
}
