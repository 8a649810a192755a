"""One Spark session for all tests of Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import seqoia

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="session")
def spark() -> SparkSession:
    """The one that commands in this process use as well."""
    return seqoia.session(2)
