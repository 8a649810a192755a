"""Runs a command as the shell would, and gathers what it says."""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import pytest

from seqoia.cli import main


@dataclass(frozen=True)
class Ended:
    code: object
    out: str
    err: str


@dataclass(frozen=True)
class Shell:
    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def run(self, *arguments: object, stdin: str = "") -> Ended:
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        told = self.capsys.readouterr()
        return Ended(ended.value.code, told.out, told.err)
