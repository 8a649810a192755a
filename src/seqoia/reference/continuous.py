"""The continuous evaluation of a query over windows (P-RSP, definition 24; P-RSEP, definitions 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from seqoia.algebra.query import WindowQuery
from seqoia.model import Answer, Consumption, Evidence, Instant, Solution, Stream
from seqoia.reference.background import Background
from seqoia.reference.moments import Replay
from seqoia.reference.profiles import operator_of
from seqoia.reference.results import NOTHING, in_form, shown, streamed
from seqoia.reference.sparql import FreshFunctions
from seqoia.reference.trace import Consumed, Evaluated, Tracer


def answers(
    query: WindowQuery,
    streams: Sequence[Stream],
    background: Background,
    *,
    until: Instant | None,
    functions: FreshFunctions,
    tracer: Tracer,
) -> list[Answer]:
    """Ans(Q): at each instant of ET the body over the dataset of that instant, streamed, in the query's form."""
    replay = Replay.of(query, streams, background, until, functions, tracer)
    operator = operator_of(query)
    before: list[Solution] = []
    consumed: frozenset[Evidence] = frozenset()
    found: list[Answer] = []
    for at in replay.instants:
        moment = replay.moment(at, consumed)
        now = shown(query.form, moment.solve(replay.body))
        tracer(Evaluated(at, len(now)))
        contents = in_form(query.form, streamed(operator, before, now), at, moment.known)
        if not contents and query.profile.reports_empty_answers:
            contents = [NOTHING]
        found += [Answer(at, content) for content in contents]
        if query.consumption is Consumption.CONSUME:
            consumed |= _told(moment.justified - consumed, at, tracer)
        before = now
    return found


def _told(used: frozenset[Evidence], at: Instant, tracer: Tracer) -> frozenset[Evidence]:
    for evidence in sorted(used, key=lambda each: (each.place, each.stream.value, each.arrival)):
        tracer(Consumed(at, evidence))
    return used
