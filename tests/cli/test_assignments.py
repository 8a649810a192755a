"""`IRI=FILE`, where both may contain `=`."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqoia import NamedNode
from seqoia.cli.assignments import assignment, optional_assignment


def test_the_last_equals_sign_parts_iri_and_file() -> None:
    assert assignment("http://e/s?a=b=trades.jsonl") == (NamedNode("http://e/s?a=b"), "trades.jsonl")
    assert assignment("<http://e/s>=-") == (NamedNode("http://e/s"), "-")


def test_a_file_that_is_there_may_have_one_in_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("day=1.jsonl").touch()
    assert assignment("http://e/s?a=b=day=1.jsonl") == (NamedNode("http://e/s?a=b"), "day=1.jsonl")
    assert optional_assignment("day=1.jsonl") == (None, "day=1.jsonl")


def test_without_an_iri_it_is_a_file() -> None:
    assert optional_assignment("shops.ttl") == (None, "shops.ttl")
    assert optional_assignment("http://e/g=shops.ttl") == (NamedNode("http://e/g"), "shops.ttl")


@pytest.mark.parametrize("text", ["trades.jsonl", "trades=trades.jsonl", "http://e/s", "=x"])
def test_a_stream_needs_both(text: str) -> None:
    with pytest.raises(ValueError, match="is not IRI=FILE"):
        assignment(text)


def test_what_is_no_iri_is_named() -> None:
    with pytest.raises(ValueError, match="'http://e/a b' is not an IRI"):
        assignment("http://e/a b=x")
