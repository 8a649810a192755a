"""Examples of event patterns answer on Spark, byte by byte, what they are expected to."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from places import PROJECT
from spark.commands import run

PATTERNS = ("spaseq-*", "v-shape")
FOLDERS = sorted(folder for pattern in PATTERNS for folder in (PROJECT / "examples").glob(pattern))


def arguments_of(folder: Path) -> list[str]:
    return shlex.split((folder / "command").read_text(encoding="utf-8"))[2:]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_example_runs_on_spark_with_the_expected_answers(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    expected = (folder / "expected.jsonl").read_text(encoding="utf-8")
    assert run(arguments_of(folder), capsys) == (0, expected, "")
