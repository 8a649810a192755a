"""Where times are on the paper, and which of them are written."""

from __future__ import annotations

import pytest

from seqoia import Duration, Instant, Interval
from seqoia.drawing.axis import Axis, clock_time, seconds

BEGUN = Instant.parse("2026-01-30T09:30:07Z")


def over(length: str) -> Axis:
    return Axis.over([Interval(BEGUN, BEGUN + Duration.parse(length))], 0, 100)


@pytest.mark.parametrize(
    ("length", "first", "second"),
    [
        ("PT0.000004S", "09:30:07", "09:30:07.000001"),
        ("PT3S", "09:30:07", "09:30:07.5"),
        ("PT1M", "09:30:10", "09:30:20"),
        ("PT3M20S", "09:30:30", "09:31"),
        ("PT5H", "10:00", "11:00"),
        ("P3D", "12:00", "01-31"),
        ("P40D", "02-05", "02-12"),
    ],
)
def test_ticks_are_round_and_few(length: str, first: str, second: str) -> None:
    ticks = over(length).ticks()
    assert [clock_time(at) for at in ticks[:2]] == [first, second]
    assert 3 <= len(ticks) <= 8


def test_everything_lies_between_the_ends() -> None:
    axis = over("PT10S")
    assert 0 < axis.x(BEGUN) < axis.x(BEGUN + Duration.of_seconds(10)) < 100


def test_a_single_instant_stands_in_the_middle() -> None:
    assert over("PT0S").x(BEGUN) == 50


def test_seconds_are_written_without_superfluous_zeros() -> None:
    assert [seconds(Instant(at)) for at in (0, 10_000_000, 1_500_000)] == ["0", "10", "1.5"]
