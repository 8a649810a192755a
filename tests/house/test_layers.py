"""Imports go one way: the contracts in pyproject.toml hold."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from places import PROJECT

LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")


def lint(project: Path) -> subprocess.CompletedProcess[str]:
    command = [LINT_IMPORTS, "--no-cache", "--config", project / "pyproject.toml"]
    environment = {"PYTHONPATH": str(project / "src"), "PATH": "/usr/bin:/bin"}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def test_no_layer_imports_what_stands_above_it() -> None:
    told = lint(PROJECT)
    assert told.returncode == 0, told.stdout


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("text/span.py", "import seqoia.model"),
        ("model/term.py", "import seqoia.algebra"),
        ("reference/trace.py", "import seqoia.languages"),
        ("formats/rdf.py", "import seqoia.algebra"),
        ("cli/parse.py", "import seqoia.model"),
    ],
)
def test_an_import_against_the_layers_is_seen(tmp_path: Path, module: str, line: str) -> None:
    """The copy is imported instead of the project, so that nobody's work is disturbed."""
    shutil.copytree(PROJECT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    changed = tmp_path / "src" / "seqoia" / module
    changed.write_text(changed.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")
    assert lint(tmp_path).returncode == 1
