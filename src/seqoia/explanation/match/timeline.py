"""Matches on a timeline, one row each: what a notebook shows of a DataFrame of matches."""

from __future__ import annotations

from dataclasses import dataclass

from seqoia.drawing import Dot, Drawing, Row, draw_timeline
from seqoia.explanation.match.why import Why
from seqoia.explanation.told import Told, first_told, told
from seqoia.formats import Notation
from seqoia.model import Literal, NamedNode, Term

_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Timeline:
    """A drawing of matches, which a notebook shows; `drawing.document()` is SVG for a file."""

    drawing: Drawing

    def _repr_html_(self) -> str:
        return self.drawing.inline()

    def _repr_svg_(self) -> str:
        return self.drawing.document()


def timeline(matches: object, limit: int = _LIMIT) -> Timeline:
    """The first matches on a timeline: of a DataFrame, of what `evaluate` answers, of lines, or of reasons (`why`),
    which show the events as well."""
    if isinstance(matches, Why):
        matches = [matches]
    found = first_told(matches, limit)
    answers = [each.answer if isinstance(each, Why) else told(each) for each in found]
    rows = [_row(answer, each) for answer, each in zip(answers, found, strict=True)]
    dated = any(answer.notation is Notation.DATETIME for answer in answers)
    title = f"{len(rows)} match{'es' * (len(rows) != 1)}" if len(rows) < limit else f"the first {len(rows)} matches"
    return Timeline(draw_timeline(title, rows, dated=dated))


def _row(answer: Told, given: object) -> Row:
    says = " · ".join(f"?{name} {_short(term)}" for name, term in answer.terms.items()) or answer.graph or "true"
    full = "\n".join(f"?{name} = {term}" for name, term in answer.terms.items()) or says
    if isinstance(given, Why):
        dots = tuple(Dot(taken.event.interval, taken.label, str(taken.binds)) for taken in given.course.taken)
    else:
        dots = (Dot(answer.interval.point(answer.interval.start)), Dot(answer.interval.point(answer.interval.end)))
    return Row(" ".join(says.split()), answer.interval, dots, full)


def _short(term: Term) -> str:
    """What a reader needs to tell terms apart; the rest is told to whoever points at it."""
    if isinstance(term, NamedNode):
        return term.value.rstrip("/#").replace("#", "/").rsplit("/", 1)[-1] or term.value
    return term.value if isinstance(term, Literal) else str(term)
