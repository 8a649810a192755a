"""Window rules become windows."""

from __future__ import annotations

from typing import ClassVar

from lark import Token, v_args

from seqoia.languages.sparql.builder import QueryBuilder, across, span_of
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.windows.lower import nanoseconds
from seqoia.languages.windows.tree import Amount, TriplesWindow, TumblingWindow, WrittenDuration
from seqoia.text import closest

_MOST_DIGITS = 12


@v_args(inline=True)
class WindowBuilder(QueryBuilder):
    """Rules `duration`, `tumbling_window` and `last_triples`; a language says which units it has."""

    units: ClassVar[tuple[str, ...]]

    def duration(self, *tokens: Token) -> WrittenDuration:
        pairs = zip(tokens[::2], tokens[1::2], strict=True)
        return _written(WrittenDuration(tuple(self._amount(*pair) for pair in pairs), span=across(*tokens)))

    def tumbling_window(self, range_: Token, width: WrittenDuration, tumbling: Token) -> TumblingWindow:
        return TumblingWindow(positive(width, "a width"), span=across(range_, tumbling))

    def last_triples(self, triples: Token, count: Token) -> TriplesWindow:
        number = _whole(count)
        if number == 0:
            raise Refusal("a window holds at least one triple", span_of(count), "expected a number above zero")
        return TriplesWindow(number, span=across(triples, count))

    def _amount(self, number: Token, unit: Token) -> Amount:
        spelling = {known.lower(): known for known in self.units}.get(unit.lower())
        if spelling is None:
            meant = closest(unit, self.units)
            raise Refusal(
                f"{unit} is no unit of time",
                span_of(unit),
                f"expected {', '.join(self.units[:-1])} or {self.units[-1]}",
                f"did you mean {meant}?" if meant else "",
            )
        return Amount(_whole(number), spelling, span=across(number, unit))


def positive(duration: WrittenDuration, what: str) -> WrittenDuration:
    """The duration, if it is above zero."""
    if nanoseconds(duration) == 0:
        raise Refusal(f"a window needs {what} above zero", duration.span)
    return duration


def _whole(number: Token) -> int:
    if len(number) > _MOST_DIGITS:
        raise Refusal("this number is too large", span_of(number), f"at most {_MOST_DIGITS} digits")
    return int(number)


def _written(duration: WrittenDuration) -> WrittenDuration:
    if nanoseconds(duration) % 1_000:
        raise Refusal("this duration is finer than a microsecond", duration.span, "expected whole microseconds")
    return duration
