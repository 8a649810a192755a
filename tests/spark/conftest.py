"""One Spark session for all tests of Spark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import seqoia

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def spark() -> SparkSession:
    """The one that commands in this process use as well."""
    return seqoia.session(2)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs all of them, since each would start a Java of its own."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("spark"))
