"""Joins, unions and conjunctions, flat and without what adds nothing (SPARQL 1.2, section 18.2.2.8)."""

from __future__ import annotations

from collections.abc import Iterable

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Expression


def join(*parts: gp.GraphPattern) -> gp.GraphPattern:
    """The join of parts; triple patterns that stand beside each other are one basic graph pattern."""
    kept: list[gp.GraphPattern] = []
    for part in parts:
        for each in part.parts if isinstance(part, gp.Join) else (part,):
            _append(kept, each)
    match kept:
        case []:
            return gp.UNIT
        case [only]:
            return only
        case _:
            return gp.Join(tuple(kept))


def union(*parts: gp.GraphPattern) -> gp.GraphPattern:
    """The union of parts; one inside another is no other."""
    flat = [each for part in parts for each in (part.parts if isinstance(part, gp.Union) else (part,))]
    return flat[0] if len(flat) == 1 else gp.Union(tuple(flat))


def filtered(pattern: gp.GraphPattern, conditions: Iterable[Expression]) -> gp.GraphPattern:
    """A pattern under all of the conditions, if there are any."""
    condition = conjunction(conditions)
    return pattern if condition is None else gp.Filter(pattern, condition)


def conjunction(conditions: Iterable[Expression]) -> Expression | None:
    """All conditions as one."""
    flat: list[Expression] = []
    for condition in conditions:
        flat.extend(condition.arguments if isinstance(condition, Call) and condition.function == "&&" else [condition])
    if len(flat) < 2:
        return flat[0] if flat else None
    return Call("&&", tuple(flat))


def pattern_of(said: Iterable[gp.TriplePattern | gp.PathPattern]) -> gp.GraphPattern:
    """What a block of triples says as a pattern: triples in basic graph patterns, paths between them."""
    return join(*(gp.BasicGraphPattern((each,)) if isinstance(each, gp.TriplePattern) else each for each in said))


def _append(kept: list[gp.GraphPattern], part: gp.GraphPattern) -> None:
    if part == gp.UNIT:
        return
    if kept and isinstance(part, gp.BasicGraphPattern) and isinstance(kept[-1], gp.BasicGraphPattern):
        kept[-1] = gp.BasicGraphPattern(kept[-1].triples + part.triples)
    else:
        kept.append(part)
