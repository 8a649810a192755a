"""Profiles: how an engine fills in what its queries leave open (P-RSP, table 1)."""

from __future__ import annotations

from dataclasses import dataclass

from seqoia.model.policy import (
    ContentChange,
    NonEmptyContent,
    ScopeRule,
    Strategy,
    StreamOperator,
    WindowClose,
)
from seqoia.model.window import Bound, Reading


@dataclass(frozen=True, slots=True)
class Profile:
    """When to report, what to stream, where window contents go, and whether empty answers are reported."""

    name: str
    report: tuple[Strategy, ...]
    operator: StreamOperator
    windows_join_default_graph: bool
    reading: Reading = Reading.PRESENT
    bound: Bound = Bound.END
    reports_empty_answers: bool = False
    scope: ScopeRule = ScopeRule.BOTTOM_UP


RSPQL = Profile("rspql", (WindowClose(), NonEmptyContent()), StreamOperator.RSTREAM, windows_join_default_graph=False)
CSPARQL = Profile(
    "csparql",
    (WindowClose(), NonEmptyContent()),
    StreamOperator.RSTREAM,
    windows_join_default_graph=True,
    reports_empty_answers=True,
)
CQELS = Profile("cqels", (ContentChange(),), StreamOperator.ISTREAM, windows_join_default_graph=False)
SPARQLSTREAM = Profile(
    "sparqlstream",
    (WindowClose(), NonEmptyContent()),
    StreamOperator.RSTREAM,
    windows_join_default_graph=True,
)
RSPQL_STAR = Profile(
    "rspql-star",
    (WindowClose(), NonEmptyContent()),
    StreamOperator.RSTREAM,
    windows_join_default_graph=False,
    reading=Reading.CLOSED,
)

PROFILES = {profile.name: profile for profile in (RSPQL, RSPQL_STAR, CSPARQL, CQELS, SPARQLSTREAM)}
