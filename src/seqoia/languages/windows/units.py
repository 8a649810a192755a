"""Units of time, each with its length."""

from __future__ import annotations

_SECOND = 1_000_000_000
_MINUTE = 60 * _SECOND
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR

NANOSECONDS = {
    "ns": 1,
    "ms": 1_000_000,
    "s": _SECOND,
    "second": _SECOND,
    "seconds": _SECOND,
    "m": _MINUTE,
    "minute": _MINUTE,
    "minutes": _MINUTE,
    "h": _HOUR,
    "hour": _HOUR,
    "hours": _HOUR,
    "d": _DAY,
    "day": _DAY,
    "days": _DAY,
}
"""By the spelling in small letters; a language has some of them."""
