"""Each run of a case is a fresh process, so that no run warms up another; runs never stand side by side."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict

from benchmarks.measure.figures import Case, Figure, Measured, MissingError, Size
from benchmarks.measure.machine import load
from benchmarks.places import PROJECT

MARK = "benchmark-figure:"
PATIENCE = 1_800
"""Seconds after which a run is given up, and reported as given up."""


def measured(scenario: str, case: Case, size: Size) -> Measured:
    """The case's runs; the first that misses something, fails or takes too long is the last."""
    runs: list[Figure] = []
    for _ in range(size.repeats):
        answer = _in_a_fresh_process(scenario, case.name, size)
        if isinstance(answer, str):
            return Measured(case.name, tuple(runs), answer)
        runs.append(answer)
    return Measured(case.name, tuple(runs))


def run_here(case: Case, size: Size) -> str:
    """What a fresh process prints of its one run."""
    before = load()
    try:
        figure = case.run(size)
    except MissingError as error:
        return MARK + json.dumps({"missing": str(error)})
    told = asdict(figure) | {"seen": {**figure.seen, "load_before": before}}
    return MARK + json.dumps(told)


def _in_a_fresh_process(scenario: str, case: str, size: Size) -> Figure | str:
    command = [sys.executable, "-m", "benchmarks.patterns", "--one", scenario, case, "--size", size.name]
    try:
        done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        return f"no answer within {PATIENCE} s"
    lines = [line.removeprefix(MARK) for line in done.stdout.splitlines() if line.startswith(MARK)]
    if not lines:
        return f"failed: {' '.join(done.stderr.split())[-300:]}"
    told = json.loads(lines[-1])
    return told["missing"] if "missing" in told else Figure(**told)
