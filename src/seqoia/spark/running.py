"""A query over its sources, as a DataFrame of all that is told of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

from seqoia.algebra.query import Ask, Select
from seqoia.model import NamedNode
from seqoia.plan.physical import PatternPlan
from seqoia.spark.answers import answers_of, once_each
from seqoia.spark.arranging import arranged
from seqoia.spark.buckets import labels
from seqoia.spark.deployment import Deployment, shipped
from seqoia.spark.emission import COUNTS, row_fields, shown
from seqoia.spark.hosting import at_once, step_by_step
from seqoia.spark.inputs import packs, size_of
from seqoia.spark.sources import Files, Frame, Source

OBSERVED = "seqoia"
"""Under this name a streaming query's progress says what was counted."""


_FEW = 1 << 20
"""Bytes that one worker reads and answers sooner than several that have to meet."""
_TINY = 1 << 14
"""Bytes that are answered sooner than the kernels for them are compiled or even loaded."""


@dataclass(frozen=True)
class Running:
    """A deployment over sources."""

    spark: SparkSession
    deployment: Deployment
    sources: Mapping[NamedNode, Source]

    @property
    def plan(self) -> PatternPlan:
        return self.deployment.plan

    @cached_property
    def follows(self) -> bool:
        """Whether the streams go on."""
        kinds = {_goes_on(source) for source in self.sources.values()}
        if len(kinds) > 1:
            raise ValueError("some streams go on and others are over; give all of them as one or as the other")
        return kinds == {True}

    @cached_property
    def rows(self) -> DataFrame:
        """Answers, late events, rejected input and progress, told apart by their kind."""
        return self._stepwise() if self.follows else self._at_once(typed=False)

    @property
    def answers(self) -> DataFrame:
        """The answers alone; what was counted stands in the progress of a streaming query."""
        counted = (f.coalesce(f.sum(name), f.lit(0)).alias(name) for name in COUNTS[:3])
        rows = self.rows.observe(OBSERVED, *counted) if self.follows else self._at_once(typed=self._may_be_typed)
        return answers_of(rows, self.plan)

    @property
    def _may_be_typed(self) -> bool:
        """Whether answers are ready when a machine tells them, so that their terms can be taken apart there."""
        plan = self.plan
        return isinstance(plan.query.form, Select) and plan.arrange is None and plan.key_is_shown

    def _at_once(self, *, typed: bool) -> DataFrame:
        size = size_of(self.sources.values())
        few = size is not None and size <= _FEW
        partitions = 1 if few or not self.plan.key.variables else self._partitions
        tiny = size is not None and size <= _TINY
        carried = shipped(self.spark, replace(self.deployment, interpreted=tiny, typed=typed))
        packed = packs(self.spark, self.plan, self.sources, carried, tuple(range(partitions)), follows=False)
        spread = packed.coalesce(1) if few else packed.repartitionById(partitions, f.col("bucket"))
        told = spread.mapInArrow(at_once(carried), self._schema(typed=typed))
        if (partitions > 1 and not self.plan.key_is_shown) or isinstance(self.plan.query.form, Ask):
            told = once_each(told, self.plan)
        if self.plan.arrange is None:
            return told
        return told.coalesce(1).mapInArrow(arranged(carried), self._schema())

    def _stepwise(self) -> DataFrame:
        if self.plan.arrange is not None:
            raise ValueError("ORDER BY, LIMIT and OFFSET need all answers, and a stream goes on; leave them out")
        buckets = self._partitions if self.plan.key.variables and self.plan.key_is_shown else 1
        carried = shipped(self.spark, self.deployment)
        bucket_labels = labels(buckets, self._partitions)
        packed = packs(self.spark, self.plan, self.sources, carried, bucket_labels, follows=True)
        return packed.groupBy("bucket").applyInPandasWithState(
            step_by_step(carried), self._schema(), "state binary", "append", "NoTimeout"
        )

    @property
    def _partitions(self) -> int:
        return int(self.spark.conf.get("spark.sql.shuffle.partitions") or 1)

    def _schema(self, *, typed: bool = False) -> str:
        return ", ".join(f"`{name}` {kind}" for name, kind in row_fields(len(shown(self.plan)), typed=typed))


def _goes_on(source: Source) -> bool:
    match source:
        case Files():
            return source.follow
        case Frame():
            return source.frame.isStreaming
