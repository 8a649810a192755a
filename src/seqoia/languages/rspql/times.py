"""Durations and instants, as they are written and as they are meant."""

from __future__ import annotations

import re
from decimal import Decimal

from seqoia.languages.rspql.tree import Length, Moment
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import Duration, Instant
from seqoia.text import closest

_NUMBER = re.compile(r"[+-]?[0-9]*\.?[0-9]+")
_AMOUNT = re.compile(r"([0-9]+(?:\.[0-9]+)?)([A-Za-z]+)")
SECONDS = {
    "ms": Decimal("0.001"),
    "s": Decimal(1),
    "m": Decimal(60),
    "h": Decimal(3_600),
    "d": Decimal(86_400),
}
"""Units of time."""


def duration_of(length: Length) -> Duration:
    """What a length means; a Refusal says why it means nothing."""
    try:
        if _NUMBER.fullmatch(length.written):
            return Duration.of_seconds(length.written)
        amounts = _AMOUNT.findall(length.written)
        if "".join(number + unit for number, unit in amounts) == length.written:
            return Duration.of_seconds(
                sum((Decimal(number) * _unit(unit, length) for number, unit in amounts), Decimal())
            )
        return Duration.parse(length.written.upper())
    except ValueError as error:
        raise Refusal("this is no duration", length.span, str(error), "write for example PT10S, 5m or 10") from None


def instant_of(moment: Moment) -> Instant:
    """What a moment means; a Refusal says why it means nothing."""
    try:
        return (
            Instant.of_seconds(moment.written) if _NUMBER.fullmatch(moment.written) else Instant.parse(moment.written)
        )
    except ValueError as error:
        raise Refusal(
            "this is no instant",
            moment.span,
            str(error),
            "write for example 2026-01-31T12:00:00Z, or a number of seconds",
        ) from None


def positive(length: Length, what: str) -> Length:
    """The length, if it is above zero."""
    if duration_of(length) <= Duration(0):
        raise Refusal(f"{what} is above zero", length.span, f"{duration_of(length)} given")
    return length


def _unit(unit: str, length: Length) -> Decimal:
    if unit.lower() not in SECONDS:
        meant = closest(unit, SECONDS)
        raise Refusal(
            f"{unit} is no unit of time",
            length.span,
            f"expected one of {', '.join(SECONDS)}",
            f"did you mean {meant}?" if meant else "",
        )
    return SECONDS[unit.lower()]
