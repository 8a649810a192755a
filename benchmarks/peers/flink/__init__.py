"""Apache Flink: SQL MATCH_RECOGNIZE and the CEP library, on the jars of its Python package, in one process."""

from benchmarks.peers.flink.job import FlinkJob, run_flink

__all__ = ["FlinkJob", "run_flink"]
