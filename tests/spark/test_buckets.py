"""Buckets are spread evenly over Spark's partitions."""

from __future__ import annotations

import pytest

from seqoia.spark.buckets import labels


@pytest.mark.parametrize(("buckets", "partitions"), [(1, 1), (2, 2), (8, 4), (3, 5)])
def test_each_bucket_has_a_label_of_its_own(buckets: int, partitions: int) -> None:
    assert len(set(labels(buckets, partitions))) == buckets
