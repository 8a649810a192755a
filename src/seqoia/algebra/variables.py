"""Which variables a graph pattern speaks of: possibly, and certainly (P-UNC, section 4: pVars and cVars)."""

from __future__ import annotations

from functools import reduce

from typing_extensions import assert_never

from seqoia.algebra import events as ev
from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Expression, Previous, Variable
from seqoia.algebra.traversal import Node, descendants

Names = frozenset[str]

_NONE: Names = frozenset()


def mentioned(node: Node) -> Names:
    """Every variable that stands somewhere in a node."""
    return frozenset(found.name for found in descendants(node) if isinstance(found, Variable))


def asked(expression: Expression | None) -> Names:
    """The variables that an expression asks for, `PREV(?x)` not counted as asking for `?x`."""
    if expression is None:
        return _NONE
    previous = {id(node.variable) for node in descendants(expression) if isinstance(node, Previous)}
    return frozenset(
        node.name for node in descendants(expression) if isinstance(node, Variable) and id(node) not in previous
    )


def possible(pattern: gp.GraphPattern) -> Names:
    """The variables that some solution may bind: those in scope outside the pattern."""
    match pattern:
        case gp.BasicGraphPattern() | gp.PathPattern():
            return mentioned(pattern)
        case gp.Join(parts) | gp.Union(parts):
            return _NONE.union(*map(possible, parts))
        case gp.LeftJoin(left, right, _):
            return possible(left) | possible(right)
        case gp.Filter(inner, _) | gp.Minus(inner, _) | gp.OrderBy(inner, _):
            return possible(inner)
        case gp.Distinct(inner) | gp.Reduced(inner) | gp.Slice(inner, _, _):
            return possible(inner)
        case gp.Extend(inner, variable, _):
            return possible(inner) | {variable.name}
        case gp.Values(variables, _) | gp.Project(_, variables):
            return frozenset(variable.name for variable in variables)
        case gp.GraphOf(name, inner) | gp.WindowOf(name, inner) | gp.Service(name, inner, _):
            return possible(inner) | _name_of(name)
        case gp.MatchOf(event_pattern):
            return possible_in_events(event_pattern)
        case gp.Group(_, keys, aggregates):
            return frozenset(variable.name for variable, _ in (*keys, *aggregates))
        case _:
            assert_never(pattern)


def certain(pattern: gp.GraphPattern) -> Names:
    """The variables that every solution binds."""
    match pattern:
        case gp.BasicGraphPattern() | gp.PathPattern():
            return mentioned(pattern)
        case gp.Join(parts):
            return _NONE.union(*map(certain, parts))
        case gp.Union(parts):
            return reduce(frozenset.intersection, map(certain, parts))
        case gp.LeftJoin(left, _, _) | gp.Minus(left, _):
            return certain(left)
        case gp.Filter(inner, _) | gp.OrderBy(inner, _) | gp.Extend(inner, _, _):
            return certain(inner)
        case gp.Distinct(inner) | gp.Reduced(inner) | gp.Slice(inner, _, _):
            return certain(inner)
        case gp.Values(variables, rows):
            bound = (all(row[place] is not None for row in rows) for place in range(len(variables)))
            return frozenset(variable.name for variable, always in zip(variables, bound, strict=True) if always)
        case gp.Project(inner, variables):
            return certain(inner) & {variable.name for variable in variables}
        case gp.GraphOf(name, inner) | gp.WindowOf(name, inner):
            return certain(inner) | _name_of(name)
        case gp.Service(_, inner, silent):
            return _NONE if silent else certain(inner)
        case gp.MatchOf(event_pattern):
            return certain_in_events(event_pattern)
        case gp.Group(inner, keys, _):
            return frozenset(
                variable.name
                for variable, expression in keys
                if isinstance(expression, Variable) and expression.name in certain(inner)
            )
        case _:
            assert_never(pattern)


def possible_in_events(pattern: ev.EventPattern) -> Names:
    """The variables that some binding of an event pattern may bind."""
    match pattern:
        case ev.BasicEvent(_, inner, _) | ev.Timeless(inner) | ev.Occurrence(inner, _):
            return possible(inner)
        case ev.Conjunction(left, right) | ev.Simultaneous(left, right):
            return possible_in_events(left) | possible_in_events(right)
        case ev.OptionalConjunction(left, right, _) | ev.OptionalSequence(left, right, _):
            return possible_in_events(left) | possible_in_events(right)
        case ev.OptionalSimultaneous(left, right, _):
            return possible_in_events(left) | possible_in_events(right)
        case ev.Except(left, _):
            return possible_in_events(left)
        case ev.Sequence(elements):
            occurring = (element for element in elements if element.presence is not ev.Presence.ABSENT)
            return _NONE.union(*(possible_in_events(element.pattern) for element in occurring))
        case ev.Alternative(choices):
            return _NONE.union(*map(possible_in_events, choices))
        case ev.Repetition(inner):
            return possible_in_events(inner) | {variable.name for variable, _ in pattern.collected}
        case ev.First(inner) | ev.Last(inner) | ev.Within(inner) | ev.Where(inner):
            return possible_in_events(inner)
        case ev.Earliest(inner) | ev.Arrange(inner) | ev.Matches(inner):
            return possible_in_events(inner)
        case ev.Let(inner, variable, _, _):
            return possible_in_events(inner) | {variable.name}
        case ev.Table(values):
            return possible(values)
        case ev.Keep(_, variables):
            return frozenset(variable.name for variable in variables)
        case ev.GroupInTime(_, keys, aggregates):
            return frozenset(variable.name for variable, _ in (*keys, *aggregates))
        case _:
            assert_never(pattern)


def certain_in_events(pattern: ev.EventPattern) -> Names:
    """The variables that every binding of an event pattern binds: what can correlate its parts."""
    match pattern:
        case ev.BasicEvent(_, inner, _) | ev.Timeless(inner) | ev.Occurrence(inner, _):
            return certain(inner)
        case ev.Conjunction(left, right) | ev.Simultaneous(left, right):
            return certain_in_events(left) | certain_in_events(right)
        case ev.OptionalConjunction(left, _, _) | ev.OptionalSimultaneous(left, _, _) | ev.Except(left, _):
            return certain_in_events(left)
        case ev.OptionalSequence(_, right, _):
            return certain_in_events(right)
        case ev.Sequence(elements):
            required = (element for element in elements if element.presence is ev.Presence.REQUIRED)
            return _NONE.union(*(certain_in_events(element.pattern) for element in required))
        case ev.Alternative(choices):
            return reduce(frozenset.intersection, map(certain_in_events, choices))
        case ev.Repetition(inner) | ev.First(inner) | ev.Last(inner) | ev.Within(inner):
            return certain_in_events(inner)
        case ev.Where(inner) | ev.Let(inner) | ev.Earliest(inner) | ev.Arrange(inner) | ev.Matches(inner):
            return certain_in_events(inner)
        case ev.Table(values):
            return certain(values)
        case ev.Keep(inner, variables):
            return certain_in_events(inner) & {variable.name for variable in variables}
        case ev.GroupInTime(inner, keys, _):
            return frozenset(
                variable.name
                for variable, expression in keys
                if isinstance(expression, Variable) and expression.name in certain_in_events(inner)
            )
        case _:
            assert_never(pattern)


def common_to_all_parts(pattern: ev.EventPattern) -> Names:
    """The variables that every part binds, each iteration of a repetition included: they have one value in a match."""
    match pattern:
        case ev.Sequence(elements):
            required = [element.pattern for element in elements if element.presence is ev.Presence.REQUIRED]
            return reduce(frozenset.intersection, map(common_to_all_parts, required))
        case ev.Where(inner) | ev.Let(inner) | ev.Within(inner):
            return common_to_all_parts(inner)
        case ev.Simultaneous(left, right):
            return common_to_all_parts(left) | common_to_all_parts(right)
        case ev.Alternative(choices):
            return reduce(frozenset.intersection, map(common_to_all_parts, choices))
        case ev.Repetition():
            return certain_in_events(pattern).intersection(pattern.correlated)
        case _:
            return certain_in_events(pattern)


def _name_of(name: Constant | Variable) -> Names:
    return frozenset({name.name}) if isinstance(name, Variable) else _NONE
