"""What the workers have to know of a query that is deployed."""

from __future__ import annotations

import pickle
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from seqoia.model import Duration, Instant
from seqoia.plan.physical import PatternPlan

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Malformed(Enum):
    """What becomes of input that is no event."""

    SKIP = "skip"
    """It is counted."""
    COLLECT = "collect"
    """It is counted and kept, with its position and the reason."""
    FAIL = "fail"
    """The query stops."""


@dataclass(frozen=True)
class Deployment:
    """A plan with what it is run with."""

    plan: PatternPlan
    background: bytes
    """N-Quads, as they are told; what follows from them, workers find themselves."""
    lateness: Duration
    until: Instant | None = None
    malformed: Malformed = Malformed.SKIP
    keeps_late: bool = False
    state_limit: int | None = None
    """How many runs of a bucket may wait."""
    intervals: bool = False
    """Whether events may take time, on streams that go on."""
    lifts: tuple[tuple[int, Mapping[str, Any] | str], ...] = ()
    """What the columns of a stream, by its place in the plan, say."""
    interpreted: bool = False
    """Whether nothing is to be compiled for it."""
    typed: bool = False
    """Whether answers have terms as structs rather than as text."""
    token: str = field(default_factory=lambda: uuid.uuid4().hex)
    """By which a worker knows it again."""


class Shipped(Protocol):
    """A deployment on its way to the workers, which unpack it once each."""

    @property
    def token(self) -> str:
        """By which a worker knows it again."""

    def packed(self) -> bytes:
        """The deployment, as bytes."""


@dataclass(frozen=True, slots=True)
class _Carried:
    token: str
    content: bytes

    def packed(self) -> bytes:
        return self.content


@dataclass(frozen=True, slots=True)
class _Broadcast:
    token: str
    content: object

    def packed(self) -> bytes:
        return self.content.value  # type: ignore[attr-defined,no-any-return]


_SMALL = 1 << 16


def shipped(spark: SparkSession, deployment: Deployment) -> Shipped:
    """Small ones travel with each task; large ones, with much background knowledge, once to each worker."""
    content = pickle.dumps(deployment, protocol=5)
    if len(content) <= _SMALL:
        return _Carried(deployment.token, content)
    return _Broadcast(deployment.token, spark.sparkContext.broadcast(content))
