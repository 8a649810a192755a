"""Patterns of several shapes: joins, options, unions and differences of what the kernels find over each event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Expression
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.variables import certain, possible
from seqoia.machine.match.programme import fits_kernel
from seqoia.machine.match.shapes import Shape, Step, asked_at_once, is_static, shape_of
from seqoia.model import Dataset, NamedNode


@dataclass(frozen=True, slots=True)
class Flat:
    """What one search finds."""

    shape: Shape


@dataclass(frozen=True, slots=True)
class Both:
    """The compatible merges of two parts, which always bind what they share."""

    left: Tree
    right: Tree
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WithTable:
    """A part with what the background says of its terms."""

    left: Tree
    pattern: GraphPattern


@dataclass(frozen=True, slots=True)
class Perhaps:
    """A part with what another adds under a condition, if it adds anything."""

    left: Tree
    right: Tree
    shared: tuple[str, ...]
    condition: Expression | None


@dataclass(frozen=True, slots=True)
class Without:
    """The solutions of a part that agree with none of another's."""

    left: Tree
    right: Tree
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """The solutions of each part."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Then:
    """A part's solutions after a filter or a bind."""

    inner: Tree
    step: Step


Tree: TypeAlias = Flat | Both | WithTable | Perhaps | Without | Either | Then


class _BeyondTreesError(Exception):
    """The pattern has a part that trees lack."""


def tree_of(pattern: GraphPattern, background: Dataset) -> Tree | None:
    """How a pattern is solved over many events at once; nothing if it must be asked event by event."""
    try:
        return _tree(pattern, background)
    except _BeyondTreesError:
        return None


def shapes_in(tree: Tree) -> Iterator[Shape]:
    """The shapes of a tree, from the left."""
    match tree:
        case Flat(shape):
            yield shape
        case Both(left, right) | Perhaps(left, right) | Without(left, right):
            yield from shapes_in(left)
            yield from shapes_in(right)
        case WithTable(inner) | Then(inner):
            yield from shapes_in(inner)
        case Either(parts):
            for part in parts:
                yield from shapes_in(part)
        case _:
            assert_never(tree)


def _tree(pattern: GraphPattern, background: Dataset) -> Tree:
    shape = shape_of(pattern, background)
    if shape is not None and fits_kernel(shape):
        return Flat(shape)
    match pattern:
        case gp.Distinct(inner) | gp.Reduced(inner):
            return _tree(inner, background)
        case gp.Filter(inner, condition) if asked_at_once(condition):
            return Then(_tree(inner, background), Step(condition))
        case gp.Extend(inner, variable, expression) if asked_at_once(expression):
            return Then(_tree(inner, background), Step(expression, variable.name))
        case gp.Union(parts):
            return Either(tuple(_tree(part, background) for part in parts))
        case gp.Join(parts):
            return _join(parts, background)
        case gp.LeftJoin(left, right, condition) if condition is None or asked_at_once(condition):
            shared = _shared(left, right)
            return Perhaps(_tree(left, background), _tree(right, background), shared, condition)
        case gp.Minus(left, right):
            return Without(_tree(left, background), _tree(right, background), _shared(left, right))
        case _:
            raise _BeyondTreesError


def _join(parts: tuple[GraphPattern, ...], background: Dataset) -> Tree:
    """Parts from the left, those that the background answers at last."""
    static = [part for part in parts if is_static(part, background)]
    first, *rest = [part for part in parts if part not in static] or [gp.UNIT]
    seen, tree = first, _tree(first, background)
    for part in rest:
        tree = Both(tree, _tree(part, background), _shared(seen, part))
        seen = gp.Join((seen, part))
    for part in static:
        if not _shared(seen, part):
            raise _BeyondTreesError
        if isinstance(part, gp.GraphOf) and isinstance(part.name, Constant) and isinstance(part.name.term, NamedNode):
            next(shapes_in(tree)).hiders.append(part.name.term)
        tree = WithTable(tree, part)
        seen = gp.Join((seen, part))
    return tree


def _shared(left: GraphPattern, right: GraphPattern) -> tuple[str, ...]:
    """The variables of both sides; each binds them in every solution."""
    shared = possible(left) & possible(right)
    if not shared <= certain(left) & certain(right):
        raise _BeyondTreesError
    return tuple(sorted(shared))
