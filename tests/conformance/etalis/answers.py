"""What the reference evaluator answers to a program, as the events that ETALIS would print."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from conformance.etalis.notation import Compound, Term, Var
from conformance.etalis.own_epsparql import SELECTED
from conformance.etalis.programs import Program
from conformance.etalis.recording import TYPE, Found, Inputs, is_internal, shown, triples
from conformance.etalis.terms import NAMESPACE
from conformance.etalis.to_epsparql import epsparql
from seqoia import (
    Answer,
    Dataset,
    Interval,
    Literal,
    NamedNode,
    Solution,
    Version,
    background_of,
    choose,
    evaluate,
    lower,
    parse,
)

_ARGUMENT = NAMESPACE + "arg"


def derived(known: Program, policy: str, given: Inputs) -> set[Found]:
    """All events under a policy of ETALIS, those that went in included."""
    query = choose(lower(parse(epsparql(known), "epsparql")), policy=policy)
    answers = evaluate(query, [given.stream], background_of([(Version(None, _facts(known)),)]))
    heads = [rule.head for rule in known.rules if rule.head.functor == SELECTED]
    events = _selected(answers, heads[0]) if heads else _all_events(answers)
    found = {Found(shown(event), given.numbers(interval)) for event, interval in events}
    return {each for each in found if not is_internal(each.event)} | given.found()


def _facts(known: Program) -> Dataset:
    """The facts of a program as a named graph."""
    said = {triple for number, fact in enumerate(known.facts) for triple in triples(fact, f"fact/{number}")}
    return Dataset(named={NamedNode(f"{NAMESPACE}facts"): frozenset(said)})


def _selected(answers: Iterable[Answer], head: Compound) -> Iterator[tuple[Compound, Interval]]:
    """The solutions of a selection, which ETALIS prints as lists."""
    for solution, interval in _timed(answers):
        row = (_term(solution[each.name]) if each.name in solution else Var("_") for each in head.arguments)
        yield Compound(SELECTED, (Compound("[]", tuple(row)),)), interval


def _all_events(answers: Iterable[Answer]) -> Iterator[tuple[Compound, Interval]]:
    """Events as nodes, put together from their triples; events that are triples, as they are."""
    nodes: dict[tuple[NamedNode, Interval], dict[str, NamedNode | Literal]] = defaultdict(dict)
    for solution, interval in _timed(answers):
        subject, predicate, value = (solution[name] for name in ("event", "property", "value"))
        if predicate == TYPE or predicate.value.startswith(_ARGUMENT):
            nodes[subject, interval][predicate.value] = value
        else:
            yield Compound("rdf", (_term(subject), _term(predicate), _term(value))), interval
    for (_, interval), values in nodes.items():
        functor, _, arity = values[TYPE.value].value.removeprefix(NAMESPACE).rpartition("_")
        arguments = (_term(values[f"{_ARGUMENT}{place}"]) for place in range(1, int(arity) + 1))
        yield Compound(functor, tuple(arguments)), interval


def _timed(answers: Iterable[Answer]) -> Iterator[tuple[Solution, Interval]]:
    for answer in answers:
        assert isinstance(answer.when, Interval)
        assert isinstance(answer.content, Solution)
        yield answer.content, answer.when


def _term(term: NamedNode | Literal) -> Term:
    return Compound(term.value.removeprefix(NAMESPACE))
