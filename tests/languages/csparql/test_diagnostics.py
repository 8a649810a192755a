"""What C-SPARQL says of wrong queries."""

from __future__ import annotations

import pytest

from languages.refusals import refused
from seqoia.languages import csparql

CASES = {
    "an unknown unit": (
        "ASK FROM STREAM <http://é/s> [RANGE 10min STEP 1m] {}",
        (1, 39, "min is no unit of time", "expected ms, s, m, h or d", ""),
    ),
    "a number without unit": (
        "ASK FROM STREAM <http://e/s> [RANGE 10 STEP 1m] {}",
        (1, 40, "`STEP` cannot stand here", "expected a unit of time", ""),
    ),
    "no step": (
        "ASK FROM STREAM <http://e/s> [RANGE 10m] {}",
        (1, 40, "`]` cannot stand here", "expected STEP or TUMBLING", ""),
    ),
    "another language's word": (
        "ASK FROM STREAM <http://e/s> [RANGE 10m SLIDE 1m] {}",
        (1, 41, "`SLIDE` cannot stand here", "expected STEP or TUMBLING", ""),
    ),
    "a misspelt clause": (
        "REGISTER QUERY q\nCOMPUTED EVRY 1m AS ASK {}",
        (2, 10, "`EVRY` cannot stand here", "expected EVERY", "did you mean EVERY?"),
    ),
    "a misspelt beginning": (
        "REGISTR QUERY q AS ASK {}",
        (
            *(1, 1, "`REGISTR` cannot stand here"),
            "expected ASK, BASE, CONSTRUCT, DESCRIBE, PREFIX, REGISTER, SELECT or VERSION",
            "did you mean REGISTER?",
        ),
    ),
    "a window without width": (
        "ASK FROM STREAM <http://e/s> [RANGE 0s TUMBLING] {}",
        (1, 37, "a window needs a width above zero", "", ""),
    ),
    "a window without triples": (
        "ASK FROM STREAM <http://e/s> [TRIPLES 0] {}",
        (1, 39, "a window holds at least one triple", "expected a number above zero", ""),
    ),
    "triples in steps": (
        "ASK FROM STREAM <http://e/s> [TRIPLES 10 STEP 2] {}",
        (
            *(1, 42, "a window of triples has no step", "it moves with every event that comes"),
            "leave the step away, or give the window a width: RANGE 10s STEP 1s",
        ),
    ),
    "a stream of solutions": (
        "REGISTER STREAM q AS\nSELECT * {}",
        (
            *(2, 1, "a registered stream needs a query that makes graphs", "expected CONSTRUCT or DESCRIBE"),
            "register it as a QUERY, or CONSTRUCT triples",
        ),
    ),
    "a period that windows do not keep": (
        "REGISTER QUERY q COMPUTED EVERY 5m AS ASK FROM STREAM <http://e/s> [RANGE 10m STEP 2m] {}",
        (
            *(1, 33, "windows do not close as often as the query is to be computed"),
            *("expected a multiple of the step 2m", "write COMPUTED EVERY 2m, or another step"),
        ),
    ),
    "windows that close in between": (
        "REGISTER QUERY q COMPUTED EVERY 4s AS ASK FROM STREAM <http://e/s> [RANGE 5s STEP 2s] {}",
        (
            *(1, 69, "windows never close when the query is to be computed"),
            "they close after their width and then once a step: expected a width that is a multiple of the step",
            "leave COMPUTED EVERY away, or write another step",
        ),
    ),
    "no period": (
        "REGISTER QUERY q COMPUTED EVERY 0s AS ASK {}",
        (1, 33, "a query cannot be computed every 0 seconds", "expected a period above zero", ""),
    ),
    "one name for two windows": (
        "ASK FROM NAMED STREAM <s:> [RANGE 1s TUMBLING] FROM NAMED STREAM <s:> [RANGE 2s TUMBLING] {}",
        (
            *(1, 66, "this stream is named twice", "GRAPH could not tell the two windows apart"),
            "leave NAMED away, so that the windows are merged",
        ),
    ),
    "a huge number": (
        "ASK FROM STREAM <http://e/s> [TRIPLES 1234567890123] {}",
        (1, 39, "this number is too large", "at most 12 digits", ""),
    ),
}
NO_TIMESTAMP = (
    "a triple in a window has no timestamp",
    "the content of a window is a graph",
    "ask for the order of events in RSEP-QL: MATCH { E1 SEQ E2 } with the policy NAIVE compares the latest of each",
)


@pytest.mark.parametrize(("text", "told"), CASES.values(), ids=CASES)
def test_a_wrong_query_is_told_what_is_wrong_and_where(text: str, told: object) -> None:
    assert refused(csparql, text) == told


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("ASK { ?s ?p ?o FILTER(timestamp(?s) > 3) }", 23),
        ("PREFIX f: <http://larkc.eu/csparql/sparql/jena/ext#> ASK { FILTER(f:timestamp(?s, ?p, ?o) > 3) }", 67),
        ("ASK { FILTER(<http://larkc.eu/csparql/sparql/jena/ext#timestamp>(?s) > 3) }", 14),
    ],
)
def test_timestamps_are_asked_for_in_another_language(text: str, column: int) -> None:
    assert refused(csparql, text) == (1, column, *NO_TIMESTAMP)
