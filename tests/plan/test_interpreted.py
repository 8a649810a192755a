"""Every reason for which a pattern has no automaton, and a query no plan; each with a query that shows it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

import seqoia
from places import PROJECT
from plan.queries import lowered, outlined
from seqoia import EventQuery
from seqoia.algebra import events as ev
from seqoia.algebra.expressions import Exists
from seqoia.algebra.patterns import BasicGraphPattern
from seqoia.algebra.query import Rule
from seqoia.algebra.traversal import Node, map_children
from seqoia.explanation.planned import Unplanned, planned
from seqoia.model import Selection
from seqoia.plan.automaton import Interpreted
from seqoia.plan.physical import plan

WRITTEN = {
    "A ; (B ; C)+": "a sequence stands inside another expression",
    "A ; (B+ | C)": "a repetition stands inside & or | or another repetition",
    "A ; B+ LONGEST": "LONGEST compares whole matches",
    "A ; B{2}? ; C": "a repetition of two or more may be absent",
    "A? ; B+": "a pattern with a repetition begins with an option",
    "A? ; B ; C!": "a pattern that begins with an option ends with what need not come",
}


@pytest.mark.parametrize(("sequence", "reason"), WRITTEN.items())
def test_a_sequence_is_interpreted_for_a_reason(sequence: str, reason: str) -> None:
    assert outlined(sequence).because == reason


INSIDE = [
    (
        "A ; B",
        {"B": "?nB :of ?x . BIND (?vB - ?vA AS ?fall)"},
        "BIND computes a variable from other events",
    ),
    (
        "A ; B+ ; C",
        {"B": "OPTIONAL { ?nB :of ?x }"},
        "an iteration may leave a correlated variable unbound",
    ),
    (
        "A ; B! ; C",
        {"B": "?nB :near ?y .", "C": "?nC :near ?y ; :of ?x ."},
        "whether an event may be there depends on what comes after it",
    ),
    (
        "A ; B+ ; C",
        {"C": "?nC :of ?x . FILTER (COUNT(B) > 2)"},
        "a condition asks for an aggregate over the iterations of a repetition",
    ),
]


@pytest.mark.parametrize(("sequence", "inside", "reason"), INSIDE, ids=lambda each: str(each)[:40])
def test_what_parts_ask_for_can_be_the_reason(sequence: str, inside: dict[str, str], reason: str) -> None:
    assert outlined(sequence, "?x", **inside).because == reason


def changed(change: Callable[[Node], Node], sequence: str = "A ; B+ ; C") -> EventQuery:
    def everywhere(node: Node) -> Node:
        return change(map_children(node, everywhere))

    query: EventQuery = everywhere(lowered(sequence))
    return query


def elements_choose(node: Node) -> Node:
    return replace(node, follows=Selection.RECENT) if isinstance(node, ev.Element) else node


def iterations_choose(node: Node) -> Node:
    return replace(node, follows=Selection.NAIVE) if isinstance(node, ev.Repetition) else node


def the_first_is_wanted(node: Node) -> Node:
    return ev.First(node) if isinstance(node, ev.BasicEvent) and node.label == "C" else node


def existence_is_asked(node: Node) -> Node:
    return ev.Where(node, Exists(BasicGraphPattern())) if isinstance(node, ev.BasicEvent) else node


BY_HAND = [
    (changed(existence_is_asked), "a condition over several events asks EXISTS"),
    (changed(elements_choose), "recent chooses among all pairs"),
    (changed(iterations_choose), "naive chooses among all pairs"),
    (changed(the_first_is_wanted), "First has no stage"),
    (seqoia.choose(lowered("A ; B"), policy="recent"), "consumption looks at one instant at a time"),
]


@pytest.mark.parametrize(("query", "reason"), BY_HAND, ids=[reason for _, reason in BY_HAND])
def test_what_other_languages_say_can_be_the_reason(query: EventQuery, reason: str) -> None:
    automaton = plan(query).automaton
    assert isinstance(automaton, Interpreted)
    assert automaton.because == reason


def test_every_reason_has_a_query_here() -> None:
    source = (PROJECT / "src" / "seqoia" / "plan" / "compile.py").read_text(encoding="utf-8")
    written = re.findall(r'_NotCompiledError\(f?"(?:\{[^}]*\})?([^"]*)"\)', source)
    shown = [*WRITTEN.values(), *(reason for *_, reason in INSIDE), *(reason for _, reason in BY_HAND)]
    assert len(written) == source.count("raise _NotCompiledError(")
    assert [reason for reason in written if not any(each.endswith(reason) for each in shown)] == []


OCCURRENCES = "PREFIX : <http://e/> SELECT ?x FROM STREAM <http://e/s> { { ?x :a ?y } SEQ { ?x :b ?y } }"

UNPLANNED = [
    (
        seqoia.lower(seqoia.parse("SELECT ?x { ?x <http://e/p> 5 }")),
        "queries that report windows are evaluated by the reference for now",
    ),
    (
        seqoia.lower(seqoia.parse(OCCURRENCES, "epsparql")),
        "patterns over single triples are not planned yet; use seqoia evaluate",
    ),
    (replace(lowered("A"), streams=()), "the query reads every stream; name them with FROM STREAM"),
    (
        replace(lowered("A"), rules=(Rule((), lowered("A").body),)),
        "rules that feed back are not planned yet; use seqoia evaluate",
    ),
    (
        seqoia.lower(
            seqoia.parse(
                "DESCRIBE ?n FROM STREAM S <http://e/s> WHERE { SEQ (A) DEFINE GPM A ON S { ?n ?p ?o } }", "spaseq"
            )
        ),
        "DESCRIBE needs the events themselves; CONSTRUCT what you want to know of them",
    ),
]


@pytest.mark.parametrize(("query", "reason"), UNPLANNED, ids=[reason for _, reason in UNPLANNED])
def test_what_has_no_plan_says_so(query: seqoia.Query, reason: str) -> None:
    assert planned(query) == Unplanned(reason)
