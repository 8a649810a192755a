"""Sequence expressions become event patterns (P-SPA, definitions 7 to 14; SEMANTICS 4)."""

from __future__ import annotations

from functools import reduce

from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Aggregate, Expression, Variable
from seqoia.languages.sparql import tree as core
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.lower.aggregates import AggregateLowering
from seqoia.languages.spaseq.lower.gpms import Gpm, expression_of
from seqoia.languages.spaseq.lower.places import Place
from seqoia.languages.spaseq.marks import elements_of
from seqoia.model import Selection


class SequenceLowering(AggregateLowering):
    """A method for each kind of expression; GPMs stand where their names do."""

    leaves: dict[str, ev.BasicEvent]
    asked_of: dict[int, Expression]

    def define(self, gpm: Gpm) -> None:
        """Reads a GPM once, however often SEQ mentions it."""
        self.leaves[gpm.name.text] = ev.BasicEvent(gpm.stream, self.group(gpm.group), gpm.name.text)
        self.asked_of.update({id(each): self.expression(expression_of(each)) for each in gpm.stateful})

    def event(self, place: Place) -> ev.EventPattern:
        """The events that match a GPM, under those of its stateful filters that earlier events decide."""
        pattern: ev.EventPattern = self.leaves[place.gpm.name.text]
        for element in place.gpm.stateful:
            if isinstance(element, core.Bind):
                variable = Variable(element.variable.name)
                pattern = ev.Let(pattern, variable, self.asked_of[id(element)], ev.Sight.EARLIER)
            elif not place.waits(element):
                pattern = ev.Where(pattern, self.asked_of[id(element)], ev.Sight.EARLIER)
        return pattern

    def sequence(self, expression: tree.SequenceExpression, in_chain: bool = False) -> ev.EventPattern:
        """An expression; `in_chain` tells whether it stands inside a sequence."""
        match expression:
            case tree.EventName():
                return self.event(self.layout.place_of(expression))
            case tree.Chain():
                return self._in_sequence(expression)
            case tree.Choices(branches):
                return ev.Alternative(tuple(self.sequence(branch, in_chain) for branch in branches))
            case tree.Together():
                return self._together(expression, in_chain)
            case tree.Repeated():
                return self._repetition(expression, in_chain)
            case tree.OptionalEvent(inner) | tree.AbsentEvent(inner):
                return self.sequence(inner, in_chain)
            case _:
                raise TypeError(f"nothing says what {type(expression).__name__} means")

    def _together(self, together: tree.Together, in_chain: bool) -> ev.EventPattern:
        """Events at the same time, then what they ask of each other."""
        parts = [self.sequence(part, in_chain) for part in together.parts]
        pattern: ev.EventPattern = reduce(ev.Simultaneous, parts)
        for part in together.parts:
            if isinstance(part, tree.EventName):
                place = self.layout.place_of(part)
                for element in filter(place.waits, place.gpm.stateful):
                    pattern = ev.Where(pattern, self.asked_of[id(element)], ev.Sight.EARLIER)
        return pattern

    def _in_sequence(self, chain: tree.Chain) -> ev.Sequence:
        policies = (Selection.ANY, *(follower.policy for follower in chain.followers))
        return ev.Sequence(
            tuple(
                ev.Element(self.sequence(element, in_chain=True), policy, _presence(element))
                for element, policy in zip(elements_of(chain), policies, strict=True)
            )
        )

    def _repetition(self, written: tree.Repeated, in_chain: bool) -> ev.Repetition:
        default = Selection.STRICT if in_chain else Selection.NEXT
        correlated = self.layout.bound(written.expression) & self.layout.bound_beside(written)
        return ev.Repetition(
            self.sequence(written.expression, in_chain),
            max(1, written.at_least),
            written.at_most,
            written.follows or default,
            ev.Extent.LONGEST if written.longest else ev.Extent.ALL,
            tuple(sorted(correlated)),
            self._collected_by(written),
        )

    def _collected_by(self, written: tree.Repeated) -> tuple[tuple[Variable, Aggregate], ...]:
        gathered = self.collected.get(id(written), {})
        return tuple((variable, aggregate) for aggregate, variable in gathered.items())


def _presence(element: tree.SequenceExpression) -> ev.Presence:
    match element:
        case tree.AbsentEvent():
            return ev.Presence.ABSENT
        case tree.OptionalEvent() | tree.Repeated(at_least=0):
            return ev.Presence.OPTIONAL
        case _:
            return ev.Presence.REQUIRED
