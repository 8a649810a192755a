"""What of a query is done early, and where: filters, windows, background, contiguity, absences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Constant
from seqoia.algebra.patterns import GraphOf
from seqoia.algebra.traversal import descendants
from seqoia.algebra.wording import has_filters
from seqoia.model import Duration, SkipPastLast, SkipTo, SkipToNext
from seqoia.plan.automaton import Automaton
from seqoia.plan.physical import PatternPlan


@dataclass(frozen=True, slots=True)
class Pushed:
    """What of the query, and where it is done."""

    what: str
    where: str


def pushed(plan: PatternPlan) -> tuple[Pushed, ...]:
    """In the order in which data passes."""
    return tuple(
        each
        for found in (
            _filters(plan),
            _background(plan),
            _contiguity(plan),
            _window(plan),
            _absences(plan),
            _skips(plan),
        )
        for each in found
    )


def _filters(plan: PatternPlan) -> Iterator[Pushed]:
    filtered = [number for number, leaf in enumerate(plan.leaves) if has_filters(leaf.pattern)]
    if filtered:
        leaves = ", ".join(map(str, filtered))
        yield Pushed(
            "filters of single events", f"inside the matching of leaf {leaves}, before anything is kept or sent"
        )


def _background(plan: PatternPlan) -> Iterator[Pushed]:
    graphs = [node for leaf in plan.leaves for node in descendants(leaf.pattern) if isinstance(node, GraphOf)]
    if graphs:
        named = dict.fromkeys(str(node.name.term) for node in graphs if isinstance(node.name, Constant))
        shown = f"background {', '.join(named)}" if named else "background"
        yield Pushed(shown, "materialised once in each worker, and joined there with what events bind")


def _contiguity(plan: PatternPlan) -> Iterator[Pushed]:
    if plan.ticks:
        yield Pushed(
            "strict contiguity", "the times of all events of the streams go to every partition, not their content"
        )


def _window(plan: PatternPlan) -> Iterator[Pushed]:
    core = plan.core
    if not isinstance(core, ev.Within):
        yield Pushed("no WITHIN", "runs wait for ever: what is kept grows with the stream")
    elif isinstance(plan.automaton, Automaton):
        yield Pushed(
            window_in_words(core.width, core.frame), "in every run: one that the watermark has left behind is dropped"
        )
    else:
        yield Pushed(
            window_in_words(core.width, core.frame), "bindings of events that no window can hold any more are dropped"
        )


def window_in_words(width: Duration, frame: ev.Frame) -> str:
    """WITHIN, and which reading it has."""
    return f"WITHIN {width}, {frame.value}"


def _absences(plan: PatternPlan) -> Iterator[Pushed]:
    if plan.delayed:
        yield Pushed("the end of a match", "known when the watermark passes the window, without a next event")


def _skips(plan: PatternPlan) -> Iterator[Pushed]:
    if plan.counting is None:
        return
    match plan.counting.after_match:
        case SkipToNext():
            yield Pushed("AFTER MATCH", "of matches with the same first event, the earliest counts")
        case SkipPastLast():
            yield Pushed("AFTER MATCH", "matches that start inside one that counts are skipped")
        case SkipTo(which, label):
            yield Pushed(
                "AFTER MATCH", f"matches that start before the {which.value} {label} of one that counts are skipped"
            )
    if plan.counting.limit_per_start is not None:
        yield Pushed(
            f"LIMIT {plan.counting.limit_per_start} PER START", "counted for each first event as matches are found"
        )
