"""ETALIS on SWI-Prolog, from a folder that the environment names: no package index has it."""

from benchmarks.peers.etalis.job import run_etalis

__all__ = ["run_etalis"]
