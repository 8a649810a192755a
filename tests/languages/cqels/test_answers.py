"""What CQELS-QL's windows answer over a small stream."""

from __future__ import annotations

import pytest

from algebra_by_hand import ex, graph, stream
from seqoia import evaluate, lower, parse
from seqoia.model import Dataset, Solution
from seqoia.reference import Background

TAGS = stream("tags", *((at, graph((who, ":at", ":hall"))) for at, who in ((1, ":ann"), (3, ":bea"), (4, ":cid"))))
FLOORS = Background.of(Dataset(frozenset(), {ex("floors"): graph((":hall", ":on", ":ground"))}))


def told(pattern: str) -> list[tuple[int, str]]:
    """When who is told of."""
    query = lower(parse(f"PREFIX : <http://example.org/> SELECT ?who {{ {pattern} }}", "cqels"))
    found = []
    for answer in evaluate(query, [TAGS], FLOORS):
        assert isinstance(answer.content, Solution)
        found.append((int(answer.when.seconds), answer.content["who"].value.rpartition("/")[2]))
    return found


@pytest.mark.parametrize("window", ["NOW", "ALL", "RANGE 2s", "RANGE 2s SLIDE 1s", "TRIPLES 1"])
def test_everybody_is_told_of_when_they_come_and_not_again(window: str) -> None:
    assert told(f"STREAM :tags [{window}] {{ ?who :at ?place }}") == [(1, "ann"), (3, "bea"), (4, "cid")]


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        ("NOW", []),
        ("RANGE 1s", []),
        ("RANGE 2s", [(4, "bea")]),
        ("TRIPLES 2", [(3, "ann"), (4, "bea")]),
        ("ALL", [(3, "ann"), (4, "bea")]),
    ],
)
def test_windows_reach_back_as_far_as_they_say(window: str, expected: list[tuple[int, str]]) -> None:
    """Who was there before somebody who is there now; what held before is not told again."""
    pairs = (
        f"STREAM :tags [NOW] {{ ?next :at ?place }} STREAM :tags [{window}] {{ ?who :at ?place }} FILTER(?who != ?next)"
    )
    assert told(pairs) == expected


def test_static_knowledge_stands_outside_of_streams() -> None:
    place = "STREAM :tags [NOW] { ?who :at ?place } GRAPH :floors { ?place :on :ground }"
    assert told(place) == [(1, "ann"), (3, "bea"), (4, "cid")]


def test_a_graph_that_is_not_named_is_never_a_window() -> None:
    assert told("STREAM :tags [NOW] { ?who :at ?place } GRAPH ?graph { ?person :at ?place }") == []
    assert told("STREAM :tags [NOW] { ?who :at ?place } GRAPH ?graph { ?place :on ?floor }") != []
