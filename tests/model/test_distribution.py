"""Distributions: how they are written, added and compared."""

from __future__ import annotations

import math
import random
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from seqoia.model.distributions import (
    MOST_UNIFORM_TERMS,
    Constant,
    Distribution,
    Normal,
    Sum,
    Uniform,
    add,
    between,
    greater_than,
    less_than,
    parse,
    show,
    subtract,
)

EXACT = 1e-15
INTEGRATED = 1e-12
ROUNDED = 1e-11  # what the rounding of parameters may mean: values of 50 beside widths of 0.001

moderate = st.floats(-50, 50, allow_nan=False).map(lambda value: round(value, 6))
extents = st.floats(1e-3, 20).map(lambda value: round(value, 6))
normals = st.builds(Normal, moderate, extents)
uniforms = st.builds(lambda low, width: Uniform(low, low + width), moderate, extents)
constants = st.builds(Constant, moderate)
simple = normals | uniforms | constants
distributions = st.lists(simple, min_size=1, max_size=3).map(lambda parts: _total(parts))
continuous = st.tuples(normals | uniforms, simple).map(lambda parts: add(*parts))


def _total(parts: list[Distribution]) -> Distribution:
    total = parts[0]
    for part in parts[1:]:
        total = add(total, part)
    return total


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("N(19.7, 1)", Normal(19.7, 1)),
        ("U(18.7, 20.7)", Uniform(18.7, 20.7)),
        ("C(3)", Constant(3)),
        ("  N ( -1.5e-3 ,\t+2E2 ) ", Normal(-0.0015, 200)),
        ("N(.5,5.)", Normal(0.5, 5)),
        ("Normal(0,1)", Normal(0, 1)),
        ("Uniform(0,1)", Uniform(0, 1)),
        ("Constant(7)", Constant(7)),
        ("N(3, 0)", Constant(3)),
        ("U(3, 3)", Constant(3)),
        ("SUM(U(0, 1), N(0, 1))", Sum((Normal(0, 1), Uniform(0, 1)))),
        ("SUM(N(1, 1), N(2, 3), C(4))", Normal(7, 4)),
        ("SUM(U(0, 1), C(4))", Uniform(4, 5)),
        ("SUM(C(1), C(2))", Constant(3)),
    ],
)
def test_a_distribution_is_read(text: str, meant: Distribution) -> None:
    assert parse(text) == meant


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X(1, 2)", "no family of distributions is called 'X'"),
        ("n(1, 2)", "no family of distributions is called 'n'"),
        ("N(1)", "N has 2 parameters, not 1"),
        ("N(1, 2, 3)", "N has 2 parameters, not 3"),
        ("C(1, 2)", "C has 1 parameters, not 2"),
        ("N(1, -2)", "variance above zero"),
        ("U(2, 1)", "low bound below its high one"),
        ("N(NaN, 1)", "finite"),
        ("N(1e999, 1)", "finite"),
        ("U(-1.7e308, 1.7e308)", "finite"),
        ("N(1, 2) N(1, 2)", "nothing follows a distribution, but here 'N' does"),
        ("N(1; 2)", "'; 2)' belongs to no distribution"),
        ("N 1, 2", "followed by '('"),
        ("N(1 2)", "followed by ',' or ')'"),
        ("N(,2)", "could not convert"),
        ("N(1, 2", "ends too early"),
        ("", "ends too early"),
        ("   ", "ends too early"),
        ("N(١, 1)", "belongs to no distribution"),
        ("SUM(SUM(N(1, 2)))", "a sum is no term of a sum"),
        ("SUM()", "no family"),
        ("SUM(1, 2)", "no family"),
        ("SUM(" + ", ".join(["U(0, 1)"] * (MOST_UNIFORM_TERMS + 1)) + ")", "at most 10 uniform terms, not 11"),
        ("C(" + "1" * 20_000 + ")", "not that long"),
    ],
)
def test_what_is_no_distribution_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=re.escape(reason)):
        parse(text)


@given(distributions)
def test_what_is_written_is_read_as_the_same_distribution(distribution: Distribution) -> None:
    assert parse(show(distribution)) == distribution


def test_a_distribution_is_written_as_the_paper_writes_it() -> None:
    assert show(Normal(19.7, 1.0)) == "N(19.7, 1)"
    assert show(Uniform(18.7, 20.7)) == "U(18.7, 20.7)"
    assert show(add(Normal(0, 1), Uniform(-1, 1))) == "SUM(N(0, 1), U(-1, 1))"
    assert show(Constant(-0.0)) == "C(0)"


def test_independent_normals_add_means_and_variances() -> None:
    assert add(Normal(1, 2), Normal(3, 4)) == Normal(4, 6)
    assert subtract(Normal(1, 2), Normal(3, 4)) == Normal(-2, 6)


def test_a_number_moves_a_distribution() -> None:
    assert add(Normal(1, 2), Constant(3)) == Normal(4, 2)
    assert subtract(Uniform(1, 2), Constant(3)) == Uniform(-2, -1)
    assert add(Sum((Uniform(0, 1), Uniform(0, 2))), Constant(1)) == Sum((Uniform(0, 2), Uniform(1, 2)))


@given(distributions, moderate)
def test_adding_a_number_commutes(distribution: Distribution, value: float) -> None:
    assert add(distribution, Constant(value)) == add(Constant(value), distribution)


@given(simple, simple)
def test_addition_commutes(left: Distribution, right: Distribution) -> None:
    assert add(left, right) == add(right, left)


def test_a_sum_that_overflows_is_refused() -> None:
    with pytest.raises(ValueError, match="finite"):
        add(Constant(1.7e308), Constant(1.7e308))


@pytest.mark.parametrize(
    ("left", "right", "probability"),
    [
        ("N(0, 1)", "C(0)", 0.5),
        ("N(0, 1)", "C(1.959963984540054)", 0.975),
        ("N(0, 1)", "C(-1)", 0.15865525393145705),
        ("N(0, 1)", "C(-10)", 7.619853024160527e-24),
        ("N(10, 4)", "C(12)", 0.8413447460685429),
        ("N(0, 9)", "N(5, 16)", 0.8413447460685429),
        ("U(0, 1)", "C(0.25)", 0.25),
        ("U(0, 1)", "C(2)", 1.0),
        ("U(0, 1)", "C(-2)", 0.0),
        ("U(0, 1)", "U(0, 1)", 0.5),
        ("U(0, 1)", "U(0, 2)", 0.75),
        ("U(0, 2)", "U(1, 3)", 0.875),
        ("SUM(U(0, 1), U(0, 1))", "C(0.5)", 0.125),
        ("SUM(U(0, 1), U(0, 1), U(0, 1))", "C(1)", 1 / 6),
        ("SUM(U(0, 1), U(0, 1), U(0, 1), U(0, 1))", "C(1)", 1 / 24),
        ("C(1)", "C(2)", 1.0),
        ("C(2)", "C(2)", 0.0),
        ("C(3)", "C(2)", 0.0),
    ],
)
def test_known_probabilities(left: str, right: str, probability: float) -> None:
    assert less_than(parse(left), parse(right)) == pytest.approx(probability, rel=1e-14, abs=1e-300)


def test_uniform_beside_normal_has_its_closed_form() -> None:
    below = 2 * 0.5 * math.erfc(-2 / math.sqrt(2)) + (math.exp(-2) - 1) / math.sqrt(2 * math.pi)
    assert less_than(parse("N(0, 1)"), parse("U(0, 2)")) == pytest.approx(below / 2, abs=EXACT)


def test_the_first_listing_asks_whether_oxygen_is_above_the_threshold() -> None:
    measured = add(parse("N(0, 0.0001)"), Constant(0.197))
    assert show(measured) == "N(0.197, 0.0001)"
    assert greater_than(measured, Constant(0.195)) == pytest.approx(0.5 * math.erfc(-0.2 / math.sqrt(2)), abs=1e-14)


@settings(max_examples=60)
@given(continuous, distributions)
@example(parse("SUM(N(0, 1), U(0, 13))"), parse("U(0, 1)"))
def test_less_and_greater_share_all_of_the_probability(left: Distribution, right: Distribution) -> None:
    assert less_than(left, right) + greater_than(left, right) == pytest.approx(1, abs=4 * EXACT)


@settings(max_examples=60)
@given(distributions, distributions)
def test_less_is_greater_the_other_way_round(left: Distribution, right: Distribution) -> None:
    assert less_than(left, right) == pytest.approx(greater_than(right, left), abs=EXACT)


@settings(max_examples=60)
@given(distributions, moderate, moderate)
def test_between_numbers_is_what_neither_bound_takes_away(middle: Distribution, one: float, other: float) -> None:
    low, high = sorted((one, other))
    outside = less_than(middle, Constant(low)) + greater_than(middle, Constant(high))
    on_a_bound = isinstance(middle, Constant) and middle.value in (low, high)
    inside = 0.0 if on_a_bound else 1 - outside
    assert between(middle, Constant(low), Constant(high)) == pytest.approx(inside, abs=ROUNDED)
    assert between(middle, Constant(high), Constant(low)) == 0


@settings(max_examples=15, deadline=None)
@given(normals, uniforms, normals | uniforms, st.floats(-5, 5))
def test_the_place_of_three_values_does_not_matter(
    one: Distribution, two: Distribution, three: Distribution, shift: float
) -> None:
    moved = [add(part, Constant(shift)) for part in (one, two, three)]
    assert between(*moved) == pytest.approx(between(one, two, three), abs=1e-10)


@settings(max_examples=15, deadline=None)
@given(normals | uniforms, normals | uniforms, normals | uniforms)
def test_one_of_three_values_is_in_the_middle(one: Distribution, two: Distribution, three: Distribution) -> None:
    orders = [(one, two, three), (one, three, two), (two, one, three), (two, three, one), (three, one, two)]
    total = sum(between(*order) for order in [*orders, (three, two, one)])
    assert total == pytest.approx(1, abs=6 * INTEGRATED)


@pytest.mark.parametrize("family", ["N(2, 3)", "U(-1, 5)", "SUM(N(0, 1), U(-1, 1))"])
def test_of_three_alike_each_order_is_as_likely(family: str) -> None:
    alike = parse(family)
    assert between(alike, alike, alike) == pytest.approx(1 / 6, abs=INTEGRATED)


def test_a_sure_value_lies_between_two_uncertain_bounds_by_their_product() -> None:
    assert between(Constant(1), parse("N(0, 1)"), parse("U(0, 4)")) == pytest.approx(
        less_than(parse("N(0, 1)"), Constant(1)) * 0.75, abs=EXACT
    )


def test_one_uncertain_bound_is_integrated() -> None:
    assert between(parse("U(0, 1)"), Constant(0.5), parse("U(0, 1)")) == pytest.approx(0.125, abs=INTEGRATED)
    assert between(parse("U(0, 1)"), parse("N(0.3, 1e-8)"), parse("U(0, 1)")) == pytest.approx(0.245 + 5e-9, abs=1e-12)


def test_too_many_uniform_terms_between_uncertain_bounds_are_refused() -> None:
    many = parse("SUM(N(0, 1), U(0, 1), U(0, 2), U(0, 3), U(0, 4))")
    assert 0 < between(many, Constant(1), Constant(3)) < 1
    with pytest.raises(ValueError, match="too many uniform terms"):
        between(many, Normal(0, 1), Constant(3))


@pytest.mark.parametrize(
    ("narrow", "alike"),
    [
        ("SUM(N(0, 1), U(-1e-5, 1e-5))", Normal(0, 1 + 1e-10 / 3)),
        ("SUM(N(0, 1), U(-1e-3, 1e-3), U(-1e-3, 1e-3), U(-1e-3, 1e-3))", Normal(0, 1 + 1e-6)),
        ("SUM(N(0, 1e-40), U(-1, 1))", Uniform(-1, 1)),
        ("SUM(N(0, 1e-12), U(-1, 1), U(-1e-9, 1e-9))", Uniform(-1, 1)),
    ],
)
def test_terms_of_very_different_width_do_not_spoil_the_sum(narrow: str, alike: Distribution) -> None:
    for place in (-0.8, 0.1, 0.5):
        assert less_than(parse(narrow), Constant(place)) == pytest.approx(less_than(alike, Constant(place)), abs=1e-12)


@pytest.mark.parametrize(
    ("middle", "low", "high"),
    [
        ("SUM(N(1, 2), U(-1, 3), U(0, 1))", "N(0, 4)", "SUM(U(0, 1), U(2, 6))"),
        ("SUM(U(0, 1), U(0, 3))", "U(-1, 2)", "N(2, 0.25)"),
        ("N(0, 1)", "C(-0.5)", "SUM(N(1, 1), U(0, 2))"),
    ],
)
def test_probabilities_agree_with_a_simulation(middle: str, low: str, high: str) -> None:
    dice, rounds = random.Random(20211), 40_000
    draws = [[_draw(parse(text), dice) for text in (middle, low, high)] for _ in range(rounds)]
    for computed, seen in [
        (less_than(parse(middle), parse(high)), sum(x < h for x, _, h in draws)),
        (greater_than(parse(middle), parse(low)), sum(x > b for x, b, _ in draws)),
        (between(parse(middle), parse(low), parse(high)), sum(b < x < h for x, b, h in draws)),
    ]:
        assert computed == pytest.approx(seen / rounds, abs=4 * 0.5 / math.sqrt(rounds))


def _draw(distribution: Distribution, dice: random.Random) -> float:
    match distribution:
        case Normal(mean, variance):
            return dice.gauss(mean, math.sqrt(variance))
        case Uniform(low, high):
            return dice.uniform(low, high)
        case Constant(value):
            return value
        case Sum(terms):
            return sum(_draw(term, dice) for term in terms)
