"""Sequence expressions become event patterns (P-SPA, definitions 7 to 14; SEMANTICS 4)."""

from __future__ import annotations

from functools import reduce

from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Aggregate, Variable
from seqoia.languages.sparql import tree as core
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.lower.aggregates import AggregateLowering
from seqoia.languages.spaseq.lower.gpms import Gpm, expression_of
from seqoia.languages.spaseq.marks import elements_of
from seqoia.model import Selection


class SequenceLowering(AggregateLowering):
    """A method for each kind of expression; GPMs stand where their names do."""

    events: dict[str, ev.EventPattern]

    def event(self, gpm: Gpm) -> ev.EventPattern:
        """The events that match a GPM, under its stateful filters."""
        pattern: ev.EventPattern = ev.BasicEvent(gpm.stream, self.group(gpm.group), gpm.name.text)
        for element in gpm.stateful:
            expression = self.expression(expression_of(element))
            if isinstance(element, core.Bind):
                pattern = ev.Let(pattern, Variable(element.variable.name), expression, ev.Sight.EARLIER)
            else:
                pattern = ev.Where(pattern, expression, ev.Sight.EARLIER)
        return pattern

    def sequence(self, expression: tree.SequenceExpression, in_chain: bool = False) -> ev.EventPattern:
        """An expression; `in_chain` tells whether it stands inside a sequence."""
        match expression:
            case tree.EventName(name):
                return self.events[name.text]
            case tree.Chain():
                return self._in_sequence(expression)
            case tree.Choices(branches):
                return ev.Alternative(tuple(self.sequence(branch, in_chain) for branch in branches))
            case tree.Together(parts):
                return reduce(ev.Simultaneous, [self.sequence(part, in_chain) for part in parts])
            case tree.Repeated():
                return self._repetition(expression, in_chain)
            case tree.OptionalEvent(inner) | tree.AbsentEvent(inner):
                return self.sequence(inner, in_chain)
            case _:
                raise TypeError(f"nothing says what {type(expression).__name__} means")

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
