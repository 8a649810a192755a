"""What CQELS-QL says of wrong queries."""

from __future__ import annotations

import pytest

from languages.refusals import refused
from seqoia.languages import cqels

CASES = {
    "an unknown unit": (
        "ASK { STREAM <http://e/s> [RANGE 5sec] {} }",
        (1, 35, "sec is no unit of time", "expected ns, ms, s, m, h or d", ""),
    ),
    "a slide without number": (
        "ASK { STREAM <http://e/s> [RANGE 5s SLIDE] {} }",
        (1, 42, "`]` cannot stand here", "expected a duration", ""),
    ),
    "a slide without distance": (
        "ASK { STREAM <http://e/s> [RANGE 5s SLIDE 0s] {} }",
        (1, 43, "a window needs a slide above zero", "", ""),
    ),
    "a duration that is too fine": (
        "ASK { STREAM <http://e/s> [RANGE 1s5ns] {} }",
        (1, 34, "this duration is finer than a microsecond", "expected whole microseconds", ""),
    ),
    "a misspelt window": (
        "ASK {\n  STREAM <http://e/s> [RANG 5s] {}\n}",
        (2, 24, "`RANG` cannot stand here", "expected a window", "did you mean RANGE?"),
    ),
    "a misspelt stream": (
        "ASK { STRAM <http://e/s> [NOW] {} }",
        (
            *(1, 7, "`STRAM` cannot stand here"),
            "expected a triple pattern, SELECT, FILTER, BIND, OPTIONAL or another graph pattern or `}`",
            "did you mean STREAM?",
        ),
    ),
    "no window": (
        "ASK { STREAM <http://e/s> { ?s ?p ?o } }",
        (1, 27, "`{` cannot stand here", "expected `[`", ""),
    ),
    "any stream": (
        "ASK { STREAM ?é [NOW] { ?s ?p ?o } }",
        (
            *(1, 14, "a query names the streams that it reads", "expected an IRI"),
            "write STREAM <…> once for each stream, with UNION between them",
        ),
    ),
}


@pytest.mark.parametrize(("text", "told"), CASES.values(), ids=CASES)
def test_a_wrong_query_is_told_what_is_wrong_and_where(text: str, told: object) -> None:
    assert refused(cqels, text) == told
