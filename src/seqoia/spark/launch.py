"""Starts the Java process of a session.

Spark's own scripts start one Java to ask what to start and a second one to be it, and want a `java` with modules that
a small runtime does not have. Here it is started at once, with the classes of earlier runs mapped from a file.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from seqoia.spark.classes import ClassArchive
from seqoia.spark.java import Java, find_java

_OPENED = (
    "java.base/java.lang",
    "java.base/java.lang.invoke",
    "java.base/java.lang.reflect",
    "java.base/java.io",
    "java.base/java.net",
    "java.base/java.nio",
    "java.base/java.util",
    "java.base/java.util.concurrent",
    "java.base/java.util.concurrent.atomic",
    "java.base/jdk.internal.ref",
    "java.base/sun.nio.ch",
    "java.base/sun.nio.cs",
    "java.base/sun.security.action",
    "java.base/sun.util.calendar",
    "java.security.jgss/sun.security.krb5",
)
"""What Spark reaches into, as its launcher has it."""

_PATIENCE = 120.0
"""Seconds in which Java has to be there."""


class LaunchError(RuntimeError):
    """Java could not be started."""


@dataclass(frozen=True, slots=True)
class Launch:
    """A Java process on its way; the file in which it will say where it listens."""

    process: subprocess.Popen[bytes]
    told: Path

    def wait(self) -> None:
        """Until it listens; then PySpark finds it by the environment."""
        patient_until = time.monotonic() + _PATIENCE
        while not self.told.exists():
            if self.process.poll() is not None or time.monotonic() > patient_until:
                self.stop()
                raise LaunchError("Java ended before it was ready; SEQOIA_SPARK_LOG=INFO shows what it said")
            time.sleep(0.01)
        content = self.told.read_bytes()
        (port,) = struct.unpack(">i", content[:4])
        os.environ["PYSPARK_GATEWAY_PORT"] = str(port)
        os.environ["PYSPARK_GATEWAY_SECRET"] = content[8:].decode()
        shutil.rmtree(self.told.parent, ignore_errors=True)

    def forget(self) -> None:
        """Processes that this one starts are not to take its Java for theirs."""
        for name in ("PYSPARK_GATEWAY_PORT", "PYSPARK_GATEWAY_SECRET"):
            os.environ.pop(name, None)

    def stop(self) -> None:
        """Ends it; what it was about to learn for the next run is lost."""
        if self.process.poll() is None:
            self.process.kill()
        shutil.rmtree(self.told.parent, ignore_errors=True)


def launch(settings: Mapping[str, str], memory: str, log_level: str) -> Launch:
    """Starts Java with these settings of Spark, and does not wait for it."""
    java = find_java()
    folder = Path(tempfile.mkdtemp(prefix="seqoia-"))
    home = _spark_home()
    command = [
        str(java.program),
        *_machine(java, home, memory, log_level),
        "-cp",
        f"{home}/jars/*",
        "org.apache.spark.deploy.SparkSubmit",
        *(part for name, value in settings.items() for part in ("--conf", f"{name}={value}")),
        "pyspark-shell",
    ]
    told = folder / "gateway"
    environment = {
        **os.environ,
        "SPARK_HOME": home,
        "SPARK_CONNECT_MODE": "0",
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in _places(os.environ.get("PYTHONPATH", ""))),
        "_PYSPARK_DRIVER_CONN_INFO_PATH": str(told),
    }
    quiet = subprocess.DEVNULL if log_level == "OFF" else sys.stderr.fileno()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=quiet,
        stderr=quiet,
        env=environment,
        preexec_fn=_ignore_interrupts,
    )
    started = Launch(process, told)
    atexit.register(_close, process)
    return started


def _machine(java: Java, home: str, memory: str, log_level: str) -> list[str]:
    """What the virtual machine is told: little memory and few threads, since the work is done in Python."""
    newer = ["--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"] if java.version > 23 else []
    return [
        "-XX:+IgnoreUnrecognizedVMOptions",
        f"-Xmx{memory}",
        "-XX:+UseSerialGC" if (os.cpu_count() or 1) <= 2 else "-XX:+UseParallelGC",
        *ClassArchive.of(java, home).options(),
        *newer,
        *(f"--add-opens={name}=ALL-UNNAMED" for name in _OPENED),
        "-Djdk.reflect.useDirectMethodHandle=false",
        "-Dio.netty.tryReflectionSetAccessible=true",
        f"-Dlog4j2.configurationFile={Path(__file__).with_name('log4j2.properties').as_uri()}",
        f"-Dseqoia.log={log_level}",
    ]


def _places(paths: str) -> list[str]:
    return [path for path in paths.split(os.pathsep) if path]


def _spark_home() -> str:
    import pyspark

    return str(Path(pyspark.__file__).parent)


def _ignore_interrupts() -> None:
    """An interrupt is for the command, which stops its queries and then Spark."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _close(process: subprocess.Popen[bytes]) -> None:
    """Java ends when nobody speaks to it any more."""
    if process.stdin is not None and not process.stdin.closed:
        process.stdin.close()
