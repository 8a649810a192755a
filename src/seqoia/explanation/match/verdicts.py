"""Whether an event would do for a part of a pattern after what a run has taken; if not, why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum

from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Constant, Expression, Previous, Variable
from seqoia.algebra.traversal import Node, descendants, map_children
from seqoia.algebra.wording import Names, expression_in_words, without_filters
from seqoia.explanation.match.parts import Asked, Part
from seqoia.model import Event, Solution, TimedBinding
from seqoia.reference.events.conditions import where
from seqoia.reference.events.leaves import basic_event
from seqoia.reference.events.scope import Scope


@dataclass(frozen=True, slots=True)
class Compared:
    """A condition, and what became of it with the values at hand."""

    asks: str
    with_values: str


class Kind(Enum):
    """What keeps an event from standing for a part."""

    OTHER_STREAM = "other stream"
    NO_MATCH = "no match"
    FILTERED = "filter"
    OTHER_VALUE = "other value"
    CONDITION = "condition"
    FITS = "fits"
    """Nothing: the policy, or the way in which time passes, does not want it here."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Of an event, for a part."""

    part: str
    kind: Kind
    because: str


@dataclass(frozen=True, slots=True)
class Judge:
    """Looks at events as the reference does."""

    scope: Scope
    names: Names

    def solutions(self, part: Part, event: Event) -> list[Solution]:
        """What the event says as this part, by its graph pattern alone."""
        return self._solved(part.leaf, event)

    def verdict(self, part: Part, event: Event, known: Solution, previous: Solution | None) -> Verdict:
        """For a part that follows what is known, and in a repetition a previous iteration."""
        if event.stream != part.leaf.source:
            return Verdict(part.label, Kind.OTHER_STREAM, f"it comes on {self.names.iri(event.stream)}")
        found = self.solutions(part, event)
        if not found:
            return self._unmatched(part, event)
        agreeing = [each for each in found if known.compatible(each)]
        if not agreeing:
            return Verdict(part.label, Kind.OTHER_VALUE, self._difference(found[0], known))
        if any(self.satisfied(part, each, known, previous) for each in agreeing):
            return Verdict(part.label, Kind.FITS, "it would do as well")
        failed = self._failed(part, agreeing[0], known, previous)
        return Verdict(part.label, Kind.CONDITION, f"{failed.asks} does not hold ({failed.with_values})")

    def satisfied(self, part: Part, own: Solution, known: Solution, previous: Solution | None) -> bool:
        """Whether what an event says satisfies all conditions of its part."""
        return all(self._holds(asked, own, known, previous) for asked in part.conditions)

    def compared(self, part: Part, own: Solution, known: Solution, previous: Solution | None) -> tuple[Compared, ...]:
        """The conditions of a part with their values, those of its graph pattern included."""
        _, filters = without_filters(part.leaf.pattern)
        asked = [*filters, *(each.expression for each in part.conditions if previous or not _asks_previous(each))]
        return tuple(
            self._with_values(each, known.merge(own) if known.compatible(own) else own, previous) for each in asked
        )

    def _solved(self, leaf: ev.BasicEvent, event: Event) -> list[Solution]:
        # what is remembered is told apart by the leaf's identity, which a leaf made for the occasion does not keep
        alone = replace(self.scope, sources={leaf.source: (event,)}, consumed=frozenset(), matched={})
        return [binding.solution for binding in basic_event(leaf, alone)]

    def _unmatched(self, part: Part, event: Event) -> Verdict:
        """Whether a filter keeps it out, or its graph says something else."""
        inner, filters = without_filters(part.leaf.pattern)
        unfiltered = self._solved(replace(part.leaf, pattern=inner), event) if filters else []
        for own in unfiltered[:1]:
            for condition in filters:
                if not self._holds(Asked(condition, ev.Sight.GROUP), own, Solution(), None):
                    compared = self._with_values(condition, own, None)
                    said = f"FILTER {compared.asks} does not hold ({compared.with_values})"
                    return Verdict(part.label, Kind.FILTERED, said)
        return Verdict(part.label, Kind.NO_MATCH, f"its graph is no {part.label}")

    def _holds(self, asked: Asked, own: Solution, known: Solution, previous: Solution | None) -> bool:
        scope = replace(self.scope, earlier=known, previous=previous)
        return bool(where([TimedBinding(own, None)], asked.expression, asked.sight, scope))

    def _failed(self, part: Part, own: Solution, known: Solution, previous: Solution | None) -> Compared:
        failed = next(each for each in part.conditions if not self._holds(each, own, known, previous))
        return self._with_values(failed.expression, known.merge(own), previous)

    def _with_values(self, asked: Expression, values: Solution, previous: Solution | None) -> Compared:
        def filled(node: Node) -> Node:
            if isinstance(node, Previous):
                return _filled(node, (previous or Solution()).get(node.variable.name))
            return _filled(node, values.get(node.name)) if isinstance(node, Variable) else map_children(node, filled)

        said = expression_in_words(asked, self.names)
        return Compared(said, expression_in_words(filled(asked), self.names))

    def _difference(self, own: Solution, known: Solution) -> str:
        name = min(name for name in own if name in known and known[name] != own[name])
        return f"?{name} is {self.names.term(own[name])}, not {self.names.term(known[name])}"


def told(verdicts: Iterable[Verdict]) -> str:
    """Why an event was not taken: what keeps it from each part that could have come, the nearest miss first."""
    listed = [each for each in verdicts if each.kind is not Kind.OTHER_STREAM]
    if not listed:
        return "no part that could come reads its stream"
    if all(each.kind is Kind.NO_MATCH for each in listed):
        return f"its graph is no {' or '.join(dict.fromkeys(each.part for each in listed))}"
    near = [each for each in listed if each.kind is not Kind.NO_MATCH]
    return "; ".join(dict.fromkeys(f"as {each.part}: {each.because}" for each in near))


def _filled(node: Node, term: object) -> Node:
    return node if term is None else Constant(term)  # type: ignore[arg-type]


def _asks_previous(asked: Asked) -> bool:
    return any(isinstance(node, Previous) for node in descendants(asked.expression))
