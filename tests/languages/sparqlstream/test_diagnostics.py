"""What SPARQLstream says of wrong queries."""

from __future__ import annotations

import pytest

from languages.refusals import refused
from seqoia.languages import sparqlstream

UNITS = "expected MS, S, SECOND, SECONDS, MINUTE, MINUTES, HOUR, HOURS, DAY or DAYS"

CASES = {
    "an unknown unit": (
        "ASK FROM STREAM <http://e/s> [NOW - 10 MINUTS SLIDE 1 S] {}",
        (1, 40, "MINUTS is no unit of time", UNITS, "did you mean MINUTES?"),
    ),
    "minutes or months": (
        "ASK FROM STREAM <http://e/s> [NOW - 10 M SLIDE 1 S] {}",
        (1, 40, "M is no unit of time", UNITS, ""),
    ),
    "no slide": (
        "ASK FROM STREAM <http://e/s>\n  [FROM NOW - 10 S TO NOW] {}",
        (
            *(2, 4, "this window has no slide", "it reports when it closes, and the slide says how often that is"),
            "add STEP 10 S for windows that do not overlap, or a shorter step",
        ),
    ),
    "a window that ends before now": (
        "ASK FROM STREAM <http://e/s> [NOW - 10 S TO NOW - 5 S SLIDE 1 S] {}",
        (
            *(1, 42, "this window ends before now"),
            "expected TO NOW: a window shows the stream up to the instant of evaluation",
            "leave the end away; what is older can be told apart by a time that the events carry",
        ),
    ),
    "no minus": (
        "ASK FROM STREAM <http://e/s> [NOW 10 S SLIDE 1 S] {}",
        (1, 35, "`10` cannot stand here", "expected `-`", ""),
    ),
    "a misspelt operator": (
        "SELECT ISTREM ?s { ?s ?p ?o }",
        (
            *(1, 8, "`ISTREM` cannot stand here"),
            "expected a variable or `(expression AS ?variable)`, DISTINCT, DSTREAM, ISTREAM, REDUCED, RSTREAM or `*`",
            "did you mean ISTREAM?",
        ),
    ),
    "a misspelt slide": (
        "ASK FROM STREAM <http://e/s> [NOW - 10 S SLID 1 S] {}",
        (1, 42, "`SLID` cannot stand here", "expected SLIDE, STEP, TO or `]`", "did you mean SLIDE?"),
    ),
    "a subquery that streams": (
        "SELECT * { { SELECT ISTREAM ?s { ?s ?p ?o } } }",
        (1, 14, "a subquery makes no stream, so it takes no ISTREAM", "only the outermost SELECT streams", ""),
    ),
}


@pytest.mark.parametrize(("text", "told"), CASES.values(), ids=CASES)
def test_a_wrong_query_is_told_what_is_wrong_and_where(text: str, told: object) -> None:
    assert refused(sparqlstream, text) == told
