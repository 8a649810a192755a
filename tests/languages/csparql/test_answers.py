"""When C-SPARQL answers, and with what."""

from __future__ import annotations

import pytest

from algebra_by_hand import graph, mu, seconds, stream
from seqoia import choose, evaluate, lower, parse
from seqoia.model import Answer

CARS = stream("cars", *((at, graph((":gate", ":saw", at))) for at in (1, 2, 3, 5, 8, 9)))
PATTERN = "{ ?gate :saw ?car }"


def answers(window: str, every: str = "", origin: int = 0, body: str = PATTERN) -> list[Answer]:
    text = f"""
        REGISTER QUERY q {every} AS PREFIX : <http://example.org/>
        SELECT (COUNT(?car) AS ?cars) FROM STREAM :cars [{window}] WHERE {body}
    """
    return evaluate(choose(lower(parse(text, "csparql")), origin=seconds(origin)), [CARS])


def counted(window: str, every: str = "", origin: int = 0) -> list[tuple[int, int]]:
    return [(int(answer.when.seconds), int(answer.content["cars"].value)) for answer in answers(window, every, origin)]


def test_a_window_is_counted_when_it_closes() -> None:
    assert counted("RANGE 4s STEP 2s") == [(4, 3), (6, 2), (8, 2), (10, 2), (12, 1)]


@pytest.mark.parametrize(
    ("every", "origin", "expected"),
    [
        ("COMPUTED EVERY 2s", 0, [(4, 3), (6, 2), (8, 2), (10, 2), (12, 1)]),
        ("COMPUTED EVERY 4s", 0, [(4, 3), (8, 2), (12, 1)]),
        ("COMPUTED EVERY 4s", 1, [(5, 3), (9, 2), (13, 0)]),
    ],
)
def test_computed_every_picks_some_of_the_closes(every: str, origin: int, expected: list[tuple[int, int]]) -> None:
    """Counted from the registration, as the windows are."""
    picked = counted("RANGE 4s STEP 2s", every, origin)
    assert picked == [each for each in expected if each[1]]


def test_the_last_triples_are_counted_with_every_event() -> None:
    assert counted("TRIPLES 2") == [(1, 1), (2, 2), (3, 2), (5, 2), (8, 2), (9, 2)]


def test_the_last_triples_are_counted_when_the_period_says() -> None:
    assert counted("TRIPLES 2", "COMPUTED EVERY 4s") == [(4, 2), (8, 2), (12, 2)]


def test_a_named_stream_is_a_graph() -> None:
    text = """
        PREFIX : <http://example.org/>
        SELECT ?car FROM NAMED STREAM :cars [RANGE 2s TUMBLING] WHERE { GRAPH :cars { ?gate :saw ?car } }
    """
    found = evaluate(lower(parse(text, "csparql")), [CARS])
    assert Answer(seconds(10), mu(car=9)) in found
    assert answers("RANGE 2s TUMBLING", body="{ GRAPH :cars { ?gate :saw ?car } }")[0].content == mu(cars=0)
