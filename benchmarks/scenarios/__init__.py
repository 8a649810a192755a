"""The rows of the question "how fast": what is measured and what is claimed, in the order of the report."""

from benchmarks.scenarios.machine import MACHINE
from benchmarks.scenarios.peers import PEERS
from benchmarks.scenarios.scaling import SCALING
from benchmarks.scenarios.throughput import THROUGHPUT

SCENARIOS = (*THROUGHPUT, *PEERS, *SCALING, *MACHINE)

__all__ = ["SCENARIOS"]
