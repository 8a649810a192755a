"""Patterns as tables that the searching kernel follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Variable
from seqoia.machine.match import searching as kernel
from seqoia.machine.match.buffers import bytes_of
from seqoia.machine.match.canonical import canonical, text_of
from seqoia.machine.match.shapes import Name, Shape, event_variables
from seqoia.machine.match.words import WIDTH
from seqoia.model import Term

MOST_VARIABLES = 64
"""The kernel has room for so many variables, and triple patterns, of one leaf."""

_Place = gp.Slot | None
_Quad = tuple[_Place, _Place, _Place, Name]
_PLACES = 4


@dataclass(frozen=True, slots=True)
class Programme:
    """The leaves over one stream, for `match_texts`: its arguments from `asks` to `name_bounds`."""

    asks: NDArray[np.int64]
    codes: NDArray[np.int64]
    pattern_bounds: NDArray[np.int64]
    constants: NDArray[np.uint8]
    constant_starts: NDArray[np.int64]
    constant_tails: NDArray[np.uint64]
    outputs: NDArray[np.int64]
    output_counts: NDArray[np.int64]
    names: NDArray[np.int64]
    name_bounds: NDArray[np.int64]

    @property
    def tables(self) -> tuple[NDArray[np.generic], ...]:
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)


class _Constants:
    """The terms that patterns name, each once."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def place(self, term: Term) -> int:
        [settled] = canonical([term])
        return self._places.setdefault(text_of(settled), len(self._places))

    def texts(self) -> list[bytes]:
        return [text.encode() for text in self._places]


def fits_kernel(shape: Shape) -> bool:
    return len(event_variables(shape)) <= MOST_VARIABLES and len(shape.triples) <= MOST_VARIABLES


def programme_of(shapes: Sequence[Shape]) -> Programme:
    """The tables of some leaves; the outputs of each are its `event_variables`, in their order."""
    constants = _Constants()
    asks: list[list[int]] = []
    codes: list[list[int]] = []
    bounds, names, name_bounds = [0], list[int](), [0]
    for shape in shapes:
        variables = {name: place for place, name in enumerate(event_variables(shape))}
        bound: set[str] = set()
        for places in in_order(shape):
            asked, coded = _row(places, variables, bound, constants)
            asks.append(asked)
            codes.append(coded)
        bounds.append(len(asks))
        names += [-1 if hider is None else constants.place(hider) for hider in shape.hiders]
        name_bounds.append(len(names))
    widths = [len(event_variables(shape)) for shape in shapes]
    outputs = np.tile(np.arange(max(widths, default=0), dtype=np.int64), (len(shapes), 1))
    texts = constants.texts()
    starts = _numbers(np.cumsum([0, *map(len, texts)]))
    data = bytes_of(b"".join(texts) + bytes(WIDTH))
    tails = np.array([_tail(text) for text in texts], np.uint64)
    return Programme(
        _numbers(np.array(asks, np.int64).reshape(-1, _PLACES)),
        _numbers(np.array(codes, np.int64).reshape(-1, _PLACES)),
        _numbers(bounds),
        data,
        starts,
        tails,
        outputs,
        _numbers(widths),
        _numbers(names),
        _numbers(name_bounds),
    )


def in_order(shape: Shape) -> list[_Quad]:
    """The triple patterns as the search tries them: connected ones first, and those that name most."""
    left: list[_Quad] = [(triple.subject, triple.predicate, triple.object, graph) for graph, triple in shape.triples]
    ordered, bound = list[_Quad](), set[str]()

    def known(places: _Quad) -> tuple[int, int]:
        variables = [place.name for place in places if isinstance(place, Variable)]
        joined = sum(name in bound for name in variables)
        return (joined + sum(isinstance(place, Constant) for place in places), joined)

    while left:
        best = max(left, key=known)
        left.remove(best)
        ordered.append(best)
        bound |= {place.name for place in best if isinstance(place, Variable)}
    return ordered


def _row(
    places: _Quad, variables: dict[str, int], bound: set[str], constants: _Constants
) -> tuple[list[int], list[int]]:
    """What a triple pattern asks of each place; its own repeated variables in the order in which the kernel looks."""
    asked, coded = [kernel.DEFAULT] * _PLACES, [0] * _PLACES
    for at in (kernel.PREDICATE, kernel.GRAPH, kernel.SUBJECT, kernel.OBJECT):
        place = places[at]
        if isinstance(place, Constant):
            asked[at], coded[at] = kernel.CONSTANT, constants.place(place.term)
        elif isinstance(place, Variable):
            asked[at] = kernel.CHECK if place.name in bound else kernel.BIND
            coded[at] = variables[place.name]
            bound.add(place.name)
    return asked, coded


def _tail(text: bytes) -> int:
    return int.from_bytes(text[-8:], "little")


def _numbers(values: object) -> NDArray[np.int64]:
    return np.array(values, np.int64)
