"""Which patterns the kernels can solve, and how: triples over the event, tables that do not change, and steps after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import (
    Aggregate,
    Call,
    Constant,
    Exists,
    Expression,
    OfInterval,
    Previous,
    Variable,
)
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import certain, mentioned, possible
from seqoia.model import BlankNode, Dataset, NamedNode, Triple

_NEVER_TWICE_THE_SAME = frozenset({"RAND", "UUID", "STRUUID", "BNODE"})
"""Functions that are asked anew for each solution."""

Name = Constant | Variable | None


@dataclass(frozen=True, slots=True)
class Step:
    """A filter, or with a variable a bind, over the solutions so far."""

    expression: Expression
    variable: str | None = None


@dataclass(slots=True)
class Shape:
    """A pattern as the kernels see it."""

    triples: list[tuple[Name, gp.TriplePattern]] = field(default_factory=list)
    """With the graph in which each is looked for; none is the default graph."""
    tables: list[GraphPattern] = field(default_factory=list)
    """Parts that do not depend on the event."""
    steps: list[Step] = field(default_factory=list)
    hiders: list[NamedNode | None] = field(default_factory=list)
    """Graphs of the background that an event's own may hide; none stands for any."""


class _BeyondKernelsError(Exception):
    """The pattern has a part that the kernels cannot solve."""


def shape_of(pattern: GraphPattern, background: Dataset) -> Shape | None:
    """How the kernels solve a pattern; nothing if they cannot."""
    shape = Shape()
    try:
        _at_the_top(pattern, shape, background)
        _check_tables(shape)
    except _BeyondKernelsError:
        return None
    return shape


def is_static(pattern: GraphPattern, background: Dataset) -> bool:
    """Whether a pattern asks a graph of the background or a table, and nothing of the event."""
    match pattern:
        case gp.Values():
            return True
        case gp.GraphOf(Constant(term), inner):
            return term in background.named and not any(isinstance(node, gp.GraphOf) for node in descendants(inner))
        case _:
            return False


def event_variables(shape: Shape) -> list[str]:
    """The variables that the event's own triples bind, in a fixed order."""
    names = {name for graph, triple in shape.triples for name in mentioned(triple)}
    names |= {graph.name for graph, _ in shape.triples if isinstance(graph, Variable)}
    return sorted(names)


def _at_the_top(pattern: GraphPattern, shape: Shape, background: Dataset) -> None:
    """Where nothing is joined any more, filters and binds may ask for anything."""
    match pattern:
        case gp.Distinct(inner) | gp.Reduced(inner):
            _at_the_top(inner, shape, background)
        case gp.Project(inner, variables):
            _at_the_top(inner, shape, background)
            if not possible(inner) <= {variable.name for variable in variables}:
                raise _BeyondKernelsError
        case gp.Filter(inner, condition):
            _at_the_top(inner, shape, background)
            shape.steps.append(Step(_asked(condition)))
        case gp.Extend(inner, variable, expression):
            _at_the_top(inner, shape, background)
            shape.steps.append(Step(_asked(expression), variable.name))
        case _:
            _inside(pattern, shape, background, None)


def _inside(pattern: GraphPattern, shape: Shape, background: Dataset, graph: Name) -> None:
    match pattern:
        case gp.BasicGraphPattern(triples):
            if graph is not None and not triples:
                raise _BeyondKernelsError
            shape.triples += [(graph, _searchable(triple)) for triple in triples]
        case gp.Join(parts):
            for part in parts:
                _inside(part, shape, background, graph)
        case gp.Filter(inner, condition):
            if not mentioned(condition) <= certain(inner):
                raise _BeyondKernelsError
            _inside(inner, shape, background, graph)
            shape.steps.append(Step(_asked(condition)))
        case gp.Values():
            shape.tables.append(pattern)
        case gp.GraphOf(name, inner) if graph is None:
            _in_graph(pattern, name, inner, shape, background)
        case _:
            raise _BeyondKernelsError


def _in_graph(
    pattern: GraphPattern, name: Constant | Variable, inner: GraphPattern, shape: Shape, background: Dataset
) -> None:
    """A graph of the background, unless the event has one of that name; or else a graph of the event."""
    if isinstance(name, Constant):
        if not isinstance(name.term, NamedNode):
            raise _BeyondKernelsError
        known = name.term in background.named
        hider = name.term
    else:
        known, hider = bool(background.named), None
    if known:
        if any(isinstance(node, gp.GraphOf) for node in descendants(inner)):
            raise _BeyondKernelsError
        shape.tables.append(pattern)
        shape.hiders.append(hider)
    else:
        if any(isinstance(node, gp.Values) for node in descendants(inner)):
            raise _BeyondKernelsError
        _inside(inner, shape, background, name)


def _searchable(triple: gp.TriplePattern) -> gp.TriplePattern:
    for place in (triple.subject, triple.predicate, triple.object):
        if isinstance(place, gp.TripleTerm):
            raise _BeyondKernelsError
        if isinstance(place, Constant) and any(_blank_nodes(place.term)):
            raise _BeyondKernelsError
    return triple


def _blank_nodes(term: object) -> Iterator[bool]:
    if isinstance(term, Triple):
        for part in term:
            yield from _blank_nodes(part)
    elif isinstance(term, BlankNode):
        yield True


def asked_at_once(expression: Expression) -> bool:
    """Whether an expression may be asked once for all solutions that have the same terms."""
    try:
        _asked(expression)
    except _BeyondKernelsError:
        return False
    return True


def _asked(expression: Expression) -> Expression:
    for node in descendants(expression):
        if isinstance(node, (Exists, Aggregate, OfInterval, Previous)):
            raise _BeyondKernelsError
        if isinstance(node, Call) and node.function in _NEVER_TWICE_THE_SAME:
            raise _BeyondKernelsError
    return expression


def _check_tables(shape: Shape) -> None:
    """Tables are joined on variables that are always bound; one that shares none with the event is left alone."""
    seen = set(event_variables(shape))
    for table in shape.tables:
        shared = possible(table) & seen
        if not shared or not shared <= certain(table):
            raise _BeyondKernelsError
        seen |= possible(table)
