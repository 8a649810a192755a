"""Graph patterns as lines of text: the triples of one event, what is asked of them, and what the background adds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Expression
from seqoia.algebra.printer import show
from seqoia.algebra.traversal import descendants
from seqoia.algebra.wording.expressions import expression_in_words
from seqoia.algebra.wording.terms import FULL_NAMES, Names, variable_in_words

_INDENT = "  "


def graph_in_words(pattern: gp.GraphPattern, names: Names = FULL_NAMES) -> list[str]:
    """The lines between the braces of a group."""
    return list(_lines(pattern, names))


def has_filters(pattern: gp.GraphPattern) -> bool:
    """Whether something is asked of what the pattern binds."""
    return any(isinstance(node, gp.Filter) for node in descendants(pattern))


def without_filters(pattern: gp.GraphPattern) -> tuple[gp.GraphPattern, tuple[Expression, ...]]:
    """The pattern without the conditions on top of it, and these."""
    conditions: list[Expression] = []
    while isinstance(pattern, gp.Filter):
        conditions.insert(0, pattern.condition)
        pattern = pattern.pattern
    return pattern, tuple(conditions)


def _lines(pattern: gp.GraphPattern, names: Names) -> Iterator[str]:
    match pattern:
        case gp.BasicGraphPattern(triples):
            yield from _triples(triples, names)
        case gp.PathPattern(subject, path, object_):
            yield f"{names.slot(subject)} {names.path(path)} {names.slot(object_)} ."
        case gp.Join(parts):
            for part in parts:
                yield from _lines(part, names)
        case gp.LeftJoin(left, right, condition):
            yield from _lines(left, names)
            asked = () if condition is None else (_filter(condition, names),)
            yield from _group("OPTIONAL", (*_lines(right, names), *asked))
        case gp.Filter(inner, condition):
            yield from _lines(inner, names)
            yield _filter(condition, names)
        case gp.Union(parts):
            for number, part in enumerate(parts):
                yield from _group("UNION" if number else "", list(_lines(part, names)))
        case gp.Minus(left, right):
            yield from _lines(left, names)
            yield from _group("MINUS", list(_lines(right, names)))
        case gp.Extend(inner, variable, expression):
            yield from _lines(inner, names)
            yield f"BIND ({expression_in_words(expression, names)} AS {variable_in_words(variable)})"
        case gp.Values(variables, rows):
            listed = " ".join(map(variable_in_words, variables))
            yield f"VALUES ({listed}) {{ {len(rows)} row{'s' * (len(rows) != 1)} }}"
        case gp.GraphOf(name, inner) | gp.WindowOf(name, inner) | gp.Service(name, inner, _):
            word = {gp.GraphOf: "GRAPH", gp.WindowOf: "WINDOW", gp.Service: "SERVICE"}[type(pattern)]
            yield from _group(f"{word} {names.slot(name)}", list(_lines(inner, names)))
        case gp.Group() | gp.OrderBy() | gp.Project() | gp.Distinct() | gp.Reduced() | gp.Slice():
            yield from _group("SELECT", list(_lines(pattern.pattern, names)))
        case gp.MatchOf(inner):
            yield show(inner)
        case _:
            assert_never(pattern)


def _triples(triples: Sequence[gp.TriplePattern], names: Names) -> Iterator[str]:
    """Triples of one subject together, as authors write them."""
    for subject, several in groupby(triples, key=lambda triple: triple.subject):
        said = [f"{names.predicate(each.predicate)} {names.slot(each.object)}" for each in several]
        yield f"{names.slot(subject)} {' ; '.join(said)} ."


def _filter(condition: Expression, names: Names) -> str:
    return f"FILTER ({expression_in_words(condition, names)})"


def _group(opening: str, lines: Sequence[str]) -> Iterator[str]:
    if len(lines) == 1:
        yield f"{opening} {{ {lines[0]} }}".lstrip()
        return
    yield f"{opening} {{".lstrip()
    yield from (_INDENT + line for line in lines)
    yield "}"
