"""How files write times: numbers of seconds, or dateTimes."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from enum import Enum

from seqoia.model import Duration, Instant, Literal
from seqoia.model.term import XSD

_EARLIEST = Instant.parse("0001-01-01T00:00:00Z")
_LATEST = Instant.parse("9999-12-31T23:59:59.999999Z")

_INTEGERS = (
    "integer",
    "long",
    "int",
    "short",
    "byte",
    "nonNegativeInteger",
    "positiveInteger",
    "nonPositiveInteger",
    "negativeInteger",
    "unsignedLong",
    "unsignedInt",
    "unsignedShort",
    "unsignedByte",
)
_NUMBERS = frozenset(XSD + name for name in (*_INTEGERS, "decimal", "double", "float"))
_DATETIMES = frozenset({XSD + "dateTime", XSD + "dateTimeStamp"})


class Notation(Enum):
    """How times are written: answers use the notation of the events."""

    SECONDS = "numbers of seconds"
    DATETIME = "xsd:dateTime"

    def json(self, at: Instant) -> str:
        """An instant as JSON text: an exact number without superfluous zeros, or a dateTime in quotes."""
        return f'"{at}"' if self is Notation.DATETIME else seconds_text(at)


def common(notations: Iterable[Notation]) -> Notation:
    """The notation of several files together: numbers, unless one of them has dateTimes."""
    return Notation.DATETIME if Notation.DATETIME in set(notations) else Notation.SECONDS


def seconds_text(time: Instant | Duration) -> str:
    """A number of seconds, exact, without superfluous zeros."""
    whole, fraction = divmod(abs(time.microseconds), 1_000_000)
    decimals = f".{fraction:06d}".rstrip("0") if fraction else ""
    return ("-" if time.microseconds < 0 else "") + f"{whole}{decimals}"


def time_of_json(value: object) -> tuple[Instant, Notation]:
    """A time as JSON has it, floats read as decimals; a `ValueError` says what is wrong with it."""
    if isinstance(value, str):
        return _instant_of_datetime(value), Notation.DATETIME
    if isinstance(value, (int, Decimal)) and not isinstance(value, bool):
        return _instant_of_number(value), Notation.SECONDS
    raise ValueError(f"a time is a number of seconds or an xsd:dateTime in quotes, not {_json_kind(value)}")


def time_of_term(term: object) -> tuple[Instant, Notation]:
    """A time as RDF has it; a `ValueError` says what is wrong with it."""
    if isinstance(term, Literal):
        if term.datatype.value in _DATETIMES:
            return _instant_of_datetime(term.value.strip()), Notation.DATETIME
        if term.datatype.value in _NUMBERS:
            return _instant_of_number(term.value.strip()), Notation.SECONDS
    raise ValueError(f"a time is an xsd:dateTime or a number of seconds, not {term}")


def instant_of(text: str) -> tuple[Instant, Notation]:
    """A time as the command line has it: a number of seconds or a dateTime."""
    if "T" in text:
        return _instant_of_datetime(text), Notation.DATETIME
    return _instant_of_number(text), Notation.SECONDS


def _instant_of_datetime(lexical: str) -> Instant:
    try:
        return Instant.parse(lexical)
    except ValueError as error:
        hint = " (a number of seconds stands without quotes)" if _is_number(lexical) else ""
        raise ValueError(f"{error}{hint}") from None
    except OverflowError:
        raise ValueError(f"{lexical} lies outside the years 1 to 9999") from None


def _instant_of_number(number: int | str | Decimal) -> Instant:
    """Refuses what no dateTime could say, so that every time can be written in either notation."""
    if not _is_number(number):
        raise ValueError(f"not a number of seconds: {str(number)!r}")
    if not _EARLIEST.seconds <= Decimal(number) <= _LATEST.seconds:
        raise ValueError(f"{number} seconds from 1970 lie outside the years 1 to 9999")
    return Instant.of_seconds(number)


def _is_number(value: int | str | Decimal) -> bool:
    try:
        return Decimal(value).is_finite()
    except ArithmeticError:
        return False


def _json_kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case list():
            return "an array"
        case dict():
            return "an object"
        case _:
            return repr(value)
