"""What RSEP-QL says of wrong queries, and of queries that its author may not have meant."""

from __future__ import annotations

import pytest

from languages.refusals import refused
from seqoia.languages import rsepql
from seqoia.text import QueryError, Source

WINDOW = "FROM NAMED <urn:s> WIN [LND 9] AS <urn:é>"
EVENT = "EVENT ON <urn:é> { ?x ?p ?y } AS Event1"

LOWERED = {
    "an unknown event": (
        f"ASK {WINDOW} {EVENT} {{ MATCH {{ Evnt1 }} }}",
        ("Evnt1", "there is no event Evnt1", "did you mean Event1?"),
    ),
    "no event at all": (
        "ASK { MATCH { E1 } }",
        ("E1", "there is no event E1", "define it: EVENT ON <…> { … } AS E1"),
    ),
    "an event twice": (
        f"ASK {WINDOW} {EVENT} {EVENT} {{}}",
        ("Event1", "there are two events named Event1", "give each its own name"),
    ),
    "an event on a stream": (
        f"ASK {WINDOW} {{ MATCH {{ EVENT <urn:s> {{}} }} }}",
        ("<urn:s>", "there is no window <urn:s>", "this is a stream; its window is <urn:é>"),
    ),
    "a match in a window": (
        f"ASK {WINDOW} {EVENT} {{ WINDOW <urn:é> {{ MATCH {{ Event1 }} }} }}",
        ("MATCH { Event1 }", "there is no MATCH inside a window or an event", "put MATCH beside it"),
    ),
    "a variable that an event has bound": (
        f"ASK {WINDOW} {EVENT} {{ MATCH {{ Event1 }} BIND(1 AS ?x) }}",
        ("?x", "?x cannot be assigned again", "choose another name"),
    ),
}


@pytest.mark.parametrize(("text", "told"), LOWERED.values(), ids=LOWERED.keys())
def test_a_query_without_meaning_is_refused(text: str, told: tuple[str, str, str]) -> None:
    tree = rsepql.parse(Source("q", text))
    with pytest.raises(QueryError) as raised:
        rsepql.lower(tree)
    diagnostic = raised.value.diagnostic
    place = text[diagnostic.span.start : diagnostic.span.end]
    assert (place, diagnostic.message, diagnostic.help) == told


def test_a_sequence_needs_an_event_on_both_sides() -> None:
    line, column, message, note, _ = refused(rsepql, "ASK { MATCH { E1 SEQ } }")
    assert (line, column, message) == (1, 22, "`}` cannot stand here")
    assert note == "expected an event or a selection policy"


def test_a_policy_that_is_misspelt_is_recognised() -> None:
    told = refused(rsepql, "ASK { MATCH { E1 SEQ CHRONOLOGIC E2 } }")
    assert told[1:3] == (34, "`E2` cannot stand here")


def warned(text: str) -> list[tuple[str, str]]:
    return [
        (text[each.span.start : each.span.end], each.message)
        for each in rsepql.warnings(rsepql.parse(Source("q", text)))
    ]


def test_an_event_that_nothing_matches_is_told() -> None:
    assert warned(f"ASK {WINDOW} {EVENT} {{}}") == [("Event1", "nothing matches the event Event1")]


def test_a_filter_in_an_event_sees_that_event_alone() -> None:
    second = "EVENT ON <urn:é> { ?y ?q ?z FILTER(?x != ?z) } AS E2"
    assert warned(f"ASK {WINDOW} {EVENT} {second} {{ MATCH {{ Event1 SEQ E2 }} }}") == [
        ("?x", "?x never has a value here")
    ]
