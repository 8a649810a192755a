"""Where the benchmark finds third-party data, and where it writes what it makes."""

from __future__ import annotations

import os
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
BENCHMARKS = PROJECT / "benchmarks"

WORK = Path(os.environ.get("SEQOIA_BENCHMARK_WORK", BENCHMARKS / ".work"))
"""Generated inputs, environments of peers, checkpoints: all can be deleted, all is made again."""

SHARED_DATA = Path(os.environ.get("SEQOIA_TEST_DATA", PROJECT.parent / "shared" / "data"))
"""Third-party data sets; where one is missing, a generator of the same shape stands in, and the result says so."""
