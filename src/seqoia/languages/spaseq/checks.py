"""What SPAseq forbids beyond its grammar, and what its names stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from seqoia.languages.sparql import tree as core
from seqoia.languages.sparql.checks import (
    CHECKS,
    Survey,
    check_aggregates,
    check_grouped_projection,
    check_templates,
)
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.spaseq import tree
from seqoia.languages.spaseq.marks import check_marks, check_repetitions
from seqoia.text import closest


def check_clauses(survey: Survey) -> None:
    """A query has one window, one regime and at least one stream; a name stands for one thing."""
    for kind, word in ((tree.WithinClause, "WITHIN"), (tree.EntailmentClause, "ENTAILMENT")):
        for extra in list(survey.of(kind))[1:]:
            raise Refusal(f"{word} stands here a second time", extra.span, "a query has one at most")
    _each_once((clause.name for clause in survey.of(tree.StreamClause)), "stream")
    _each_once((definition.name for definition in survey.of(tree.Definition)), "GPM")
    for clause in survey.of(tree.WithinClause):
        if clause.sliding and clause.start is not None:
            raise Refusal(
                "a sliding window has no start of its own",
                clause.start.span,
                "it starts with the first event of each match",
                "leave out SLIDING or STARTING AT",
            )


def check_names(survey: Survey) -> None:
    """SEQ, AFTER MATCH and COUNT name GPMs that there are; a GPM names a stream that there is."""
    streams = [clause.name.text for clause in survey.of(tree.StreamClause)]
    defined = [definition.name.text for definition in survey.of(tree.Definition)]
    used = [event.name.text for event in survey.of(tree.EventName)]
    for definition in survey.of(tree.Definition):
        name = definition.stream.text
        _known(definition.stream, streams, f"there is no stream {name}", f"add: FROM STREAM {name} <…>")
    for event in survey.of(tree.EventName):
        name = event.name.text
        _known(event.name, defined, f"there is no GPM {name}", f"add: DEFINE GPM {name} ON … {{ … }}")
    skipped = (skip.name for skip in survey.of(tree.SkipClause) if skip.name is not None)
    for mentioned in (*skipped, *_arguments(survey)):
        _known(mentioned, used, f"SEQ does not mention {mentioned.text}")


def check_registered_streams(survey: Survey) -> None:
    """Only CONSTRUCT and DESCRIBE make streams (P-SPA, section 4, principle 5)."""
    for query in survey.of(tree.SequenceQuery):
        told = query.registration
        if told is not None and told.kind == "STREAM" and not isinstance(query.head, _MAKING_GRAPHS):
            raise Refusal(
                "a registered stream needs a query that makes graphs",
                query.head.span,
                "expected CONSTRUCT or DESCRIBE",
                "register it as a QUERY, or CONSTRUCT triples",
            )


def check_constructed(survey: Survey) -> None:
    """A template says triples, as in SPARQL."""
    for head in survey.of(tree.ConstructHead):
        nothing = core.Group(())
        check_templates(Survey(core.Construct(head.template, (), nothing, core.SolutionModifiers())))


def check_limits(survey: Survey) -> None:
    """So many matches for each start, not none."""
    for modifiers in survey.of(tree.Modifiers):
        if modifiers.limit_per_start == 0:
            raise Refusal("a start has at least one match", modifiers.span, "expected a number above zero")


def check_calls(survey: Survey) -> None:
    """COUNT alone counts iterations by name, PREV asks for a variable, and aggregates do not nest."""
    counted = {id(each.argument) for each in survey.of(core.Aggregate) if each.name == "COUNT" and not each.distinct}
    for name in _arguments(survey):
        if id(name) not in counted:
            raise Refusal(
                f"`{name.text}` has no value", name.span, "a GPM can be counted only", f"write COUNT({name.text})"
            )
    for call in survey.of(core.BuiltinCall):
        if call.name == "PREV" and not isinstance(call.arguments[0], core.Variable):
            raise Refusal("PREV asks for a variable", call.arguments[0].span, "expected a variable")
    for aggregate in survey.of(core.Aggregate):
        for part in core.walk(aggregate.argument) if aggregate.argument else ():
            if isinstance(part, core.Aggregate):
                message = f"{part.name} cannot stand inside {aggregate.name}"
                raise Refusal(message, part.span, "each gathers the iterations of a repetition")


def check_nested_aggregates(survey: Survey) -> None:
    """Filters and binds at the top of a GPM may ask for aggregates; deeper ones see no repetition."""
    for definition in survey.of(tree.Definition):
        for element in definition.group.elements:
            if not isinstance(element, core.Filter | core.Bind):
                _check_deeper_aggregates(element)


SPASEQ_CHECKS: tuple[Callable[[Survey], None], ...] = (
    *(check for check in CHECKS if check not in (check_aggregates, check_grouped_projection, check_templates)),
    check_clauses,
    check_names,
    check_marks,
    check_repetitions,
    check_registered_streams,
    check_constructed,
    check_limits,
    check_calls,
    check_nested_aggregates,
    check_grouped_projection,
)
"""SPARQL's, but for aggregates, which speak of repetitions here; then SPAseq's own."""

_MAKING_GRAPHS = (tree.ConstructHead, tree.DescribeHead)


def _each_once(names: Iterable[tree.Name], kind: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name.text in seen:
            raise Refusal(f"the {kind} {name.text} is declared twice", name.span, "expected another name")
        seen.add(name.text)


def _known(name: tree.Name, known: Iterable[str], message: str, otherwise: str = "") -> None:
    known = dict.fromkeys(known)
    if name.text not in known:
        meant = closest(name.text, known)
        note = f"there {'is' if len(known) == 1 else 'are'} {', '.join(known)}" if known else ""
        raise Refusal(message, name.span, note, f"did you mean {meant}?" if meant else otherwise)


def _check_deeper_aggregates(element: core.PatternElement) -> None:
    try:
        check_aggregates(Survey(element))
    except Refusal as refusal:
        raise Refusal(
            refusal.message, refusal.span, "no repetition is seen from there", "move it to the top of the GPM"
        ) from None


def _arguments(survey: Survey) -> Iterable[tree.Name]:
    """The names that stand where an expression stands."""
    for call in survey.of(core.Aggregate):
        if isinstance(call.argument, tree.Name):
            yield call.argument
    called = [call.arguments for call in survey.of(core.BuiltinCall)] + [
        call.arguments for call in survey.of(core.IriCall)
    ]
    for arguments in called:
        yield from (each for each in arguments if isinstance(each, tree.Name))
