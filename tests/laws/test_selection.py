"""Laws of the selection policies: strict ⊆ next ⊆ any, and what a sequence owes to its parts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.counterexample import found_out
from reference.events.worlds import comparing, evaluated, in_row, on, stream
from seqoia.algebra import events as ev
from seqoia.model import Duration, NoSkip, Selection, SkipPastLast, SkipToNext, Stream
from seqoia.reference.events import selection

Found = set[tuple[int, int, str]]

EVENT = st.tuples(st.integers(1, 8), st.sampled_from("ab"), st.sampled_from("xxy"), st.integers(0, 2))
"""When, of which kind, of which company, at which value: few of each, so that they meet."""


@st.composite
def streams(draw: st.DrawFn) -> tuple[Stream, Stream]:
    """Two streams that share a timeline, one busy and one quiet, with simultaneous and alike events among them."""
    events = [draw(st.lists(EVENT, min_size=least, max_size=most)) for least, most in ((3, 7), (0, 3))]
    return tuple(  # type: ignore[return-value]
        stream(name, *((at, f":{company} :is :{kind} ; :value {value}") for at, kind, company, value in some))
        for name, some in zip(("s", "t"), events, strict=True)
    )


@st.composite
def steps(draw: st.DrawFn, place: int) -> ev.EventPattern:
    """An event expression: correlated by company or not, with a stateful filter or without one."""
    kind, source = draw(st.sampled_from("ab")), draw(st.sampled_from("ssst"))
    company = draw(st.sampled_from(("?company", f"?company{place}")))
    event = on(source, f"{company} is {kind}", f"{company} value ?v{place}")
    if place and draw(st.booleans()):
        sign = draw(st.sampled_from(("<", ">", "=")))
        return ev.Where(event, comparing(f"?v{place}", sign, f"?v{place - 1}"), ev.Sight.EARLIER)
    return event


@st.composite
def rows(draw: st.DrawFn, least: int = 2) -> tuple[ev.EventPattern, ...]:
    return tuple(draw(steps(place)) for place in range(draw(st.integers(least, 3))))


def policies_nest(row: tuple[ev.EventPattern, ...], world: tuple[Stream, Stream]) -> None:
    strict, following, free = (
        evaluated(in_row(*row, follows=policy), world) for policy in (Selection.STRICT, Selection.NEXT, Selection.ANY)
    )
    assert strict <= following <= free


@given(rows(), streams())
@settings(max_examples=150, deadline=None)
def test_strict_is_contained_in_next_and_next_in_any(
    row: tuple[ev.EventPattern, ...], world: tuple[Stream, Stream]
) -> None:
    policies_nest(row, world)


def test_the_law_of_nesting_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strict contiguity that forgets to look at what lies between is caught."""
    honest: Callable[..., bool] = selection.follows

    def forgetful(policy: Selection, *rest: object) -> bool:
        return policy is Selection.STRICT or honest(policy, *rest)

    monkeypatch.setattr("seqoia.reference.events.sequence.follows", forgetful)
    found_out(policies_nest, rows(), streams())


@given(rows(), streams())
@settings(max_examples=60, deadline=None)
def test_any_is_associative(row: tuple[ev.EventPattern, ...], world: tuple[Stream, Stream]) -> None:
    plain = tuple(step.pattern if isinstance(step, ev.Where) else step for step in row)
    if len(plain) == 3:
        assert evaluated(in_row(in_row(*plain[:2]), plain[2]), world) == evaluated(
            in_row(plain[0], in_row(*plain[1:])), world
        )


@given(rows(), streams(), st.sampled_from(Selection), st.integers(1, 5))
@settings(max_examples=100, deadline=None)
def test_a_sliding_frame_keeps_just_the_matches_that_fit(
    row: tuple[ev.EventPattern, ...], world: tuple[Stream, Stream], policy: Selection, width: int
) -> None:
    if policy not in (Selection.ANY, Selection.NEXT, Selection.STRICT):
        return
    pattern = in_row(*row, follows=policy)
    framed = evaluated(ev.Within(pattern, Duration.of_seconds(width), ev.Frame.SLIDING), world)
    assert framed == {each for each in evaluated(pattern, world) if each[1] - each[0] <= width}


@given(rows(), streams(), st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_a_tumbling_match_also_slides(
    row: tuple[ev.EventPattern, ...], world: tuple[Stream, Stream], width: int
) -> None:
    pattern = in_row(*row, follows=Selection.NEXT)
    tumbling, sliding = (
        evaluated(ev.Within(pattern, Duration.of_seconds(width), frame), world)
        for frame in (ev.Frame.TUMBLING, ev.Frame.SLIDING)
    )
    assert tumbling <= sliding


@given(rows(), streams())
@settings(max_examples=60, deadline=None)
def test_an_optional_part_splits_the_matches_into_those_with_and_those_without(
    row: tuple[ev.EventPattern, ...], world: tuple[Stream, Stream]
) -> None:
    first, *_, last = row
    option = on("t", "?o is b")
    for policy in (Selection.NEXT, Selection.ANY):
        ending = ev.Element(last, policy)
        with_it = evaluated(in_row(first, ev.Element(option, policy), ending), world, show="o")
        optional = ev.Element(option, policy, ev.Presence.OPTIONAL)
        found = evaluated(in_row(first, optional, ending), world, show="o")
        absent = ev.Element(option, policy, ev.Presence.ABSENT)
        guarded = in_row(first, ending) if policy is Selection.ANY else in_row(first, absent, ending)
        assert found == with_it | evaluated(guarded, world, show="o")


@given(st.sampled_from("st"), streams(), st.integers(1, 3), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_a_bounded_repetition_is_the_union_of_its_exact_lengths(
    source: str, world: tuple[Stream, Stream], least: int, more: int
) -> None:
    event = on(source, "?c is ?k", "?c value ?v")

    def times(low: int, high: int | None) -> Found:
        return evaluated(ev.Repetition(event, low, high, Selection.NEXT, correlated=("c",)), world)

    union: Found = set()
    for length in range(least, least + more + 1):
        union |= times(length, length)
    assert times(least, least + more) == union


@given(rows(), streams())
@settings(max_examples=60, deadline=None)
def test_skipping_only_takes_matches_away(row: tuple[ev.EventPattern, ...], world: tuple[Stream, Stream]) -> None:
    pattern = in_row(*row, follows=Selection.ANY)
    everything = evaluated(ev.Matches(pattern, NoSkip()), world)
    assert everything == evaluated(pattern, world)
    next_only = evaluated(ev.Matches(pattern, SkipToNext()), world)
    past_last = evaluated(ev.Matches(pattern, SkipPastLast()), world)
    assert past_last <= next_only <= everything
    assert bool(everything) == bool(past_last)
