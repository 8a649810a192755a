"""Where the events of a sequence expression stand: what comes before each, and which repetitions are around it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from seqoia.languages.sparql import tree as core
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.lower.gpms import Gpm, Names, Stateful, asked
from seqoia.languages.spaseq.marks import elements_of

_NOTHING: Names = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """One mention of a GPM in SEQ."""

    event: tree.EventName
    gpm: Gpm
    seen: Names
    """What earlier elements bind."""
    around: tuple[tree.Repeated, ...]
    """The repetitions that it stands in, from the outside."""
    over: tuple[tree.Repeated, ...]
    """The repetitions that are over when it is its turn."""
    beside: Names = _NOTHING
    """What the events bind with which it is joined by `&`."""

    def waits(self, element: Stateful) -> bool:
        """Whether a filter asks for what an event at the same time binds."""
        known = self.gpm.bound | self.seen
        return isinstance(element, core.Filter) and any(
            variable.name in self.beside and variable.name not in known for variable in asked(element.condition)
        )


class Layout:
    """A sequence expression over defined GPMs, looked at once."""

    def __init__(self, root: tree.SequenceExpression, gpms: Mapping[str, Gpm]) -> None:
        self.root = root
        self.gpms = gpms
        self.repetitions = tuple(_repetitions(root))
        self.places: list[Place] = []
        self._seen: dict[int, Names] = {}
        self._visit(root, _NOTHING, (), ())
        self._place_of = {id(place.event): place for place in self.places}

    def place_of(self, event: tree.EventName) -> Place:
        """Where a mention of a GPM stands."""
        return self._place_of[id(event)]

    def before(self, repetition: tree.Repeated) -> Names:
        """What is bound before a repetition begins."""
        return self._seen[id(repetition)]

    def bound(self, expression: tree.SequenceExpression) -> Names:
        """The variables that a match of the expression may bind."""
        return _NOTHING.union(*(self.gpms[event.name.text].bound for event in occurring(expression)))

    def bound_beside(self, repetition: tree.Repeated) -> Names:
        """The variables that the rest of the pattern binds, absent events included."""
        inside = {id(part) for part in core.walk(repetition)}
        beside = (place.gpm.bound for place in self.places if id(place.event) not in inside)
        return _NOTHING.union(*beside)

    def binders(self, name: str) -> list[str]:
        """The GPMs in SEQ that bind a variable."""
        return list(dict.fromkeys(place.gpm.name.text for place in self.places if name in place.gpm.bound))

    def _visit(
        self,
        expression: tree.SequenceExpression,
        seen: Names,
        around: tuple[tree.Repeated, ...],
        over: tuple[tree.Repeated, ...],
        beside: Names = _NOTHING,
    ) -> None:
        match expression:
            case tree.EventName(name):
                self.places.append(Place(expression, self.gpms[name.text], seen, around, over, beside))
            case tree.Chain():
                for element in elements_of(expression):
                    self._visit(element, seen, around, over)
                    seen |= self.bound(element)
                    over += tuple(_repetitions(element))
            case tree.Choices(parts):
                for part in parts:
                    self._visit(part, seen, around, over)
            case tree.Together(parts):
                beside = self.bound(expression)
                for part in parts:
                    self._visit(part, seen, around, over, beside)
            case tree.Repeated(inner):
                self._seen[id(expression)] = seen
                self._visit(inner, seen, (*around, expression), over)
            case tree.OptionalEvent(inner) | tree.AbsentEvent(inner):
                self._visit(inner, seen, around, over)
            case _:
                raise TypeError(f"nothing says what {type(expression).__name__} means")


def occurring(expression: tree.SequenceExpression) -> Iterator[tree.EventName]:
    """The events that a match may hold: those that must not occur left out."""
    return (part for part in _present(expression) if isinstance(part, tree.EventName))


def _repetitions(expression: tree.SequenceExpression) -> Iterator[tree.Repeated]:
    return (part for part in _present(expression) if isinstance(part, tree.Repeated))


def _present(expression: tree.SequenceExpression) -> Iterator[core.Syntax]:
    waiting: list[core.Syntax] = [expression]
    while waiting:
        part = waiting.pop()
        if not isinstance(part, tree.AbsentEvent):
            yield part
            waiting.extend(reversed(list(core.children(part))))
