"""Several files of background knowledge are one background."""

from __future__ import annotations

from pathlib import Path

from seqoia import Instant, NamedNode, background_of, read_background


def written(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def triple(name: str) -> str:
    return f"<http://e/{name}> <http://e/p> <http://e/o> ."


def test_what_files_say_of_one_graph_is_merged_at_every_instant(tmp_path: Path) -> None:
    always = read_background(written(tmp_path, "a.ttl", triple("always")))
    lines = f'{{"time": 5, "graph": "{triple("five")}"}}\n{{"time": 9, "graph": "{triple("nine")}"}}'
    varying = read_background(written(tmp_path, "b.jsonl", lines))
    background = background_of([always, varying])

    def names(seconds: int) -> set[str]:
        graph = background.at(Instant.of_seconds(seconds)).default
        return {str(found.subject).rpartition("/")[2].rstrip(">") for found in graph}

    assert [names(seconds) for seconds in (4, 5, 8, 9)] == [
        {"always"},
        {"always", "five"},
        {"always", "five"},
        {"always", "nine"},
    ]


def test_named_graphs_keep_their_names(tmp_path: Path) -> None:
    name = NamedNode("http://e/g")
    named = read_background(written(tmp_path, "a.ttl", triple("a")), name)
    dataset = background_of([named]).at(Instant(0))
    assert not dataset.default
    assert len(dataset.named[name]) == 1


def test_no_file_is_no_knowledge() -> None:
    dataset = background_of([]).at(Instant(0))
    assert (dataset.default, dict(dataset.named)) == (frozenset(), {})
