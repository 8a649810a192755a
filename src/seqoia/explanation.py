"""How a query is understood, level by level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from typing_extensions import assert_never

from seqoia.algebra import EventQuery, Query, WindowQuery, as_json, descendants, show
from seqoia.algebra.events import Repetition, Sequence, Within
from seqoia.algebra.streams import reads_every_stream, streams_read
from seqoia.algebra.variables import certain_in_events
from seqoia.languages.display import show_tree, tree_as_json
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
from seqoia.river import ParsedQuery, lower, warnings_of
from seqoia.text import Diagnostic

Facts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Explanation:
    """A query on each level of the river."""

    parsed: ParsedQuery
    query: Query
    warnings: tuple[Diagnostic, ...]

    def understanding(self) -> Facts:
        """What a reader should know of the query, in words."""
        return [("language", self.parsed.language.title), *_streams(self.query), *_choices(self.query)]

    def show(self) -> str:
        """As text to read."""
        facts = self.understanding()
        width = max(len(what) for what, _ in facts)
        levels = {
            "syntax tree": show_tree(self.parsed.tree, self.parsed.source),
            "algebra": show(self.query),
            "understood as": "\n".join(f"{what:<{width}}  {said}" for what, said in facts),
            "warnings": "\n".join(warning.render() for warning in self.warnings),
        }
        return "\n\n".join(f"{title}\n{'-' * len(title)}\n{text}" for title, text in levels.items() if text)

    def as_json(self) -> dict[str, Any]:
        """As JSON for programs."""
        return {
            "language": self.parsed.language.name,
            "tree": tree_as_json(self.parsed.tree),
            "algebra": as_json(self.query),
            "understanding": [{"what": what, "said": said} for what, said in self.understanding()],
            "warnings": [
                {"message": warning.message, "line": warning.line, "column": warning.column, "help": warning.help}
                for warning in self.warnings
            ],
        }


def explain(parsed: ParsedQuery) -> Explanation:
    """A query on each level of the river."""
    return Explanation(parsed, lower(parsed), warnings_of(parsed))


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
