"""What a query leaves open, its profile decides (P-RSP, table 1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from typing_extensions import assert_never

from seqoia.algebra import map_children
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, IriCall
from seqoia.algebra.query import WindowDeclaration, WindowQuery
from seqoia.algebra.scope import flattened
from seqoia.model import (
    CountWindow,
    FixedWindow,
    IdentityWindow,
    Instant,
    LandmarkWindow,
    NamedNode,
    NestedWindow,
    Periodic,
    Profile,
    ScopeRule,
    Strategy,
    StreamOperator,
    TimeWindow,
    Window,
)
from seqoia.reference.events import tell_leaves_apart

NOW = NamedNode("urn:x-seqoia:now")
"""The function that tells the instant of the evaluation: what NOW() means in a continuous query."""


def report_of(query: WindowQuery) -> tuple[Strategy, ...]:
    """The strategies; what comes at regular instants counts from the registration time, if from nothing else."""
    strategies = query.profile.report if query.report is None else query.report
    return tuple(_counted_from(strategy, query.origin) for strategy in strategies)


def operator_of(query: WindowQuery) -> StreamOperator:
    return query.profile.operator if query.operator is None else query.operator


def windows_of(query: WindowQuery) -> tuple[WindowDeclaration, ...]:
    """The declared windows; where one has a default, the profile's choice and the registration time count."""
    return tuple(
        replace(declared, window=_completed(declared.window, query.profile, query.origin)) for declared in query.windows
    )


def body_of(query: WindowQuery) -> gp.GraphPattern:
    """The body under its scope rule, every event in it a leaf of its own, NOW() a question to the evaluator."""
    rule = query.profile.scope if query.scope is None else query.scope
    body = flattened(query.body) if rule is ScopeRule.FLATTEN else query.body
    prepared: gp.GraphPattern = _prepared(body)
    return prepared


def _completed(window: Window, profile: Profile, registration: Instant) -> Window:
    match window:
        case TimeWindow(width, slide, origin, reading, bound):
            return TimeWindow(
                width,
                slide,
                registration if origin is None else origin,
                reading or profile.reading,
                bound or profile.bound,
            )
        case NestedWindow(outer, inner):
            return NestedWindow(_completed(outer, profile, registration), _completed(inner, profile, registration))
        case CountWindow() | LandmarkWindow() | FixedWindow() | IdentityWindow():
            return window
        case _:
            assert_never(window)


def _counted_from(strategy: Strategy, registration: Instant) -> Strategy:
    if isinstance(strategy, Periodic) and strategy.origin is None:
        return Periodic(strategy.period, registration)
    return strategy


def _prepared(node: Any) -> Any:
    if isinstance(node, gp.MatchOf):
        return gp.MatchOf(tell_leaves_apart(_with_clock(node.pattern)))
    return _asking(node) if _asks_for_now(node) else map_children(node, _prepared)


def _with_clock(node: Any) -> Any:
    return _asking(node) if _asks_for_now(node) else map_children(node, _with_clock)


def _asks_for_now(node: Any) -> bool:
    return isinstance(node, Call) and node.function == "NOW"


def _asking(_: Any) -> IriCall:
    return IriCall(NOW, ())
