"""One pattern on Flink: the jars by package name, the job compiled with the machine's own javac, a run in a fresh JVM.

Flink gets its events from memory, as objects of plain columns, already parted by company: neither a disk nor a parser
nor an unlucky split slows it down. A beginning of the trace warms the JVM up; the time is that from the first event of
the second run to its end, without the start of the job.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure.figures import Figure, MissingError
from benchmarks.peers.environment import environment
from benchmarks.places import WORK

LIBRARIES = "apache-flink-libraries>=2.3,<3"
"""The jars of the Python package apache-flink, without the Python that no job of ours runs."""

SOURCES = Path(__file__).parent / "java"
OPENED = tuple(f"--add-opens=java.base/java.{package}=ALL-UNNAMED" for package in ("lang", "util", "time"))
PATIENCE = 1_500


@dataclass(frozen=True, slots=True)
class FlinkJob:
    """A pattern (`v-shape`, `zigzag`, `kleene`) on one of Flink's engines (`sql`, `cep`), `streaming` or `batch`."""

    engine: str
    mode: str
    pattern: str = "v-shape"
    by: str = "next"
    steps: int = 3
    window_ms: int = 600_000
    volume_from: int = 0
    parallelism: int = 2
    warm_up: int = 200_000

    def arguments(self) -> list[str]:
        return [f"{name}={getattr(self, name)}" for name in self.__slots__]


def run_flink(job: FlinkJob, folder: Path) -> Figure:
    """The job over a folder of CSV files of trades."""
    jars = _jars()
    command = ["java", "-Xmx6g", *OPENED, "-cp", f"{_classes(jars)}:{jars}/*", "Peer", *job.arguments()]
    try:
        done = subprocess.run(
            [*command, f"folder={folder}"], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise MissingError(f"Flink gave no answer within {PATIENCE} s") from None
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise MissingError(f"Flink failed: {' '.join(done.stderr.split())[-300:]}")
    told = json.loads(lines[-1])
    version = next(jars.glob("flink-cep-*.jar")).stem.removeprefix("flink-cep-")
    seen = {"seconds_with_start": told["seconds_with_start"], "version": version}
    return Figure(told["seconds"], told["events"], told["matches"], seen)


def _jars() -> Path:
    root = environment("flink", "--no-deps", LIBRARIES)
    return next(root.glob("lib/python*/site-packages/pyflink/lib"))


def _classes(jars: Path) -> Path:
    """The compiled job; compiled again when its sources are not those that it was made of."""
    if not shutil.which("javac"):
        raise MissingError("no javac on the path: Flink's job needs a Java 17 development kit")
    sources = sorted(SOURCES.glob("*.java"))
    known = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    folder = WORK / "flink" / f"classes-{known}"
    if not folder.exists():
        done = subprocess.run(
            ["javac", "-d", str(folder), "-cp", f"{jars}/*", *map(str, sources)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            shutil.rmtree(folder, ignore_errors=True)
            raise MissingError(f"Flink's job does not compile: {done.stderr[:300]}")
    return folder
