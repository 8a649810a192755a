"""What may be chosen for a query from outside: a profile and a bound, entailment, the settings of ETALIS."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from seqoia.algebra import EventQuery, Query, WindowQuery, map_children
from seqoia.algebra.events import Element
from seqoia.model import PROFILES, Bound, Consumption, Entailment, Instant, Selection
from seqoia.text import closest

SETTINGS = {
    "unrestricted": (Selection.ANY, Consumption.NONE),
    "chronological": (Selection.CHRONOLOGICAL, Consumption.CONSUME),
    "recent": (Selection.RECENT, Consumption.CONSUME),
}
"""ETALIS' settings: how sequences that name no policy select, and whether they consume (P-RSEP, table 1)."""


BOUNDS = {"end": Bound.END, "start": Bound.START}
"""Which end of a time window belongs to it: `(o, c]` or `[o, c)`."""


def choose(
    query: Query,
    profile: str | None = None,
    entailment: str | None = None,
    policy: str | None = None,
    origin: Instant | None = None,
    bound: str | None = None,
) -> Query:
    """The query with these choices made; what is not chosen stays as the query has it."""
    if profile is not None:
        query = _with_profile(query, profile)
    if entailment is not None:
        names = {choice.value: choice for choice in Entailment}
        query = replace(query, entailment=_named("entailment", entailment, names))
    if policy is not None:
        selection, consumption = _named("policy", policy, SETTINGS)
        query = replace(_with_selection(query, selection), consumption=consumption)
    if bound is not None:
        query = _with_bound(query, _named("bound", bound, BOUNDS))
    return query if origin is None else replace(query, origin=origin)


def _with_profile(query: Query, name: str) -> Query:
    profile = _named("profile", name, PROFILES)
    match query:
        case WindowQuery():
            return replace(query, profile=profile)
        case EventQuery():
            raise ValueError("a profile says when windows report; this query answers with matches and has none")


def _with_bound(query: Query, bound: Bound) -> Query:
    match query:
        case WindowQuery():
            return replace(query, profile=replace(query.profile, bound=bound))
        case EventQuery():
            raise ValueError("a bound says which end belongs to a window; this query reads none")


def _with_selection(node: Any, selection: Selection) -> Any:
    changed = map_children(node, lambda child: _with_selection(child, selection))
    unsaid = isinstance(changed, Element) and changed.follows is Selection.ANY
    return replace(changed, follows=selection) if unsaid else changed


def _named(kind: str, name: str, choices: dict[str, Any]) -> Any:
    if name in choices:
        return choices[name]
    meant = closest(name, choices)
    hint = f"did you mean {meant}?" if meant else f"choose one of {', '.join(choices)}"
    raise ValueError(f"there is no {kind} {name!r}; {hint}")
