"""Every example's command prints what the example expects."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from places import PROJECT
from seqoia.cli import main

FOLDERS = sorted(command.parent for command in (PROJECT / "examples").glob("*/command"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_command_of_an_example_prints_the_expected_answers(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    program, *arguments = shlex.split((folder / "command").read_text(encoding="utf-8"))
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    printed = capsys.readouterr()
    assert (program, ended.value.code, printed.err) == ("seqoia", 0, "")
    assert printed.out.splitlines() == (folder / "expected.jsonl").read_text(encoding="utf-8").splitlines()


def test_every_example_is_listed() -> None:
    listed = (PROJECT / "examples" / "README.md").read_text(encoding="utf-8")
    assert [folder.name for folder in FOLDERS if f"`{folder.name}`" not in listed] == []
