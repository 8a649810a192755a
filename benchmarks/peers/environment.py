"""Environments of peers: a virtual environment each, made once, kept under the work folder."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.measure.figures import MissingError
from benchmarks.places import WORK


def environment(peer: str, *requirements: str) -> Path:
    """The root of an environment that has what the peer requires; making it may take minutes, once."""
    root = WORK / peer / ".venv"
    told = root / "installed-by-the-benchmark.txt"
    if told.exists() and told.read_text().splitlines()[1:] == list(requirements):
        return root
    started = time.monotonic()
    _done([sys.executable, "-m", "venv", "--clear", str(root)], peer)
    _done([str(root / "bin" / "pip"), "install", "--quiet", *requirements], peer)
    told.write_text("\n".join([f"{time.monotonic() - started:.0f} s", *requirements]))
    return root


def _done(command: list[str], peer: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MissingError(f"{peer} cannot be installed: {' '.join(done.stderr.split())[-200:]}")
