"""A query on each level of the river."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from seqoia.algebra import Query, as_json, show
from seqoia.drawing import page_of
from seqoia.explanation.planned import Unplanned, draw_planned, planned, show_planned
from seqoia.explanation.understanding import Facts, understanding
from seqoia.languages.display import show_tree, tree_as_json
from seqoia.languages.prefixes import names_in
from seqoia.plan.outline import PlanOutline
from seqoia.river import ParsedQuery, lower, warnings_of
from seqoia.text import Diagnostic, closest

LEVELS = {
    "tree": "syntax tree",
    "algebra": "algebra",
    "plan": "plan",
    "understanding": "understood as",
    "warnings": "warnings",
}
"""The levels by the names that ask for them, and their titles, in the order of the river."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A query on each level of the river."""

    parsed: ParsedQuery
    query: Query
    warnings: tuple[Diagnostic, ...]

    def understanding(self) -> Facts:
        """What a reader should know of the query, in words."""
        return understanding(self.parsed, self.query)

    def plan(self) -> PlanOutline | Unplanned:
        """How the query would be run."""
        return planned(self.query, names_in(self.parsed.tree))

    def show(self, levels: Sequence[str] = ()) -> str:
        """As text to read: these levels, or all; one alone has no title."""
        texts = {level: self._text(level) for level in levels_named(levels)}
        if len(levels) == 1:
            return "".join(texts.values())
        titles = ((LEVELS[level], text) for level, text in texts.items() if text)
        return "\n\n".join(f"{title}\n{'-' * len(title)}\n{text}" for title, text in titles)

    def draw(self, kind: str = "svg") -> str:
        """The automaton of the query, as `svg` or as text for `mermaid`."""
        return draw_planned(self.plan(), kind)

    def as_json(self, levels: Sequence[str] = ()) -> dict[str, Any]:
        """As JSON for programs."""
        return {"language": self.parsed.language.name, **{each: self._json(each) for each in levels_named(levels)}}

    def _repr_html_(self) -> str:
        """The automaton above the plan, or why there is none."""
        shown = self.plan()
        return page_of(shown) if isinstance(shown, PlanOutline) else f"<pre>{escape(show_planned(shown))}</pre>"

    def _text(self, level: str) -> str:
        match level:
            case "tree":
                return show_tree(self.parsed.tree, self.parsed.source)
            case "algebra":
                return show(self.query)
            case "plan":
                return show_planned(self.plan())
            case "understanding":
                facts = self.understanding()
                width = max(len(what) for what, _ in facts)
                return "\n".join(f"{what:<{width}}  {said}" for what, said in facts)
            case _:
                return "\n".join(warning.render() for warning in self.warnings)

    def _json(self, level: str) -> Any:
        match level:
            case "tree":
                return tree_as_json(self.parsed.tree)
            case "algebra":
                return as_json(self.query)
            case "plan":
                return self.plan().as_json()
            case "understanding":
                return [{"what": what, "said": said} for what, said in self.understanding()]
            case _:
                return [
                    {"message": warning.message, "line": warning.line, "column": warning.column, "help": warning.help}
                    for warning in self.warnings
                ]


def explain(parsed: ParsedQuery) -> Explanation:
    """A query on each level of the river."""
    return Explanation(parsed, lower(parsed), warnings_of(parsed))


def levels_named(names: Sequence[str]) -> list[str]:
    """The levels of these names, in the order of the river; none named means all."""
    for name in names:
        if name not in LEVELS:
            meant = closest(name, LEVELS)
            hint = f"did you mean {meant}?" if meant else f"choose one of {', '.join(LEVELS)}"
            raise ValueError(f"there is no level {name!r}; {hint}")
    return [level for level in LEVELS if not names or level in names]
