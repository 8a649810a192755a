"""SEQ, EQUALS, OPTIONALSEQ and EQUALSOPTIONAL (P-EP, section 4.2)."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.languages.epsparql import tree
from seqoia.languages.epsparql.lower.groups import GroupLowering
from seqoia.languages.sparql import tree as sparql
from seqoia.model import Selection


class ChainLowering(GroupLowering):
    """Chains are read from the left: `A SEQ B EQUALSOPTIONAL C` is `{A SEQ B} EQUALSOPTIONAL C`."""

    selection_policy: Selection = Selection.ANY
    """Which pairs of SEQ count (SEMANTICS 3.9)."""

    def chain(self, chain: tree.Chain) -> ev.EventPattern:
        first, *others = chain.operands
        if chain.operators[0] is tree.Operator.OPTIONALSEQ:
            right = self.events(others.pop(0))
            optional, condition = self.optional_side(first, right)
            pattern: ev.EventPattern = ev.OptionalSequence(optional, right, condition)
        else:
            pattern = self.events(first)
        operators = chain.operators[len(chain.operators) - len(others) :]
        for operator, operand in zip(operators, others, strict=True):
            pattern = self._combined(pattern, operator, operand)
        return pattern

    def _combined(
        self, left: ev.EventPattern, operator: tree.Operator, operand: sparql.PatternElement
    ) -> ev.EventPattern:
        match operator:
            case tree.Operator.SEQ:
                return self._followed(left, self.events(operand))
            case tree.Operator.EQUALS:
                return ev.Simultaneous(left, self.events(operand))
            case tree.Operator.OPTIONALSEQ:
                return ev.OptionalSequence(left, self.events(operand))
            case tree.Operator.EQUALSOPTIONAL:
                right, condition = self.optional_side(operand, left)
                return ev.OptionalSimultaneous(left, right, condition)
            case _:
                assert_never(operator)

    def _followed(self, left: ev.EventPattern, right: ev.EventPattern) -> ev.EventPattern:
        """Under `any` a sequence is one, however long; the other policies choose step by step."""
        if self.selection_policy is Selection.ANY and isinstance(left, ev.Sequence):
            return ev.Sequence((*left.elements, ev.Element(right)))
        return ev.Sequence((ev.Element(left), ev.Element(right, self.selection_policy)))
