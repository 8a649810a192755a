"""How a query is understood, in words."""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import assert_never

from seqoia.algebra import EventQuery, Query, WindowQuery, descendants
from seqoia.algebra.events import Repetition, Sequence, Within
from seqoia.algebra.streams import reads_every_stream, streams_read
from seqoia.algebra.variables import certain_in_events
from seqoia.model import (
    ContentChange,
    CountWindow,
    FixedWindow,
    IdentityWindow,
    LandmarkWindow,
    NamedNode,
    NestedWindow,
    NonEmptyContent,
    Periodic,
    Strategy,
    TimeWindow,
    Window,
    WindowClose,
)
from seqoia.reference.profiles import operator_of, report_of, windows_of
from seqoia.river import ParsedQuery

Facts = list[tuple[str, str]]


def understanding(parsed: ParsedQuery, query: Query) -> Facts:
    """What a reader should know of a query."""
    return [("language", parsed.language.title), *_streams(query), *_choices(query)]


def _streams(query: Query) -> Iterator[tuple[str, str]]:
    names = ", ".join(map(str, streams_read(query)))
    yield "streams", "every stream given" if reads_every_stream(query) else names or "none"


def _choices(query: Query) -> Iterator[tuple[str, str]]:
    match query:
        case WindowQuery():
            yield from _window_choices(query)
        case EventQuery():
            yield "answers", "matches, each with the interval of its events"
    yield "consumption", query.consumption.value
    yield "entailment", query.entailment.value
    for pattern in descendants(query):
        yield from _pattern_facts(pattern)


def _window_choices(query: WindowQuery) -> Iterator[tuple[str, str]]:
    profile = query.profile
    for declared in windows_of(query):
        place = "default graph" if declared.name is None else str(declared.name)
        yield "window", f"{place} over {declared.stream}: {window_in_words(declared.window)}"
    yield "profile", profile.name
    yield "report", " and ".join(map(strategy_in_words, report_of(query))) + _by_profile(query.report is None)
    yield "stream operator", operator_of(query).value + _by_profile(query.operator is None)
    yield "scope of filters", (query.scope or profile.scope).value + _by_profile(query.scope is None)
    yield "empty answers", "reported" if profile.reports_empty_answers else "not reported"


def _by_profile(unsaid: bool) -> str:
    return " (by the profile)" if unsaid else ""


def strategy_in_words(strategy: Strategy) -> str:
    """One condition of a report policy."""
    match strategy:
        case ContentChange(window):
            return f"on content change{_of(window)}"
        case WindowClose(window):
            return f"on window close{_of(window)}"
        case NonEmptyContent(window):
            return f"on non-empty content{_of(window)}"
        case Periodic(period):
            return f"every {period} from {strategy.begins}"
        case _:
            assert_never(strategy)


def window_in_words(window: Window) -> str:
    """A window, its reading and its bound included."""
    match window:
        case TimeWindow(width, slide):
            read, bound = window.read_as.value, window.belonging.value
            return f"{width} wide, sliding by {slide} from {window.begins}, {read} reading, {bound}"
        case CountWindow(count, counted):
            return f"the last {count} {counted.value}"
        case LandmarkWindow(origin):
            return f"everything since {origin}"
        case FixedWindow(start, end):
            return f"everything in [{start}, {end}]"
        case IdentityWindow():
            return "the stream itself"
        case NestedWindow(outer, inner):
            return f"{window_in_words(outer)}; over {window_in_words(inner)}"
        case _:
            assert_never(window)


def _of(window: NamedNode | None) -> str:
    return "" if window is None else f" of {window}"


def _pattern_facts(pattern: object) -> Iterator[tuple[str, str]]:
    if isinstance(pattern, Sequence):
        policies = [element.follows.value for element in pattern.elements[1:]]
        yield "sequence", f"{len(pattern.elements)} parts, following by {', '.join(policies) or 'nothing'}"
        shared = _correlating(pattern)
        yield "correlated by", ", ".join(f"?{name}" for name in shared) or "no variable that every part binds"
    elif isinstance(pattern, Repetition):
        most = "" if pattern.at_most is None else f" and at most {pattern.at_most}"
        yield "repetition", f"at least {pattern.at_least}{most} times, {pattern.extent.value} lengths"
    elif isinstance(pattern, Within):
        yield "within", f"{pattern.width}, {pattern.frame.value}"


def _correlating(sequence: Sequence) -> list[str]:
    """The variables that every part binds, hidden ones left out."""
    bound = [certain_in_events(element.pattern) for element in sequence.elements]
    return sorted(name for name in frozenset.intersection(*bound) if not name.startswith("."))
