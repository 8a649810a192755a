"""What a machine gives for a step."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

BEGINNING = -(2**62)
"""Before every event: the watermark of a machine that has seen nothing."""

END = 2**62
"""After every event: the watermark of a stream that is over."""


@dataclass(frozen=True, slots=True)
class Step:
    """A machine's state after a step, and what the step found."""

    state: bytes
    answers: pa.Table
    """`start` and `end` in microseconds, then one column a shown variable; a CONSTRUCT has `graph` (N-Triples)."""
    late: pa.Table
    """The bindings that came after their time, as `leaf`, `start`, `end`, `stream`, `event`."""
    waiting: int
    """How many runs are in progress."""
    watermark: int
    """Up to which instant everything is decided."""
