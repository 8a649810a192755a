"""Files of background knowledge."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqoia.formats import UnreadableFileError, read_background
from seqoia.model import Instant, NamedNode

TRIPLE = "<http://e/a> <http://e/p> <http://e/b>"
XML = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e/">'
    '<rdf:Description rdf:about="http://e/a"><e:p rdf:resource="http://e/b"/></rdf:Description></rdf:RDF>'
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.ttl", TRIPLE + " ."),
        ("a.nt", TRIPLE + " ."),
        ("a.trig", "{" + TRIPLE + "}"),
        ("a.nq", TRIPLE + " ."),
        ("a.jsonld", '{"@id": "http://e/a", "http://e/p": {"@id": "http://e/b"}}'),
        ("a.rdf", XML),
    ],
)
def test_every_rdf_format_is_read(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    [version] = read_background(str(file))
    assert version.since is None
    assert [str(triple) for triple in version.dataset.default] == [TRIPLE]


def test_a_name_makes_it_a_named_graph(tmp_path: Path) -> None:
    file = tmp_path / "a.trig"
    file.write_text(TRIPLE + " . <http://e/g> {" + TRIPLE + "}")
    [version] = read_background(str(file), "http://e/mine")
    assert not version.dataset.default
    assert set(version.dataset.named) == {NamedNode("http://e/mine"), NamedNode("http://e/g")}


def test_json_lines_are_versions_in_order(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(f'{{"time": 9, "graph": ""}}\n{{"time": 5, "graph": "{TRIPLE} ."}}\n')
    versions = read_background(str(file))
    assert [version.since for version in versions] == [Instant.of_seconds(5), Instant.of_seconds(9)]
    assert [len(version.dataset.default) for version in versions] == [1, 0]


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.ttl", "\n:a", ":2: is not Turtle: "),
        ("a.csv", "", "background knowledge is read from .ttl, .nt"),
        ("a.jsonl", '{"start": 1, "end": 2, "graph": ""}', 'has a "time", not an interval'),
        ("a.jsonl", '{"time": 1, "graph": ""}\n{"time": 1, "graph": ""}', "has two versions for 1970-01-01T00:00:01Z"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, text: str, reason: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(UnreadableFileError) as refused:
        read_background(str(file))
    assert str(refused.value).startswith(str(file))
    assert reason in str(refused.value)


def test_json_that_nests_too_deep_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonld"
    file.write_text('{"http://e/p":\n' * 20_000 + "1" + "}" * 20_000)
    with pytest.raises(UnreadableFileError, match=r"a\.jsonld:101: nests deeper than 100 levels"):
        read_background(str(file))
    file.write_text('{"http://e/p": "' + "{" * 200 + '", "http://e/q": [' + ", ".join(["{}"] * 200) + "]}")
    read_background(str(file))
