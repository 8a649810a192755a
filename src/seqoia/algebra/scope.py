"""The scope rule FLATTEN: filters and binds see the variables of all groups around them (SEMANTICS 5.3).

Groups, GRAPH and WINDOW are opened, and what stood in them as a filter or a bind stands on the outermost group:

    Join                                             Filter ?v > ?limit
      Window :w                                        Join
        Filter ?v > ?limit                     →         Window :w
          ?s :p ?v                                         ?s :p ?v
      ?s :limit ?limit                                   ?s :limit ?limit

What has a scope of its own keeps it: the branches of UNION, the right sides of OPTIONAL and MINUS, subqueries. A bind
stays where it is if another part of the query knows its variable, and so does a filter that asks EXISTS of a graph or
window, because it would ask another one outside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Exists, Expression, Variable
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.query import WindowQuery
from seqoia.algebra.traversal import Node, descendants, map_children
from seqoia.algebra.variables import mentioned, possible
from seqoia.model import ScopeRule


@dataclass(frozen=True, slots=True)
class _Bind:
    """What an Extend adds to a pattern."""

    variable: Variable
    expression: Expression


_Step: TypeAlias = "_Bind | Expression"
"""What was lifted out of a group: a bind, or the condition of a filter."""


def bottom_up(query: WindowQuery) -> WindowQuery:
    """The query with its scope rule carried out, so that it means the same under SPARQL's own."""
    rule = query.profile.scope if query.scope is None else query.scope
    if rule is ScopeRule.BOTTOM_UP:
        return query
    return replace(query, body=flattened(query.body), scope=ScopeRule.BOTTOM_UP)


def flattened(pattern: GraphPattern) -> GraphPattern:
    """The pattern with its filters and binds on the outermost group of their scope."""
    opened, steps = _open(pattern)
    return _with_steps(opened, steps)


def _open(pattern: GraphPattern) -> tuple[GraphPattern, Sequence[_Step]]:
    """A group without its filters and binds, and those, in the order in which they stood."""
    match pattern:
        case gp.Filter(inner, condition):
            opened, steps = _open(inner)
            return opened, [*steps, condition]
        case gp.Extend(inner, variable, expression):
            opened, steps = _open(inner)
            return opened, [*steps, _Bind(variable, expression)]
        case gp.Join(parts):
            return _open_join(parts)
        case gp.GraphOf(_, inner) | gp.WindowOf(_, inner):
            opened, steps = _open(inner)
            kept = [step for step in steps if _asks_of_data(step)]
            kept += _binds(steps) if kept else []
            lifted = [step for step in steps if step not in kept]
            return replace(pattern, pattern=_with_steps(opened, kept)), lifted
        case gp.LeftJoin(left, right, condition):
            opened, steps = _open(left)
            sound = gp.LeftJoin(_with_steps(opened, _binds(steps)), *_optional(right, condition))
            return sound, _conditions(steps)
        case gp.Minus(left, right):
            opened, steps = _open(left)
            return gp.Minus(_with_steps(opened, _binds(steps)), flattened(right)), _conditions(steps)
        case gp.MatchOf():
            return pattern, []
        case _:
            changed: GraphPattern = map_children(pattern, _inside)
            return changed, []


def _open_join(parts: Sequence[GraphPattern]) -> tuple[GraphPattern, Sequence[_Step]]:
    opened = [_open(part) for part in parts]
    joined: list[GraphPattern] = []
    lifted: list[_Step] = []
    for place, (part, steps) in enumerate(opened):
        others = [possible(_with_steps(*other)) for index, other in enumerate(opened) if index != place]
        kept = _kept(steps, frozenset().union(*others))
        joined.append(_with_steps(part, kept))
        lifted += [step for step in steps if step not in kept]
    return gp.Join(tuple(joined)), lifted


def _kept(steps: Sequence[_Step], known_elsewhere: frozenset[str]) -> list[_Step]:
    """The binds of variables that other parts know as well, and the binds from which these are computed."""
    kept = {bind.variable.name for bind in _binds(steps) if bind.variable.name in known_elsewhere}
    for bind in reversed(_binds(steps)):
        if bind.variable.name in kept:
            kept |= mentioned(bind.expression)
    return [bind for bind in _binds(steps) if bind.variable.name in kept]


def _optional(right: GraphPattern, condition: Expression | None) -> tuple[GraphPattern, Expression | None]:
    """The right side of OPTIONAL, its filters in the condition, which sees both sides."""
    opened, steps = _open(right)
    conditions = [*_conditions(steps), *([] if condition is None else [condition])]
    if len(conditions) < 2:
        return _with_steps(opened, _binds(steps)), conditions[0] if conditions else None
    return _with_steps(opened, _binds(steps)), Call("&&", tuple(conditions))


def _with_steps(pattern: GraphPattern, steps: Sequence[_Step]) -> GraphPattern:
    """The pattern with binds on it, each after those that it asks for, and filters on top of them."""
    pending = _binds(steps)
    while pending:
        open_names = {bind.variable.name for bind in pending}
        ready = [bind for bind in pending if not open_names & mentioned(bind.expression)]
        chosen = ready[0] if ready else pending[0]
        pattern = gp.Extend(pattern, chosen.variable, chosen.expression)
        pending = [bind for bind in pending if bind is not chosen]
    for condition in _conditions(steps):
        pattern = gp.Filter(pattern, condition)
    return pattern


def _binds(steps: Sequence[_Step]) -> list[_Bind]:
    return [step for step in steps if isinstance(step, _Bind)]


def _conditions(steps: Sequence[_Step]) -> list[Expression]:
    return [step for step in steps if not isinstance(step, _Bind)]


def _asks_of_data(step: _Step) -> bool:
    expression = step.expression if isinstance(step, _Bind) else step
    return any(isinstance(node, Exists) for node in descendants(expression))


def _inside(node: Node) -> Node:
    """Patterns below have scopes of their own."""
    return flattened(node) if isinstance(node, GraphPattern) else map_children(node, _inside)
