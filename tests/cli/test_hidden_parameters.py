"""`seqoia evaluate --origin --bound`: what the languages of engines have no words for (P-RSP, "Correctness")."""

from __future__ import annotations

import json

import pytest

from cli.commands import Shell
from places import PROJECT

NEARBY = PROJECT / "examples" / "csparql-coupons" / "nearby.jsonl"
QUERY = """
PREFIX : <http://example.org/>
SELECT (COUNT(?person) AS ?people) FROM STREAM :nearby [RANGE 5s STEP 5s] WHERE { ?person :isNearby ?shop }
"""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), [(5, "3"), (10, "1"), (15, "1")]),
        (("--bound", "end"), [(5, "3"), (10, "1"), (15, "1")]),
        (("--bound", "start"), [(5, "2"), (10, "2"), (15, "1")]),
        (("--origin", "2"), [(7, "2"), (12, "1")]),
        (("--origin", "2", "--bound", "start"), [(7, "3"), (12, "1"), (17, "1")]),
    ],
)
def test_the_same_query_has_several_correct_answers(
    shell: Shell, options: tuple[str, ...], expected: list[tuple[int, str]]
) -> None:
    stream = f"http://example.org/nearby={NEARBY}"
    ended = shell.run("evaluate", "-", "--stream", stream, *options, stdin=QUERY)
    assert (ended.code, ended.err) == (0, "")
    answers = [json.loads(line) for line in ended.out.splitlines()]
    assert [(answer["at"], answer["bindings"]["people"]["value"]) for answer in answers] == expected


def test_a_bound_that_there_is_not_is_told(shell: Shell) -> None:
    ended = shell.run(
        "evaluate", "-", "--stream", f"http://example.org/nearby={NEARBY}", "--bound", "strat", stdin=QUERY
    )
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "error: there is no bound 'strat'; did you mean start?\n"
