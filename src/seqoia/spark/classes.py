"""Spark's classes, mapped from a file: half of a cold start is reading them from their jars.

The first run with a Java and a Spark writes the file when it ends, in the background; later ones map it. Java checks
that it fits, and goes on without it if it does not.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from seqoia.spark.java import Java

_SWITCH = "SEQOIA_CLASS_ARCHIVE"


@dataclass(frozen=True, slots=True)
class ClassArchive:
    """The file for one Java and one Spark; no file where it is switched off or cannot be written."""

    file: Path | None

    @classmethod
    def of(cls, java: Java, spark_home: str) -> ClassArchive:
        if os.environ.get(_SWITCH) == "off":
            return cls(None)
        release = java.program.parent.parent / "release"
        said = release.read_bytes() if release.is_file() else b""
        name = hashlib.blake2s(said + f"{java.program} {spark_home}".encode(), digest_size=8).hexdigest()
        folder = _cache() / "seqoia"
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return cls(None)
        return cls(folder / f"classes-{name}.jsa")

    def options(self) -> list[str]:
        """What Java is told, to use the file or to write it."""
        if self.file is None:
            return []
        quiet = ["-Xlog:cds=off", "-Xlog:cds+dynamic=off", "-Xlog:class+load=off", "-Xshare:auto"]
        self._adopt()
        if self.file.exists():
            return [f"-XX:SharedArchiveFile={self.file}", *quiet]
        return [f"-XX:ArchiveClassesAtExit={self.file.with_suffix('')}.{os.getpid()}.part", *quiet]

    def _adopt(self) -> None:
        """Takes over what an earlier run has written to its end; what another is still writing stays."""
        assert self.file is not None
        for part in self.file.parent.glob(f"{self.file.stem}.*.part"):
            if _is_read_only(part):
                part.replace(self.file)
                return


def _is_read_only(part: Path) -> bool:
    """Java takes the right to write away before it begins, so that the age tells whether it has ended."""
    import time

    return time.time() - part.stat().st_mtime > 5


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
