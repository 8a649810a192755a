"""Java is found where there is one that can run Spark."""

from __future__ import annotations

from pathlib import Path

import pytest

from seqoia.spark.java import find_java


def java(folder: Path, version: str) -> Path:
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text("")
    (folder / "release").write_text(f'IMPLEMENTOR="N"\nJAVA_VERSION="{version}"\n')
    return program


def test_the_users_java_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = java(tmp_path, "21.0.1")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert (find_java().program, find_java().version) == (program, 21)


@pytest.mark.parametrize("version", ["1.8.0_402", "11.0.2"])
def test_a_java_that_is_too_old_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str) -> None:
    program = java(tmp_path, version)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    found = find_java()
    assert found.program != program
    assert found.version >= 17
