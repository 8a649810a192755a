"""Event patterns as text, in the notation of sequences: `A ; B+ , C?`."""

from __future__ import annotations

from seqoia.algebra import events as ev
from seqoia.model import Selection

_SIGNS = {Selection.STRICT: ",", Selection.NEXT: ";", Selection.ANY: ":"}
_UNLABELLED = "event"


def part_in_words(pattern: ev.EventPattern) -> str:
    """What stands for a part of a pattern: its labels and how they are combined; conditions left out."""
    match pattern:
        case ev.BasicEvent(_, _, label):
            return label or _UNLABELLED
        case ev.Where(inner) | ev.Let(inner) | ev.Matches(inner) | ev.Within(inner) | ev.Keep(inner):
            return part_in_words(inner)
        case ev.Earliest(inner) | ev.Arrange(inner) | ev.GroupInTime(inner):
            return part_in_words(inner)
        case ev.Sequence(elements):
            return "".join(_followed(number, element) for number, element in enumerate(elements))
        case ev.Simultaneous(left, right):
            return f"{_tight(left)} & {_tight(right)}"
        case ev.Alternative(choices):
            return " | ".join(map(_tight, choices))
        case ev.Repetition(inner):
            return f"{_tight(inner)}{repeated_in_words(pattern.at_least, pattern.at_most)}"
        case ev.First(inner) | ev.Last(inner):
            return f"{type(pattern).__name__.upper()} {_tight(inner)}"
        case ev.Occurrence() | ev.Timeless() | ev.Table():
            return type(pattern).__name__.lower()
        case ev.Except(left, right):
            return f"{_tight(left)} MINUS {_tight(right)}"
        case _:
            return f"{_tight(pattern.left)} {_WORDS[type(pattern)]} {_tight(pattern.right)}"


_WORDS: dict[type, str] = {
    ev.Conjunction: "AND",
    ev.OptionalConjunction: "OPTIONAL",
    ev.OptionalSequence: "OPTIONALSEQ",
    ev.OptionalSimultaneous: "EQUALSOPTIONAL",
}


def element_in_words(element: ev.Element) -> str:
    """An element of a sequence, with the mark that says how it has to occur."""
    marks = {ev.Presence.REQUIRED: "", ev.Presence.OPTIONAL: "?", ev.Presence.ABSENT: "!"}
    return f"{_tight(element.pattern)}{marks[element.presence]}"


def repeated_in_words(at_least: int, at_most: int | None) -> str:
    """`+`, or the bounds in braces."""
    if at_most is None:
        return "+" if at_least == 1 else f"{{{at_least},}}"
    return f"{{{at_least}}}" if at_least == at_most else f"{{{at_least},{at_most}}}"


def _followed(number: int, element: ev.Element) -> str:
    if not number:
        return element_in_words(element)
    sign = _SIGNS.get(element.follows, element.follows.value)
    return f"{sign} {element_in_words(element)}" if sign == "," else f" {sign} {element_in_words(element)}"


def _tight(pattern: ev.EventPattern) -> str:
    """In brackets where several parts stand together."""
    inner = pattern
    while isinstance(inner, (ev.Where, ev.Let, ev.Matches, ev.Within, ev.Keep)):
        inner = inner.pattern
    text = part_in_words(inner)
    return text if isinstance(inner, _ALONE) else f"({text})"


_ALONE = (ev.BasicEvent, ev.Repetition, ev.Occurrence, ev.Timeless, ev.Table)
"""What needs no brackets."""
