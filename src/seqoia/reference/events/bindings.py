"""⟨⟨E⟩⟩: every event pattern's timed bindings (P-RSEP, definition 7), operator by operator."""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.model import EMPTY_SOLUTION, TimedBinding
from seqoia.reference.events import arrangement, extremes, pairs
from seqoia.reference.events.conditions import let, test_of, where
from seqoia.reference.events.frames import within
from seqoia.reference.events.from_the_right import sequence
from seqoia.reference.events.leaves import basic_event, table, timeless
from seqoia.reference.events.matches import matches
from seqoia.reference.events.occurrences import occurrence
from seqoia.reference.events.repetition import repetition
from seqoia.reference.events.scope import Scope

_CLOSED = (
    ev.OptionalConjunction,
    ev.OptionalSequence,
    ev.OptionalSimultaneous,
    ev.Except,
    ev.Keep,
    ev.Earliest,
    ev.GroupInTime,
    ev.Arrange,
    ev.Matches,
)
"""Into these nothing is substituted: their bindings are found from the inside out, as in SPARQL."""


def bindings(pattern: ev.EventPattern, scope: Scope) -> list[TimedBinding]:
    """The timed bindings of a pattern in a scope; those that differ in evidence alone stay apart here."""
    if isinstance(pattern, _CLOSED):
        scope = replace(scope, later=EMPTY_SOLUTION)
    match pattern:
        case ev.BasicEvent():
            return basic_event(pattern, scope)
        case ev.Occurrence():
            return occurrence(pattern, scope)
        case ev.Timeless():
            return timeless(pattern, scope)
        case ev.Table():
            return table(pattern)
        case ev.Conjunction(left, right):
            return pairs.conjunction(bindings(left, scope), bindings(right, scope))
        case ev.OptionalConjunction(left, right, condition):
            return pairs.optional_conjunction(bindings(left, scope), bindings(right, scope), test_of(condition, scope))
        case ev.Simultaneous(left, right):
            return pairs.simultaneous(bindings(left, scope), bindings(right, scope))
        case ev.OptionalSimultaneous(left, right, condition):
            return pairs.optional_simultaneous(bindings(left, scope), bindings(right, scope), test_of(condition, scope))
        case ev.OptionalSequence(left, right, condition):
            return pairs.optional_sequence(bindings(left, scope), bindings(right, scope), test_of(condition, scope))
        case ev.Except(left, right):
            return pairs.excepting(bindings(left, scope), bindings(right, scope))
        case ev.Sequence():
            return sequence(pattern, scope, bindings)
        case ev.Alternative(choices):
            return [each for choice in choices for each in bindings(choice, scope)]
        case ev.Repetition():
            return repetition(pattern, scope, bindings)
        case ev.First(inner):
            return extremes.first(scope.agreed(bindings(inner, scope)))
        case ev.Last(inner):
            return extremes.last(scope.agreed(bindings(inner, scope)))
        case ev.Within():
            return within(pattern, scope, bindings)
        case ev.Where(inner, condition, sight):
            return where(bindings(inner, scope), condition, sight, scope)
        case ev.Let(inner, variable, expression, sight):
            return let(bindings(inner, scope), variable, expression, sight, scope)
        case ev.Keep(inner, variables):
            return arrangement.keep(bindings(inner, scope), variables)
        case ev.Earliest(inner):
            return arrangement.earliest(bindings(inner, scope))
        case ev.GroupInTime(inner):
            return arrangement.group_in_time(pattern, bindings(inner, scope), scope)
        case ev.Arrange(inner):
            return arrangement.arrange(pattern, bindings(inner, scope), scope)
        case ev.Matches(inner):
            return matches(pattern, bindings(inner, scope), scope)
        case _:
            assert_never(pattern)
