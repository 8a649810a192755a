"""`python -m benchmarks.agreement`: do the peers find what the reference semantics finds, on small inputs without ties?

Only then does it mean something to compare how fast they are. Where the counts differ, the command ends with 1.
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from benchmarks.generate import queries, trades
from benchmarks.generate.columns import Events
from benchmarks.generate.written import written
from benchmarks.measure.figures import MissingError
from benchmarks.peers.flink import FlinkJob, run_flink
from benchmarks.places import WORK


@dataclass(frozen=True, slots=True)
class Question:
    """One pattern as SPAseq and as Flink has it; `engines` are those of Flink's that can say it."""

    name: str
    query: str
    pattern: str
    by: str = "next"
    steps: int = 3
    volume_from: int = 0
    engines: tuple[str, ...] = ("cep", "sql")
    size: int = 50

    def events(self) -> Events:
        """As many as the reference answers in seconds."""
        return trades.walks(self.size, 1 if self.by == "strict" else 2).untied("company")


QUESTIONS = (
    Question("V-shape, next", queries.v_shape("30"), "v-shape"),
    Question("V-shape, strict", queries.v_shape("30", queries.STRICT), "v-shape", "strict"),
    Question("5 steps, next", queries.zigzag(5, "30"), "zigzag", steps=5),
    Question("5 steps, strict", queries.zigzag(5, "30", queries.STRICT), "zigzag", "strict", steps=5),
    Question("Kleene, next", queries.falling("30", volume_from=300), "kleene", "next", 3, 300, ("cep",), 30),
    Question("Kleene, strict", queries.falling("30", queries.STRICT), "kleene", "strict", size=22),
)


def main() -> int:
    agreed = True
    for question in QUESTIONS:
        counts = {"seqoia evaluate": _evaluated(question)} | {
            f"flink {engine} {mode}": _asked(question, engine, mode)
            for engine in question.engines
            for mode in ("batch", "streaming")
        }
        agreed = agreed and len({count for count in counts.values() if isinstance(count, int)}) == 1
        sys.stdout.write(f"{question.name}: {', '.join(f'{name} {count}' for name, count in counts.items())}\n")
        sys.stdout.flush()
    return 0 if agreed else 1


def _evaluated(question: Question) -> int:
    events = question.events()
    path = WORK / "query.spaseq"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(question.query, encoding="utf-8")
    [stream] = written(events, "jsonl", f"agreement-{question.by}", 1).glob("part-*")
    seqoia = str(Path(sys.executable).parent / "seqoia")
    command = [seqoia, "evaluate", str(path), "--stream", f"{events.stream}={stream}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.count("\n")


def _asked(question: Question, engine: str, mode: str) -> int | str:
    job = FlinkJob(
        engine,
        mode,
        question.pattern,
        question.by,
        question.steps,
        window_ms=30_000,
        volume_from=question.volume_from,
        warm_up=0,
    )
    try:
        return run_flink(job, written(question.events(), "csv", f"agreement-{question.by}", 1)).matches
    except MissingError as error:
        return str(error)


if __name__ == "__main__":
    raise SystemExit(main())
