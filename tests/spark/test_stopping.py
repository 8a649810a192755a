"""A query that follows can be stopped, and killed, and goes on from where it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from places import PROJECT
from spark.commands import run

STREAM = "http://example.org/trades"
EXAMPLE = PROJECT / "examples" / "v-shape"
TRADES = (EXAMPLE / "trades.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
EXPECTED = (EXAMPLE / "expected.jsonl").read_text(encoding="utf-8")
PATIENCE = 120.0


def arguments(folder: Path) -> list[str]:
    places = ["--stream", f"{STREAM}={folder / 'in'}", "--checkpoint", str(folder / "checkpoint")]
    return [str(EXAMPLE / "query.spaseq"), *places, "--out", f"jsonl={folder / 'out.jsonl'}", "--follow"]


def started(folder: Path) -> subprocess.Popen[bytes]:
    """The command in a process of its own, when it has written what it could."""
    (folder / "in").mkdir()
    (folder / "in" / "0.jsonl").write_text("".join(TRADES[:6]), encoding="utf-8")
    program = [sys.executable, "-c", "from seqoia.cli import main; main()", "run", *arguments(folder)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(program, env=environment, stderr=subprocess.PIPE)
    patient_until = time.monotonic() + PATIENCE
    while not (folder / "checkpoint" / "commits" / "0").exists() and time.monotonic() < patient_until:
        time.sleep(0.1)
    assert (folder / "checkpoint" / "commits" / "0").exists()
    return process


def test_a_request_to_terminate_ends_it_well(tmp_path: Path) -> None:
    process = started(tmp_path)
    process.terminate()
    _, told = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told) == (0, b"")


def test_after_a_kill_it_goes_on_without_loss_or_repetition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process = started(tmp_path)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    (tmp_path / "in" / "1.jsonl").write_text("".join(TRADES[6:]), encoding="utf-8")
    assert run([*arguments(tmp_path), "--until-idle"], capsys) == (0, "", "")
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8") == EXPECTED
