"""Why a match is an answer: its events, what they were compared with, and what lay between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from seqoia.algebra import EventQuery
from seqoia.algebra.wording import Names, part_in_words
from seqoia.drawing import Drawing
from seqoia.explanation.given import Background, Given, background_given, query_given, streams_given
from seqoia.explanation.match.derivation import derive, window_of
from seqoia.explanation.match.fates import fates
from seqoia.explanation.match.shown import draw_why, show_why
from seqoia.explanation.match.steps import Course, Gap, course_of
from seqoia.explanation.match.verdicts import told as reasons
from seqoia.explanation.told import Told, told
from seqoia.formats import Notation
from seqoia.formats.terms import term_as_json
from seqoia.model import Event, Instant, Interval, Solution


@dataclass(frozen=True, slots=True)
class Why:
    """The events behind an answer, one after another, and what was passed over on the way."""

    pattern: str
    answer: Told
    course: Course
    ways: int
    """In how many ways events justify the same answer; the course is that of the first."""
    window: Interval | None
    runs: Mapping[str, int] = field(default_factory=dict)
    """How the runs ended that began with the same event, from the trace."""
    names: Names = field(default_factory=Names, repr=False)

    def show(self) -> str:
        """As text to read."""
        return show_why(self)

    def draw(self) -> Drawing:
        """As a timeline."""
        return draw_why(self)

    def as_json(self) -> dict[str, Any]:
        """As JSON for programs."""
        gaps: list[dict[str, Any] | None] = [self._gap(gap) for gap in self.course.gaps]
        before = gaps or [None] * len(self.course.taken)
        return {
            "pattern": self.pattern,
            **_when(self.answer.interval, self.answer.notation),
            "ways": self.ways,
            "window": None if self.window is None else _when(self.window, self.answer.notation),
            "runs": dict(self.runs),
            "events": [
                {
                    "part": taken.label,
                    **self._event(taken.event),
                    "bindings": _terms(taken.binds),
                    "compared": [{"asks": each.asks, "with": each.with_values} for each in taken.compared],
                    "before": gap,
                }
                for taken, gap in zip(self.course.taken, before, strict=False)
            ],
            "after": gaps[-1] if gaps else None,
        }

    def _gap(self, gap: Gap) -> dict[str, Any]:
        passed = [{**self._event(each.event), "because": reasons(each.verdicts)} for each in gap.passed]
        return {"absent": list(gap.absent), "passed": passed}

    def _event(self, event: Event) -> dict[str, Any]:
        when = _when(event.interval, self.answer.notation)
        return {"stream": event.stream.value, "arrival": event.arrival, **when}

    def _repr_html_(self) -> str:
        words = f"<details><summary>in words</summary><pre>{escape(self.show())}</pre></details>"
        return f"<div>{self.draw().inline()}{words}</div>"

    def _repr_svg_(self) -> str:
        return self.draw().document()

    def __str__(self) -> str:
        return self.show()


def why(query: object, answer: object, streams: Given, background: Background = None) -> Why:
    """Why events answer a query for event patterns so.

    `query` is its text, or what `parse`, `lower` or `query` made of it; `answer` an answer of `evaluate`, a line of
    `run`, or a row of a DataFrame of matches. `streams` are the events, as `evaluate` takes them or as files by the
    IRI of their stream. The reference evaluates the window of the match again.
    """
    asked, names = query_given(query)
    if not isinstance(asked, EventQuery):
        raise ValueError("the query reports windows; why is told of matches of event patterns")
    match = told(answer)
    derivation = derive(asked, match, streams_given(asked, streams), background_given(background))
    way = derivation.ways[0]
    window = window_of(derivation.body, match.interval, asked.origin)
    first = derivation.events(way)[:1]
    return Why(
        pattern=part_in_words(asked.body),
        answer=match,
        course=course_of(derivation, way, names, window),
        ways=len(derivation.ways),
        window=window,
        runs=Counter(ending.value for _, event in first for ending in fates(derivation.trace, event)),
        names=names,
    )


def _when(interval: Interval, notation: Notation) -> dict[str, Any]:
    return {"start": _time(interval.start, notation), "end": _time(interval.end, notation)}


def _time(at: Instant, notation: Notation) -> Any:
    if notation is Notation.DATETIME:
        return str(at)
    return int(at.seconds) if at.seconds == int(at.seconds) else float(at.seconds)


def _terms(solution: Solution) -> dict[str, Any]:
    return {name: term_as_json(term, lambda node: node.value) for name, term in sorted(solution.items())}
