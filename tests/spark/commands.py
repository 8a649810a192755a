"""Runs `seqoia run` in this process, whose session all tests share."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from seqoia.cli import main


def run(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> tuple[object, str, str]:
    """Exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as ended:
        main(["run", *arguments])
    printed = capsys.readouterr()
    return ended.value.code, printed.out, printed.err
