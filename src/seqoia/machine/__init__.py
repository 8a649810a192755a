"""Pure state machines over Arrow columns: matching, then sequences. They know no Spark."""

from seqoia.machine.pattern import PatternMachine, machine_for

__all__ = ["PatternMachine", "machine_for"]
