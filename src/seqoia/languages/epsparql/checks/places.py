"""What has no place in time: other endpoints, background graphs, conditions without an interval."""

from __future__ import annotations

from collections.abc import Iterator

from seqoia.languages.epsparql import tree
from seqoia.languages.epsparql.builder import INTERVAL_FUNCTIONS
from seqoia.languages.sparql import tree as sparql
from seqoia.languages.sparql.checks import Survey
from seqoia.languages.sparql.checks.grouping import is_grouped, select_forms
from seqoia.languages.sparql.refusal import Refusal


def check_endpoints(survey: Survey) -> None:
    """No other endpoint is asked: what it would answer has no interval and may change."""
    for part in survey.of(sparql.Service):
        raise Refusal(
            "SERVICE cannot be asked about a stream",
            part.span,
            "an answer from elsewhere has no interval",
            "load what it knows as background, and ask with GRAPH",
        )


def check_background(survey: Survey) -> None:
    """Named graphs are background knowledge: they hold at all times (SEMANTICS, section 1)."""
    for graph in survey.of(sparql.Graph):
        for part in sparql.walk(graph.group):
            if isinstance(part, tree.Chain):
                word = part.operators[0].value
                raise Refusal(f"{word} has no meaning inside GRAPH", part.span, "a named graph holds at all times")
            if _asks_for_interval(part):
                raise _without_interval(part, "a named graph holds at all times")


def check_intervals(survey: Survey) -> None:
    """What asks for the interval stands in a group that has one (P-EP, section 4.1; SEMANTICS 3.6)."""
    for group, asking in _places(survey):
        if not has_interval(group):
            for part in _asked_here(asking):
                raise _without_interval(part, "nothing in this group happens in the stream")


def check_exists(survey: Survey) -> None:
    """EXISTS asks what has occurred by the end of a solution's interval, so a solution must be there to ask."""
    for optional in survey.of(sparql.Optional):
        _refuse_exists(optional.group, "OPTIONAL")
    for chain in survey.of(tree.Chain):
        if chain.operators[0] is tree.Operator.OPTIONALSEQ:
            _refuse_exists(chain.operands[0], "OPTIONALSEQ")
        for operator, right in zip(chain.operators, chain.operands[1:], strict=True):
            if operator is tree.Operator.EQUALSOPTIONAL:
                _refuse_exists(right, "EQUALSOPTIONAL")
    for modifiers in survey.of(sparql.SolutionModifiers):
        _refuse_exists_in(modifiers, "put the condition in a FILTER, or its truth in a BIND")
    for form in select_forms(survey):
        if is_grouped(form):
            _refuse_exists_in(form.select, "put its truth in a BIND")


def has_interval(part: sparql.Syntax) -> bool:
    """Whether solutions of a pattern come from the stream, and not from the background and tables alone."""
    match part:
        case sparql.TriplesBlock():
            return True
        case sparql.Group() | sparql.Union() | tree.Chain():
            return any(has_interval(inner) for inner in sparql.children(part))
        case sparql.SubSelect():
            return has_interval(part.where)
        case _:
            return False


def _places(survey: Survey) -> Iterator[tuple[sparql.Syntax, tuple[sparql.Syntax, ...]]]:
    """Groups, each with the parts that may ask for its interval."""
    optional = {id(part.group) for part in survey.of(sparql.Optional)}
    for group in survey.of(sparql.Group):
        if id(group) not in optional:
            yield group, tuple(each for each in group.elements if isinstance(each, sparql.Filter | sparql.Bind))
    for selection in select_forms(survey):
        yield selection.where, (selection.select, selection.modifiers)
    for construct in survey.of(sparql.Construct):
        yield construct.where, (construct.modifiers,)
    for ask in survey.of(sparql.Ask):
        yield ask.where, (ask.modifiers,)


def _asked_here(places: tuple[sparql.Syntax, ...]) -> Iterator[sparql.Syntax]:
    waiting = list(reversed(places))
    while waiting:
        part = waiting.pop()
        if _asks_for_interval(part):
            yield part
        if not isinstance(part, sparql.Group):
            waiting.extend(reversed(list(sparql.children(part))))


def _asks_for_interval(part: sparql.Syntax) -> bool:
    return isinstance(part, sparql.BuiltinCall) and part.name in INTERVAL_FUNCTIONS


def _without_interval(part: sparql.Syntax, note: str) -> Refusal:
    name = part.name if isinstance(part, sparql.BuiltinCall) else ""
    return Refusal(
        f"there is no interval here for {name}()", part.span, note, "move it to a group with a triple of the stream"
    )


def _refuse_exists(side: sparql.PatternElement, word: str) -> None:
    for element in side.elements if isinstance(side, sparql.Group) else ():
        if isinstance(element, sparql.Filter):
            _refuse_exists_in(element, f"put the group of {word} in a second pair of braces")


def _refuse_exists_in(part: sparql.Syntax, help: str) -> None:
    for inner in sparql.walk(part):
        if isinstance(inner, sparql.Exists) and has_interval(inner.group):
            raise Refusal("EXISTS cannot stand in this condition", inner.span, "it asks about one solution", help)
