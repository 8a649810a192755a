"""Lazy variables (P-UNC, section 4.1): a value that an uncertainty function computes is computed when it is asked for.

A bind of such a value is postponed: it moves up, past joins, filters and windows that do not ask for it, and stands
again directly below whoever does. What nobody asks for is dropped. An answer never changes:

    Project ?o ?p                                    Project ?o ?p
      Join                                             Extend ?p := rspu:greaterThan(?u, 3)
        Extend ?p := rspu:greaterThan(?u, 3)    →        Join
          ?o :u ?u                                         ?o :u ?u
        ?o :hot true                                       ?o :hot true
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Expression, IriCall, Variable
from seqoia.algebra.query import Ask, Construct, Describe, Form, Select, WindowQuery
from seqoia.algebra.repeatable import is_local, is_repeatable
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import certain, mentioned, possible
from seqoia.reference.uncertainty import UNCERTAINTY_FUNCTIONS

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Bind:
    """What an Extend adds to a pattern."""

    variable: Variable
    expression: Expression


@dataclass(frozen=True, slots=True)
class _Postponed:
    """A pattern without some of its binds, and those binds, first things first."""

    pattern: gp.GraphPattern
    binds: tuple[_Bind, ...] = ()

    def resolved(self, names: Iterable[str]) -> _Postponed:
        """The same with the binds of these variables, and of what they are computed from, in their place again."""
        wanted = set(names)
        for bind in reversed(self.binds):
            if bind.variable.name in wanted:
                wanted |= mentioned(bind.expression)
        pattern = self.pattern
        for bind in self.binds:
            if bind.variable.name in wanted:
                pattern = gp.Extend(pattern, bind.variable, bind.expression)
        return _Postponed(pattern, tuple(bind for bind in self.binds if bind.variable.name not in wanted))

    @property
    def names(self) -> frozenset[str]:
        return frozenset(bind.variable.name for bind in self.binds)

    def everything(self) -> gp.GraphPattern:
        return self.resolved(self.names).pattern


def lazily(query: WindowQuery) -> WindowQuery:
    """The query with its uncertain values computed as late as may be; the same object when it has none."""
    if not any(isinstance(node, IriCall) and node.function in UNCERTAINTY_FUNCTIONS for node in descendants(query)):
        return query
    return replace(query, body=_postpone(query.body).resolved(_wanted(query.form)).pattern)


def _wanted(form: Form) -> frozenset[str]:
    match form:
        case Select() | Construct() | Describe():
            return mentioned(form)
        case Ask():
            return _NONE
        case _:
            assert_never(form)


def _postpone(pattern: gp.GraphPattern) -> _Postponed:
    match pattern:
        case gp.Extend(inner, variable, expression):
            return _postpone_bind(_postpone(inner), variable, expression)
        case gp.Filter(inner, condition):
            return _above(pattern, _postpone(inner).resolved(mentioned(condition)))
        case gp.OrderBy(inner, keys):
            asked = _NONE.union(*(mentioned(expression) for _, expression in keys))
            return _above(pattern, _postpone(inner).resolved(asked))
        case gp.Slice(inner, _, _):
            return _above(pattern, _postpone(inner))
        case gp.GraphOf(name, inner) | gp.WindowOf(name, inner):
            return _above(pattern, _outside(inner, mentioned(name)))
        case gp.Join(parts):
            return _postpone_in_join(parts)
        case gp.LeftJoin(left, right, condition):
            kept = _outside(left, possible(right)).resolved(mentioned(condition) if condition else _NONE)
            return _Postponed(gp.LeftJoin(kept.pattern, _settled(right), condition), kept.binds)
        case gp.Minus(left, right):
            kept = _outside(left, possible(right))
            return _Postponed(gp.Minus(kept.pattern, _settled(right)), kept.binds)
        case gp.Project(inner, variables):
            asked = frozenset(variable.name for variable in variables)
            return _Postponed(replace(pattern, pattern=_postpone(inner).resolved(asked).pattern))
        case gp.Group(inner, keys, aggregates):
            asked = _NONE.union(*(mentioned(expression) for _, expression in (*keys, *aggregates)))
            return _Postponed(replace(pattern, pattern=_postpone(inner).resolved(asked).pattern))
        case gp.Union(parts):
            return _Postponed(gp.Union(tuple(map(_settled, parts))))
        case gp.Distinct(inner) | gp.Reduced(inner):
            return _Postponed(replace(pattern, pattern=_settled(inner)))
        case gp.BasicGraphPattern() | gp.PathPattern() | gp.Values() | gp.MatchOf() | gp.Service():
            return _Postponed(pattern)
        case _:
            assert_never(pattern)


def _postpone_bind(inner: _Postponed, variable: Variable, expression: Expression) -> _Postponed:
    nodes = list(descendants(expression))
    movable = is_local(expression) and is_repeatable(expression)
    uncertain = any(isinstance(node, IriCall) and node.function in UNCERTAINTY_FUNCTIONS for node in nodes)
    if movable and (uncertain or mentioned(expression) & inner.names):
        return _Postponed(inner.pattern, (*inner.binds, _Bind(variable, expression)))
    kept = inner.resolved(mentioned(expression))
    return _Postponed(gp.Extend(kept.pattern, variable, expression), kept.binds)


def _postpone_in_join(parts: tuple[gp.GraphPattern, ...]) -> _Postponed:
    kept = []
    for place, part in enumerate(parts):
        others = (*parts[:place], *parts[place + 1 :])
        kept.append(_outside(part, _NONE.union(*map(possible, others))))
    return _Postponed(
        gp.Join(tuple(part.pattern for part in kept)), tuple(bind for part in kept for bind in part.binds)
    )


def _outside(part: gp.GraphPattern, elsewhere: frozenset[str]) -> _Postponed:
    """A part whose binds can wait until it has met what binds the variables `elsewhere`.

    A bind cannot wait if its variable is bound there as well, or if it asks for a variable that may still be
    unbound here and be bound there.
    """
    postponed = _postpone(part)
    open_variables = elsewhere - certain(part)
    early = {
        bind.variable.name
        for bind in postponed.binds
        if bind.variable.name in elsewhere or mentioned(bind.expression) & open_variables
    }
    return postponed.resolved(early)


def _above(pattern: gp.Filter | gp.OrderBy | gp.Slice | gp.GraphOf | gp.WindowOf, inner: _Postponed) -> _Postponed:
    return _Postponed(replace(pattern, pattern=inner.pattern), inner.binds)


def _settled(pattern: gp.GraphPattern) -> gp.GraphPattern:
    return _postpone(pattern).everything()
