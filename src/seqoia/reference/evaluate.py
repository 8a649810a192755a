"""The answers of a query over finite streams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeGuard

from typing_extensions import assert_never

from seqoia.algebra.expressions import IriCall
from seqoia.algebra.query import EventQuery, Query, WindowQuery
from seqoia.algebra.scope import bottom_up
from seqoia.algebra.traversal import Node, descendants
from seqoia.model import EVERY_OPTIMISATION, Answer, Instant, Optimisation, Profile, Stream, Term
from seqoia.reference import continuous, events, uncertainty
from seqoia.reference.background import NO_BACKGROUND, Background
from seqoia.reference.entailment import entailment_of, in_every_graph
from seqoia.reference.lazy import lazily
from seqoia.reference.sparql import NO_FUNCTIONS, Functions, knows
from seqoia.reference.trace import Tracer, silent

_END_OF_TIME = Instant(2**62)


def evaluate(
    query: Query,
    streams: Iterable[Stream],
    background: Background = NO_BACKGROUND,
    until: Instant | None = None,
    tracer: Tracer = silent,
    *,
    profile: Profile | None = None,
    functions: Functions = NO_FUNCTIONS,
    optimisations: frozenset[Optimisation] = EVERY_OPTIMISATION,
) -> list[Answer]:
    """By the definitions, in the order of time; answers of one instant come in an order that is always the same.

    `until` is the last instant. Without one it is where the replay is over: the last event has come, every window that
    it lay in has closed, and what reports at regular instants has had its turn.
    """

    def known() -> Functions:
        return {**functions_in(query, tracer, cached=Optimisation.CACHE in optimisations), **functions}

    match query:
        case WindowQuery():
            asked = bottom_up(query if profile is None else replace(query, profile=profile))
            asked = lazily(asked) if Optimisation.LAZY_VARIABLES in optimisations else asked
            given = [stream if until is None else stream.until(until) for stream in streams]
            return continuous.answers(asked, given, background, until=until, functions=known, tracer=tracer)
        case EventQuery():
            dataset = background.picked(query.background).at(_END_OF_TIME if until is None else until)
            entail = entailment_of(query.entailment, dataset)
            return events.answers(
                query,
                list(streams),
                in_every_graph(dataset, entail),
                until=until,
                functions=known(),
                entail=entail,
                tracer=tracer,
            )
        case _:
            assert_never(query)


def functions_in(query: Query, tracer: Tracer, *, cached: bool) -> Functions:
    """The functions that a query calls by their IRIs; those that nobody knows are errors."""
    unknown = {node.function: _error for node in descendants(query) if _is_unknown(node)}
    return {**unknown, **uncertainty.functions(tracer, cached=cached)}


def _is_unknown(node: Node) -> TypeGuard[IriCall]:
    return isinstance(node, IriCall) and not knows(node.function)


def _error(*_: Term) -> None:
    """What a call of a function that nobody knows gives (SPARQL 1.1, section 17.6)."""
