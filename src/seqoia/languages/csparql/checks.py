"""What C-SPARQL forbids beyond its grammar."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import assert_never

from seqoia.languages.csparql.timestamps import check_timestamps
from seqoia.languages.csparql.tree import ContinuousQuery, Registered, Registration, StreamWindow
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks import CHECKS, Survey
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.windows import (
    SlidingWindow,
    TriplesWindow,
    TumblingWindow,
    WrittenDuration,
    WrittenWindow,
    length,
)


def check_streams_are_graphs(survey: Survey) -> None:
    """Only CONSTRUCT and DESCRIBE make streams."""
    for document in survey.of(ContinuousQuery):
        told = document.registration
        if told is None or told.kind is Registered.QUERY:
            continue
        if not isinstance(document.query.form, tree.Construct | tree.Describe):
            raise Refusal(
                "a registered stream needs a query that makes graphs",
                document.query.form.span,
                "expected CONSTRUCT or DESCRIBE",
                "register it as a QUERY, or CONSTRUCT triples",
            )


def check_names(survey: Survey) -> None:
    """A named stream has one window: its IRI is the name of the window's content."""
    seen = set()
    for clause in survey.of(StreamWindow):
        if clause.named and clause.stream in seen:
            raise Refusal(
                "this stream is named twice",
                clause.stream.span,
                "GRAPH could not tell the two windows apart",
                "leave NAMED away, so that the windows are merged",
            )
        seen |= {clause.stream} if clause.named else set()


def check_period(survey: Survey) -> None:
    """COMPUTED EVERY picks some of the instants at which the windows close."""
    for registration in survey.of(Registration):
        if registration.period is not None:
            _check_zero(registration.period)
            for clause in survey.of(StreamWindow):
                _check_steps(registration.period, clause)


def _check_zero(period: WrittenDuration) -> None:
    if length(period).microseconds == 0:
        raise Refusal("a query cannot be computed every 0 seconds", period.span, "expected a period above zero")


def _check_steps(period: WrittenDuration, clause: StreamWindow) -> None:
    step = _step(clause.window)
    if step is None:
        return
    if length(period).microseconds % length(step).microseconds:
        raise Refusal(
            "windows do not close as often as the query is to be computed",
            period.span,
            f"expected a multiple of the step {_shown(step)}",
            f"write COMPUTED EVERY {_shown(step)}, or another step",
        )
    if isinstance(clause.window, SlidingWindow) and _width(clause.window) % length(step).microseconds:
        raise Refusal(
            "windows never close when the query is to be computed",
            clause.window.span,
            "they close after their width and then once a step: expected a width that is a multiple of the step",
            "leave COMPUTED EVERY away, or write another step",
        )


def _width(window: SlidingWindow) -> int:
    return length(window.width).microseconds


def _step(window: WrittenWindow) -> WrittenDuration | None:
    match window:
        case SlidingWindow(_, step):
            return step
        case TumblingWindow(width):
            return width
        case TriplesWindow():
            return None
        case _:
            assert_never(window)


def _shown(duration: WrittenDuration) -> str:
    return "".join(f"{amount.number}{amount.unit}" for amount in duration.amounts)


CSPARQL_CHECKS: tuple[Callable[[Survey], None], ...] = (
    *CHECKS,
    check_timestamps,
    check_streams_are_graphs,
    check_names,
    check_period,
)
