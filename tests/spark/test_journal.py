"""A file of lines has each batch once."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqoia.spark.journal import BatchedLines


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "out" / "answers.jsonl"


@pytest.fixture
def lines(tmp_path: Path, file: Path) -> BatchedLines:
    return BatchedLines(file, tmp_path / "checkpoint")


def test_batches_follow_each_other(lines: BatchedLines, file: Path) -> None:
    lines.write(0, ["a", "b"])
    lines.write(1, [])
    lines.write(2, ["c"])
    assert file.read_text() == "a\nb\nc\n"


def test_a_batch_that_comes_again_takes_the_place_of_its_first_try(lines: BatchedLines, file: Path) -> None:
    lines.write(0, ["a"])
    lines.write(1, ["b", "c"])
    lines.write(1, ["b", "c"])
    assert file.read_text() == "a\nb\nc\n"


def test_half_written_lines_are_cut_off(lines: BatchedLines, file: Path) -> None:
    lines.write(0, ["a"])
    with file.open("a") as out:
        out.write("b\nhal")
    lines.write(1, ["b", "c"])
    assert file.read_text() == "a\nb\nc\n"


def test_a_new_query_begins_the_file_anew(lines: BatchedLines, file: Path, tmp_path: Path) -> None:
    lines.write(0, ["a"])
    BatchedLines(file, tmp_path / "other").write(0, ["b"])
    assert file.read_text() == "b\n"


def test_a_file_that_lost_lines_is_not_written_on(lines: BatchedLines, file: Path) -> None:
    lines.write(0, ["a"])
    file.write_text("")
    with pytest.raises(ValueError, match="is shorter than what was written"):
        lines.write(1, ["b"])
