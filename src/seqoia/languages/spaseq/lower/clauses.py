"""Widths and instants, streams and background."""

from __future__ import annotations

from decimal import Decimal

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.algebra import query as q
from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.lower.sequences import SequenceLowering
from seqoia.model import Duration, Entailment, Instant, NamedNode
from seqoia.model.term import XSD

DURATIONS = {NamedNode(XSD + "duration"), NamedNode(XSD + "dayTimeDuration"), None}
INSTANTS = {NamedNode(XSD + "dateTime"), NamedNode(XSD + "dateTimeStamp")}


class ClauseLowering(SequenceLowering):
    """What stands between the head and the pattern."""

    def streams(self, document: tree.SequenceQuery) -> dict[str, NamedNode]:
        """The streamset, by the names that the query gives."""
        clauses = (each for each in document.dataset if isinstance(each, tree.StreamClause))
        return {clause.name.text: self.iri(clause.iri) for clause in clauses}

    def background(self, document: tree.SequenceQuery) -> q.DatasetClause | None:
        """The background graphs that a query names, if it names any."""
        default = tuple(self.iri(each.iri) for each in document.dataset if isinstance(each, core.DefaultGraph))
        named = tuple(self.iri(each.iri) for each in document.dataset if isinstance(each, core.NamedGraph))
        return q.DatasetClause(default, named) if default or named else None

    def within(self, pattern: ev.EventPattern, document: tree.SequenceQuery) -> ev.EventPattern:
        """The pattern inside its window, if there is one (P-SPA, definition 16)."""
        for clause in document.dataset:
            if isinstance(clause, tree.WithinClause):
                frame = ev.Frame.SLIDING if clause.sliding else ev.Frame.TUMBLING
                origin = None if clause.start is None else self._instant(clause.start)
                return ev.Within(pattern, self._width(clause.width), frame, origin)
        return pattern

    def _width(self, width: tree.Width | tree.BareDuration | tree.QuotedDuration) -> Duration:
        try:
            duration = self._duration(width)
        except ValueError as error:
            raise Refusal(str(error), width.span, "expected a width such as 30 MINUTES or PT30M") from None
        if duration <= Duration(0):
            raise Refusal("a window needs a width above zero", width.span, f"this one is {duration}")
        return duration

    def _duration(self, width: tree.Width | tree.BareDuration | tree.QuotedDuration) -> Duration:
        match width:
            case tree.Width(amount, unit):
                unit = unit or tree.Unit.SECONDS
                return Duration.of_seconds(Decimal(amount) * unit.value / tree.Unit.SECONDS.value)
            case tree.BareDuration(text):
                return Duration.parse(text)
            case tree.QuotedDuration(text, datatype):
                if (None if datatype is None else self.iri(datatype)) not in DURATIONS:
                    raise ValueError("this is no xsd:duration")
                return Duration.parse(text.value)
            case _:
                assert_never(width)

    def _instant(self, start: core.Number | core.TextLiteral | core.TypedLiteral) -> Instant:
        try:
            if isinstance(start, core.Number):
                return Instant.of_seconds(start.lexical)
            if isinstance(start, core.TypedLiteral) and self.iri(start.datatype) not in INSTANTS:
                raise ValueError("this is no xsd:dateTime")
            return Instant.parse(start.text.value)
        except ValueError as error:
            raise Refusal(str(error), start.span, "expected seconds since 1970, or an xsd:dateTime") from None


def entailment(document: tree.SequenceQuery) -> Entailment:
    """The regime under which the query reads its data."""
    regimes = [each.regime for each in document.dataset if isinstance(each, tree.EntailmentClause)]
    return regimes[0] if regimes else Entailment.SIMPLE
