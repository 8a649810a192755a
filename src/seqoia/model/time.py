"""The one timeline: instants and durations, exact to the microsecond, in UTC."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal, Inexact, InvalidOperation, localcontext
from typing import overload

from seqoia.model.term import XSD, Literal, NamedNode

_MICROSECONDS_A_SECOND = 1_000_000
_EPOCH_DATETIME = datetime(1970, 1, 1, tzinfo=timezone.utc)
_DATETIME = re.compile(
    r"(?P<date>-?\d{4,}-\d\d-\d\d)T(?P<clock>\d\d:\d\d:\d\d)(?:\.(?P<fraction>\d+))?(?P<zone>Z|[+-]\d\d:\d\d)?\Z"
)
_DURATION = re.compile(
    r"(?P<sign>-)?P(?:(?P<years>\d+)Y)?(?:(?P<months>\d+)M)?(?:(?P<days>\d+)D)?"
    r"(?:T(?:(?P<hours>\d+)H)?(?:(?P<minutes>\d+)M)?(?:(?P<seconds>\d+(?:\.\d+)?)S)?)?\Z"
)


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """The distance between two instants."""

    microseconds: int

    @classmethod
    def of_seconds(cls, seconds: int | str | Decimal) -> Duration:
        return cls(_exact_microseconds(seconds))

    @classmethod
    def parse(cls, lexical: str) -> Duration:
        """Reads an xsd:duration; years and months have no fixed length and are refused."""
        found = _DURATION.match(lexical)
        if found is None or lexical.endswith(("P", "T")):
            raise ValueError(f"not a duration: {lexical!r}; write for example PT10S, PT5M or P1D")
        if int(found["years"] or 0) or int(found["months"] or 0):
            raise ValueError(f"{lexical!r} has no fixed length; write years and months as days, for example P30D")
        seconds = (
            Decimal(found["days"] or 0) * 86_400
            + Decimal(found["hours"] or 0) * 3_600
            + Decimal(found["minutes"] or 0) * 60
            + Decimal(found["seconds"] or 0)
        )
        return cls.of_seconds(-seconds if found["sign"] else seconds)

    @property
    def seconds(self) -> Decimal:
        return Decimal(self.microseconds) / _MICROSECONDS_A_SECOND

    def literal(self) -> Literal:
        """As xsd:duration, in days, hours, minutes and seconds."""
        return Literal(str(self), datatype=NamedNode(XSD + "duration"))

    def __str__(self) -> str:
        total, fraction = divmod(abs(self.microseconds), _MICROSECONDS_A_SECOND)
        days, rest = divmod(total, 86_400)
        hours, rest = divmod(rest, 3_600)
        minutes, seconds = divmod(rest, 60)
        shown_seconds = f"{seconds}" + (f".{fraction:06d}".rstrip("0") if fraction else "")
        clock = (f"{hours}H" if hours else "") + (f"{minutes}M" if minutes else "")
        clock += f"{shown_seconds}S" if seconds or fraction else ""
        body = (f"{days}D" if days else "") + (f"T{clock}" if clock else "")
        return ("-" if self.microseconds < 0 else "") + "P" + (body or "T0S")

    def __neg__(self) -> Duration:
        return Duration(-self.microseconds)

    def __add__(self, other: Duration) -> Duration:
        return Duration(self.microseconds + other.microseconds)

    def __sub__(self, other: Duration) -> Duration:
        return Duration(self.microseconds - other.microseconds)

    def __mul__(self, times: int) -> Duration:
        return Duration(self.microseconds * times)

    def __floordiv__(self, other: Duration) -> int:
        """How many whole times the other fits, rounded towards the past."""
        return self.microseconds // other.microseconds


@dataclass(frozen=True, slots=True, order=True)
class Instant:
    """A point of the timeline (P-RSP, definition 8), counted from the epoch."""

    microseconds: int

    @classmethod
    def of_seconds(cls, seconds: int | str | Decimal) -> Instant:
        """A bare number is a number of seconds, and may have decimals down to the microsecond."""
        return cls(_exact_microseconds(seconds))

    @classmethod
    def parse(cls, lexical: str) -> Instant:
        """Reads an xsd:dateTime; without a zone it is UTC."""
        found = _DATETIME.match(lexical)
        if found is None:
            raise ValueError(f"not an xsd:dateTime: {lexical!r}; write for example 2026-01-31T12:00:00Z")
        fraction = (found["fraction"] or "").rstrip("0")
        if len(fraction) > 6:
            raise ValueError(f"{lexical!r} is finer than a microsecond")
        zone = "+00:00" if found["zone"] in (None, "Z") else found["zone"]
        midnight = found["clock"] == "24:00:00" and not fraction
        try:
            moment = datetime.fromisoformat(f"{found['date']}T{'00:00:00' if midnight else found['clock']}{zone}")
        except ValueError as error:
            raise ValueError(f"not an xsd:dateTime: {lexical!r} ({error})") from None
        whole = moment - _EPOCH_DATETIME + (timedelta(days=1) if midnight else timedelta())
        return cls(whole // timedelta(microseconds=1) + int(fraction.ljust(6, "0") or 0))

    @property
    def seconds(self) -> Decimal:
        return Decimal(self.microseconds) / _MICROSECONDS_A_SECOND

    def literal(self) -> Literal:
        """As xsd:dateTime."""
        return Literal(str(self), datatype=NamedNode(XSD + "dateTime"))

    def __str__(self) -> str:
        moment = _EPOCH_DATETIME + timedelta(microseconds=self.microseconds)
        fraction = f".{moment.microsecond:06d}".rstrip("0") if moment.microsecond else ""
        return f"{moment.year:04d}-{moment.month:02d}-{moment.day:02d}T{moment:%H:%M:%S}{fraction}Z"

    def __add__(self, distance: Duration) -> Instant:
        return Instant(self.microseconds + distance.microseconds)

    @overload
    def __sub__(self, other: Instant) -> Duration: ...
    @overload
    def __sub__(self, other: Duration) -> Instant: ...
    def __sub__(self, other: Instant | Duration) -> Duration | Instant:
        if isinstance(other, Instant):
            return Duration(self.microseconds - other.microseconds)
        return Instant(self.microseconds - other.microseconds)


EPOCH = Instant(0)


def _exact_microseconds(seconds: int | str | Decimal) -> int:
    with localcontext() as exact:
        exact.traps[Inexact] = True
        try:
            scaled = Decimal(seconds) * _MICROSECONDS_A_SECOND
            whole = int(scaled)
        except Inexact:
            raise ValueError(f"{seconds} seconds is finer than a microsecond") from None
        except (InvalidOperation, ValueError, OverflowError):
            raise ValueError(f"not a number of seconds: {seconds!r}") from None
    if whole != scaled:
        raise ValueError(f"{seconds} seconds is finer than a microsecond")
    return whole
