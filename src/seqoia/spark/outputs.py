"""Where the answers of a run go."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from seqoia.formats import Notation
from seqoia.spark.journal import Lines, lines_of
from seqoia.spark.lines import lines
from seqoia.spark.told import Told

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CONSOLE, JSON_LINES, PARQUET, KAFKA = "console", "jsonl", "parquet", "kafka"
KINDS = (JSON_LINES, PARQUET, CONSOLE, KAFKA)


@dataclass(frozen=True, slots=True)
class Out:
    """A kind of output and its target; JSON Lines without a target go to the standard output."""

    kind: str
    target: str = ""

    @classmethod
    def parse(cls, text: str) -> Out:
        """Reads `KIND` or `KIND=TARGET`."""
        kind, _, target = text.partition("=")
        if kind not in KINDS:
            raise ValueError(f"there is no output {kind!r}; choose one of {', '.join(KINDS)}")
        if kind in (PARQUET, KAFKA) and not target:
            example = "parquet=FOLDER" if kind == PARQUET else "kafka=TOPIC@SERVER:PORT"
            raise ValueError(f"{kind} needs a target; write {example}")
        if kind == KAFKA and "@" not in target:
            raise ValueError(f"{target!r} is no topic with its servers; write kafka=TOPIC@SERVER:PORT")
        return cls(kind, target)


class Sink(Protocol):
    """Takes what batches tell; taking a batch again changes nothing."""

    def take(self, batch: int, told: Told, /) -> None:
        """The answers of the batch of that number."""


def sink_for(out: Out, notation: Notation, spark: SparkSession, checkpoint: Path | None = None) -> Sink:
    """What writes to an output."""
    match out.kind:
        case "jsonl":
            return Written(lines_of(Path(out.target), checkpoint), notation) if out.target else Printed(notation)
        case "parquet":
            return Columns(Path(out.target), spark)
        case "kafka":
            return Messages(out.target, notation, spark)
        case _:
            return Shown(notation)


@dataclass(frozen=True, slots=True)
class Printed:
    """Lines on the standard output."""

    notation: Notation

    def take(self, _batch: int, told: Told, /) -> None:
        for line in lines(told, self.notation):
            sys.stdout.write(line + "\n")
        sys.stdout.flush()


@dataclass(frozen=True, slots=True)
class Written:
    """Lines in a file, each once where there is a checkpoint."""

    lines: Lines
    notation: Notation

    def take(self, batch: int, told: Told, /) -> None:
        self.lines.write(batch, lines(told, self.notation))


@dataclass(frozen=True, slots=True)
class Shown:
    """Lines for people: when, and what."""

    notation: Notation

    def take(self, _batch: int, told: Told, /) -> None:
        for answer in told.answers:
            sys.stdout.write(f"{answer.when}  {answer.content}\n")
        sys.stdout.flush()


@dataclass(frozen=True, slots=True)
class Columns:
    """A folder of Parquet with the typed columns of the answers, one part a batch."""

    folder: Path
    spark: SparkSession

    def take(self, batch: int, told: Told, /) -> None:
        from seqoia.spark.answers import answers_of

        answers = answers_of(self.spark.createDataFrame(told.rows), told.plan)
        answers.coalesce(1).write.mode("overwrite").parquet(str(self.folder / f"batch={batch}"))


@dataclass(frozen=True, slots=True)
class Messages:
    """Lines as messages of a topic, through the connector that the user adds to Spark."""

    target: str
    notation: Notation
    spark: SparkSession

    def take(self, _batch: int, told: Told, /) -> None:
        topic, _, servers = self.target.partition("@")
        rows = [(line,) for line in lines(told, self.notation)]
        writer = self.spark.createDataFrame(rows, "value string").write.format("kafka")
        writer.option("kafka.bootstrap.servers", servers).option("topic", topic).save()
