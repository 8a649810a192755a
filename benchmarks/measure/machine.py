"""The machine that measured: what a reader needs to judge the numbers."""

from __future__ import annotations

import os
import platform
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("seqoia", "pyspark", "pyarrow", "numpy", "numba", "pyoxigraph", "pandas", "polars", "duckdb")


def described() -> dict[str, object]:
    return {
        "system": platform.platform(),
        "processor": _line_of("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count(),
        "memory": _line_of("/proc/meminfo", "MemTotal"),
        "python": platform.python_version(),
        "java": _java(),
        "packages": {name: found for name in PACKAGES if (found := _version(name))},
        "load": load(),
    }


def load() -> list[float]:
    """How busy the machine was in the last 1, 5 and 15 minutes: more than its own work means noise."""
    return [round(value, 2) for value in os.getloadavg()]


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _line_of(path: str, name: str) -> str:
    if not Path(path).exists():
        return ""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), "")


def _java() -> str:
    try:
        told = subprocess.run(["java", "-version"], capture_output=True, text=True, check=False).stderr
    except FileNotFoundError:
        return "none"
    return told.partition("\n")[0].strip()
