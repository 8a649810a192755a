"""What RSP-QL says of wrong queries, and of queries that its author may not have meant."""

from __future__ import annotations

import pytest

from languages.refusals import refused
from seqoia.languages import rspql
from seqoia.text import QueryError, Source

WINDOW = "FROM NAMED WINDOW <urn:é> ON <urn:s> [RANGE 5]"

PARSED = {
    "no width": ("ASK FROM WINDOW ON <urn:s> [RANGE 0] {}", 35, "the width of a window is above zero"),
    "no slide": ("ASK FROM WINDOW ON <urn:s> [RANGE 5 STEP PT0S] {}", 42, "the slide of a window is above zero"),
    "a negative width": ("ASK FROM WINDOW ON <urn:s> [RANGE -5] {}", 35, "the width of a window is above zero"),
    "months": ("ASK FROM WINDOW ON <urn:s> [RANGE P1M] {}", 35, "this is no duration"),
    "a strange unit": ("ASK FROM WINDOW ON <urn:s> [RANGE 5min] {}", 35, "min is no unit of time"),
    "too fine": ("ASK FROM WINDOW ON <urn:s> [RANGE 0.0000001] {}", 35, "this is no duration"),
    "no date": ('ASK FROM WINDOW ON <urn:s> [LANDMARK "né"] {}', 38, "this is no instant"),
    "no such day": ("ASK FROM WINDOW ON <urn:s> [LND 2026-02-30T00:00:00Z] {}", 33, "this is no instant"),
    "backwards": ("ASK FROM WINDOW ON <urn:s> [FIXED 2 1] {}", 35, "a window ends no earlier than it starts"),
    "no elements": ("ASK FROM WINDOW ON <urn:s> [ELEMENTS 0] {}", 38, "a count window holds at least one"),
    "no period": ("REGISTER STREAM <urn:o> COMPUTED EVERY 0 AS ASK {}", 40, "a period is above zero"),
    "two operators": ("REGISTER RSTREAM <urn:o> AS ASK ISTREAM {}", 33, "ISTREAM contradicts REGISTER RSTREAM"),
    "a misspelt word": ("ASK FROM WINDOW ON <urn:s> [RANGE 5 STEPP 1] {}", 37, "`STEPP` cannot stand here"),
    "no window": ("ASK FROM WINDOW ON <urn:s> [] {}", 29, "`]` cannot stand here"),
}

LOWERED = {
    "an unknown window": (
        f"ASK {WINDOW} {{ WINDOW <urn:è> {{}} }}",
        (61, "there is no window <urn:è>", "did you mean <urn:é>?"),
    ),
    "a stream instead of its window": (
        f"ASK {WINDOW} {{ WINDOW <urn:s> {{}} }}",
        (61, "there is no window <urn:s>", "this is a stream; its window is <urn:é>"),
    ),
    "no window at all": (
        "ASK { WINDOW <urn:w> {} }",
        (
            14,
            "there is no window <urn:w>",
            "declare it: FROM NAMED WINDOW <urn:w> ON <…> [RANGE PT10S STEP PT1S]",
        ),
    ),
    "an unknown window that should report": (
        "ASK REPORT ON WINDOW CLOSE OF <urn:w> {}",
        (
            31,
            "there is no window <urn:w>",
            "declare it: FROM NAMED WINDOW <urn:w> ON <…> [RANGE PT10S STEP PT1S]",
        ),
    ),
    "a name twice": (
        f"ASK {WINDOW} {WINDOW} {{}}",
        (70, "there are two windows named <urn:é>", "give each its own name"),
    ),
    "a window in a window": (
        f"ASK {WINDOW} {{ WINDOW <urn:é> {{ WINDOW <urn:é> {{}} }} }}",
        (71, "a window has no windows inside", "put the two WINDOW patterns beside each other"),
    ),
}


@pytest.mark.parametrize(("text", "column", "message"), PARSED.values(), ids=PARSED.keys())
def test_a_wrong_text_is_refused(text: str, column: int, message: str) -> None:
    assert refused(rspql, text)[:3] == (1, column, message)


def test_a_misspelt_word_is_recognised() -> None:
    assert refused(rspql, "ASK FROM WINDOW ON <urn:s> [RANGE 5 STEPP 1] {}")[4] == "did you mean STEP?"


@pytest.mark.parametrize(("text", "told"), LOWERED.values(), ids=LOWERED.keys())
def test_a_query_without_meaning_is_refused(text: str, told: tuple[int, str, str]) -> None:
    tree = rspql.parse(Source("q", text))
    with pytest.raises(QueryError) as raised:
        rspql.lower(tree)
    diagnostic = raised.value.diagnostic
    assert (diagnostic.column, diagnostic.message, diagnostic.help) == told


def warned(text: str) -> list[tuple[int, str]]:
    return [(each.column, each.message) for each in rspql.warnings(rspql.parse(Source("q", text)))]


def test_a_window_that_nothing_asks_is_told() -> None:
    assert warned(f"ASK {WINDOW} {{}}") == [(23, "nothing asks the window <urn:é>")]


def test_gaps_between_windows_are_told() -> None:
    assert warned("ASK FROM WINDOW ON <urn:s> [RANGE 5 STEP 6] {}") == [(29, "there are gaps between these windows")]


BLIND = f"ASK %s {WINDOW} {{ WINDOW <urn:é> {{ ?x ?p ?y GRAPH ?g {{ ?x ?p ?z FILTER(?y > ?z) }} }} }}"


def test_a_filter_that_cannot_see_its_variable_is_told() -> None:
    assert [message for _, message in warned(BLIND % "")] == ["?y never has a value here"]


def test_under_the_scope_rule_flatten_it_can() -> None:
    assert warned(BLIND % "SCOPE FLATTEN") == []
