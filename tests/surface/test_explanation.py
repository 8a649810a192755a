"""How a query is understood, in words."""

from __future__ import annotations

import json

import pytest

import seqoia
from seqoia import Duration, Explanation, Instant, NamedNode
from seqoia.algebra.events import BasicEvent, Element, Repetition, Sequence
from seqoia.algebra.expressions import Constant, Variable
from seqoia.algebra.patterns import BasicGraphPattern, TriplePattern
from seqoia.algebra.query import EventQuery, Select
from seqoia.explanation import strategy_in_words, window_in_words
from seqoia.model import (
    ContentChange,
    Counted,
    CountWindow,
    FixedWindow,
    IdentityWindow,
    LandmarkWindow,
    NestedWindow,
    Periodic,
    Selection,
    Strategy,
    TimeWindow,
    Window,
)

QUERY = "SELECT ?x { ?x <http://e/p> 5 FILTER(?y > 3) }"


def part(variable: str) -> BasicEvent:
    triple = TriplePattern(Variable(variable), Constant(NamedNode("http://e/p")), Variable("x"))
    return BasicEvent(NamedNode("http://e/s"), BasicGraphPattern((triple,)))


def test_every_level_is_shown() -> None:
    shown = seqoia.explain(seqoia.parse(QUERY)).show()
    for heading in ("syntax tree\n---", "algebra\n---", "plan\n---", "understood as\n---", "warnings\n---"):
        assert heading in shown
    assert "report            on window close and on non-empty content (by the profile)" in shown
    assert "warning: nothing binds ?y" in shown


def test_json_has_the_same_levels() -> None:
    told = json.loads(json.dumps(seqoia.explain(seqoia.parse(QUERY)).as_json()))
    assert list(told) == ["language", "tree", "algebra", "plan", "understanding", "warnings"]
    [warning] = told["warnings"]
    assert (warning["line"], warning["column"]) == (1, 38)


def test_one_level_has_no_title() -> None:
    explained = seqoia.explain(seqoia.parse(QUERY))
    assert explained.show(["algebra"]) == seqoia.show(explained.query)
    assert list(explained.as_json(["plan", "tree"])) == ["language", "tree", "plan"]


def test_a_level_that_does_not_exist_names_the_one_that_was_meant() -> None:
    with pytest.raises(ValueError, match="there is no level 'plans'; did you mean plan\\?"):
        seqoia.explain(seqoia.parse(QUERY)).show(["plans"])


def test_a_notebook_shows_the_automaton_or_why_there_is_none() -> None:
    assert "<pre>none: queries that report windows" in seqoia.explain(seqoia.parse(QUERY))._repr_html_()
    sequence = "SELECT ?x FROM STREAM S <http://e/s> WHERE { SEQ (A) DEFINE GPM A ON S { ?x <http://e/p> '<&>' } }"
    shown = seqoia.explain(seqoia.parse(sequence, "spaseq"))._repr_html_()
    assert "<svg" in shown
    assert "&lt;&amp;&gt;" in shown


def test_sequences_say_what_correlates_their_parts() -> None:
    repeated = Repetition(part("b"), 1, 3)
    body = Sequence((Element(part("a")), Element(repeated, Selection.NEXT)))
    query = EventQuery(Select((Variable("x"),)), body, (NamedNode("http://e/s"),))
    facts = Explanation(seqoia.parse(QUERY), query, ()).understanding()
    assert ("streams", "<http://e/s>") in facts
    assert ("sequence", "2 parts, following by next") in facts
    assert ("correlated by", "?x") in facts
    assert ("repetition", "at least 1 and at most 3 times, all lengths") in facts


SECOND = Duration.of_seconds(1)


@pytest.mark.parametrize(
    ("window", "words"),
    [
        (TimeWindow(SECOND, SECOND), "PT1S wide, sliding by PT1S from 1970-01-01T00:00:00Z, present reading, (o, c]"),
        (CountWindow(3, Counted.TRIPLES), "the last 3 triples"),
        (LandmarkWindow(), "everything since 1970-01-01T00:00:00Z"),
        (FixedWindow(Instant(0), Instant(0)), "everything in [1970-01-01T00:00:00Z, 1970-01-01T00:00:00Z]"),
        (NestedWindow(CountWindow(1), IdentityWindow()), "the last 1 events; over the stream itself"),
    ],
)
def test_windows_are_said_in_words(window: Window, words: str) -> None:
    assert window_in_words(window) == words


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (ContentChange(NamedNode("http://e/w")), "on content change of <http://e/w>"),
        (Periodic(SECOND), "every PT1S from 1970-01-01T00:00:00Z"),
    ],
)
def test_reports_are_said_in_words(strategy: Strategy, words: str) -> None:
    assert strategy_in_words(strategy) == words
