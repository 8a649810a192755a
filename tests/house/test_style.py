"""The house's rules that a program can check: layout, lint, types, names, sizes of what is exported."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import PROJECT

SOURCES = PROJECT / "src" / "seqoia"
NO_MODULE_NAMES = {"utils", "util", "common", "misc", "base", "core", "helpers", "helper"}
NO_CLASS_ENDINGS = ("Op", "Node", "Impl", "Manager", "Handler", "Helper", "Context", "Info")


def run(*command: str) -> None:
    told = subprocess.run([sys.executable, "-m", *command], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def modules() -> Iterator[Path]:
    return (path for path in sorted(SOURCES.rglob("*.py")))


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def test_the_layout_is_ruffs() -> None:
    run("ruff", "format", "--check", "src", "tests")


def test_nothing_is_left_to_lint() -> None:
    run("ruff", "check", "src", "tests")


def test_types_are_strict() -> None:
    run("mypy")


def test_no_module_is_a_drawer() -> None:
    assert [path for path in SOURCES.rglob("*") if path.stem in NO_MODULE_NAMES] == []


def test_no_class_is_named_after_its_machinery() -> None:
    named = [
        (path.relative_to(SOURCES), part.name)
        for path in modules()
        for part in ast.walk(parsed(path))
        if isinstance(part, ast.ClassDef) and part.name.endswith(NO_CLASS_ENDINGS)
    ]
    assert named == []


def test_every_module_says_what_it_is() -> None:
    assert [path.relative_to(SOURCES) for path in modules() if not ast.get_docstring(parsed(path))] == []


def test_packages_re_export_and_do_nothing_else() -> None:
    allowed = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.Expr)
    doing = [
        path.relative_to(SOURCES)
        for path in modules()
        if path.name == "__init__.py" and any(not isinstance(part, allowed) for part in parsed(path).body)
    ]
    assert doing == []


@pytest.mark.parametrize("path", sorted((PROJECT / "tests").rglob("test_*.py")), ids=lambda path: path.name)
def test_tests_are_sentences(path: Path) -> None:
    functions = (part for part in ast.walk(parsed(path)) if isinstance(part, ast.FunctionDef))
    short = [part.name for part in functions if part.name.startswith("test_") and part.name.count("_") < 2]
    assert short == []
