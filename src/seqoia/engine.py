"""What commands need of Spark's shell, beyond `query(…).over(…)`: all that is told of a query, and where it goes."""

from seqoia.spark.counts import Counts
from seqoia.spark.following import follow
from seqoia.spark.journal import lines_of
from seqoia.spark.outputs import Out, Sink, sink_for
from seqoia.spark.reading import notation_of
from seqoia.spark.replay import replay
from seqoia.spark.running import Running
from seqoia.spark.sources import Files
from seqoia.spark.told import Told

__all__ = [
    "Counts",
    "Files",
    "Out",
    "Running",
    "Sink",
    "Told",
    "follow",
    "lines_of",
    "notation_of",
    "replay",
    "sink_for",
]
