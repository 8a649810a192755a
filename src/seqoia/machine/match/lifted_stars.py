"""Star patterns over lifted rows: planned on the declaration, they read the columns and write no triples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from seqoia.algebra.expressions import Constant, Variable
from seqoia.machine.match.canonical import canonical, text_of
from seqoia.machine.match.events import EventBatch
from seqoia.machine.match.lift import Lift, Source
from seqoia.machine.match.lifting import Rows
from seqoia.machine.match.shapes import Shape
from seqoia.machine.match.solutions import Column, Solutions, column_of_texts
from seqoia.model import Term


@dataclass(frozen=True, slots=True)
class Star:
    """Where each variable of a pattern comes from, and which sources must be there, or be a certain term."""

    variables: dict[str, Source | None]
    """By name; none is the blank node of the row."""
    needed: tuple[Source | None, ...]
    fixed: tuple[tuple[Source | None, Term], ...]
    empty: bool = False
    """Whether no row can match, for want of a property."""


def star_of(shape: Shape, lift: Lift) -> Star | None:
    """How a pattern reads the columns of a lift; nothing if it must be written as triples."""
    subjects = {triple.subject for _, triple in shape.triples}
    if len(subjects) != 1 or any(graph is not None for graph, _ in shape.triples) or shape.hiders:
        return None
    [subject] = subjects
    if not isinstance(subject, Variable):
        return None
    variables: dict[str, Source | None] = {subject.name: lift.subject}
    needed: list[Source | None] = [lift.subject]
    fixed: list[tuple[Source | None, Term]] = []
    for _, triple in shape.triples:
        if not isinstance(triple.predicate, Constant):
            return None
        sources = [each.object for each in lift.properties if each.predicate == triple.predicate.term]
        if len(sources) > 1:
            return None
        if not sources:
            return Star({}, (), (), empty=True)
        needed.append(sources[0])
        if isinstance(triple.object, Constant):
            fixed.append((sources[0], triple.object.term))
        elif isinstance(triple.object, Variable) and triple.object.name not in variables:
            variables[triple.object.name] = sources[0]
        else:
            return None
    return Star(variables, tuple(dict.fromkeys(needed)), tuple(fixed))


def found_by(star: Star, rows: Rows, batch: EventBatch, asked: set[str]) -> Solutions:
    """The solutions over each row; of the variables, those that are asked for."""
    if star.empty:
        return Solutions(np.empty(0, np.int64), {}, batch.event)
    kept = np.ones(len(rows), np.bool_)
    for source in star.needed:
        kept &= present(rows, source)
    for source, term in star.fixed:
        [settled] = canonical([term])
        same = pc.equal(rows.terms(source), text_of(settled))
        kept &= pc.fill_null(same, False).to_numpy(zero_copy_only=False)
    events = np.flatnonzero(kept)
    columns = {
        name: column.take(events)
        for name, source in star.variables.items()
        if name in asked and (column := _column(rows, source, batch)) is not None
    }
    return Solutions(events, columns, batch.event)


def present(rows: Rows, source: Source | None) -> NDArray[np.bool_]:
    values = rows.typed(source)
    array: pa.Array = rows.terms(source) if values is None else values
    valid: NDArray[np.bool_] = array.is_valid().to_numpy(zero_copy_only=False)
    return valid


def _column(rows: Rows, source: Source | None, batch: EventBatch) -> Column:
    column = column_of_texts(rows.terms(source))
    return Column(column.data, column.starts, column.lengths, batch.stream) if source is None else column
