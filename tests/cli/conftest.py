"""A shell for every test of a command."""

from __future__ import annotations

import pytest

from cli.commands import Shell


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)
