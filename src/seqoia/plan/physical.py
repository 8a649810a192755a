"""The physical plan of an event query."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from seqoia.algebra import events as ev
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Expression, Variable
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import common_to_all_parts
from seqoia.model import AfterMatch, Duration, NamedNode, NoSkip, Selection
from seqoia.plan.automaton import Automaton, Interpreted
from seqoia.plan.compile import automaton_of
from seqoia.plan.gather import Reading, gather, makes_blank_nodes
from seqoia.plan.keys import Key, key_of
from seqoia.plan.leaf import Leaf
from seqoia.plan.refusal import UnplannableError


@dataclass(frozen=True, slots=True)
class Counting:
    """Which matches count (AFTER MATCH, LIMIT … PER START)."""

    after_match: AfterMatch = NoSkip()
    limit_per_start: int | None = None
    correlated: tuple[str, ...] = ()
    """The variables that every required part binds: matches that differ in them do not skip each other."""


@dataclass(frozen=True)
class PatternPlan:
    """How an event query is answered: events → leaves → (key) → automaton → matches that count → answers."""

    query: q.EventQuery
    streams: tuple[NamedNode, ...]
    """The streamset; batches of events name a stream by its place here."""
    leaves: tuple[Leaf, ...]
    readings: dict[ev.BasicEvent, Reading]
    key: Key
    core: ev.EventPattern
    """The pattern with its window, without what is made of its matches."""
    automaton: Automaton | Interpreted
    counting: Counting | None
    computed: tuple[tuple[Variable, Expression], ...]
    """What SELECT computes for each match, in order."""
    distinct: bool
    """Whether each solution is told once, with its first interval."""
    arrange: ev.Arrange | None
    """The order and the cut of the answers; a stream that goes on has none."""
    shown: tuple[str, ...] = field(default=())
    """The variables that answers show."""

    @cached_property
    def ticks(self) -> bool:
        """Whether strict contiguity is asked somewhere, so that the times of all events count."""
        return any(
            (isinstance(node, ev.Element | ev.Repetition)) and node.follows is Selection.STRICT
            for node in descendants(self.core)
        )

    @cached_property
    def width(self) -> Duration | None:
        """How long a match may take; without WITHIN, for ever."""
        return self.core.width if isinstance(self.core, ev.Within) else None

    @cached_property
    def delayed(self) -> bool:
        """Whether a match is known only when its window has passed: something has to be absent at its end, or it is
        compared with longer ones."""
        inner = self.core.pattern if isinstance(self.core, ev.Within) else self.core
        trailing = isinstance(inner, ev.Sequence) and _waits(inner.elements[-1])
        nested = any(isinstance(node, ev.Sequence) and _waits(node.elements[-1]) for node in descendants(inner))
        longest = (isinstance(node, ev.Repetition) and node.extent is ev.Extent.LONGEST for node in descendants(inner))
        return trailing or nested or any(longest)

    @cached_property
    def makes_blank_nodes(self) -> bool:
        """Whether answers have blank nodes, which are others for each solution."""
        return makes_blank_nodes(self.query.form)

    @cached_property
    def key_is_shown(self) -> bool:
        """Whether equal answers have equal keys, so that each partition can make its answers a set by itself."""
        return not self.key.variables or set(self.key.variables) <= set(self.shown)


def plan(query: q.EventQuery) -> PatternPlan:
    """The physical plan of an event query; an `UnplannableError` says what no plan can do."""
    _refuse(query)
    key = key_of(query)
    gathered = gather(query, key.variables)
    body = query.body
    arrange: ev.Arrange | None = None
    distinct, counting = False, None
    computed: list[tuple[Variable, Expression]] = []
    if isinstance(body, ev.Arrange):
        arrange, body = body, body.pattern
    if isinstance(body, ev.Earliest):
        body, distinct = body.pattern, True
    if isinstance(body, ev.Keep):
        body = body.pattern
    while isinstance(body, ev.Let) and body.sight is ev.Sight.GROUP:
        computed.append((body.variable, body.expression))
        body = body.pattern
    if isinstance(body, ev.Matches):
        counting = Counting(body.after_match, body.limit_per_start, tuple(sorted(common_to_all_parts(body.pattern))))
        body = body.pattern
    return PatternPlan(
        query=query,
        streams=query.streams,
        leaves=gathered.leaves,
        readings=gathered.readings,
        key=key,
        core=body,
        automaton=automaton_of(body, query, gathered.readings),
        counting=counting,
        computed=tuple(reversed(computed)),
        distinct=distinct,
        arrange=arrange,
        shown=_shown(query.form),
    )


def _waits(last: ev.Element) -> bool:
    chosen = last.presence is ev.Presence.OPTIONAL and last.follows is not Selection.ANY
    return chosen or last.presence is ev.Presence.ABSENT


def _shown(form: q.Form) -> tuple[str, ...]:
    match form:
        case q.Select(variables):
            return tuple(variable.name for variable in variables if not variable.hidden)
        case q.Construct(template):
            names = (node.name for triple in template for node in descendants(triple) if isinstance(node, Variable))
            return tuple(sorted(set(names)))
        case _:
            return ()


def _refuse(query: q.EventQuery) -> None:
    """What the engine cannot do, each with a way out."""
    if isinstance(query.form, q.Describe):
        raise UnplannableError("DESCRIBE needs the events themselves", "CONSTRUCT what you want to know of them")
    if query.rules:
        raise UnplannableError("rules that feed back are not planned yet", "use seqoia evaluate")
    if not query.streams:
        raise UnplannableError("the query reads every stream", "name them with FROM STREAM")
    for node in descendants(query.body):
        if isinstance(node, ev.Occurrence):
            raise UnplannableError("patterns over single triples are not planned yet", "use seqoia evaluate")
