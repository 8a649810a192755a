"""Where third-party test material is: the one place that says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent

SHARED_DATA = Path(os.environ.get("SEQOIA_TEST_DATA", PROJECT.parent / "shared" / "data"))


def shared_data(name: str) -> Path:
    """A folder of third-party material, or a skip that names what is missing."""
    folder = SHARED_DATA / name
    if not folder.exists():
        pytest.skip(f"no {name} in {SHARED_DATA} (SEQOIA_TEST_DATA names another folder)", allow_module_level=True)
    return folder
