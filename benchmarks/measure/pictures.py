"""Pictures of what was measured: a scenario, a bar a case, events a second."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import matplotlib

from benchmarks.measure.figures import Measured, Scenario
from benchmarks.measure.report import Results

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "benchmarks"
import matplotlib.pyplot as plt  # noqa: E402  # the backend is chosen before the first figure

OURS = "#2f6b4f"
PEERS = "#b0603a"


def drawn(scenarios: Iterable[Scenario], results: Results, folder: Path) -> list[Path]:
    """An SVG for each scenario that has something to show."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for scenario in scenarios:
        shown = [one for one in results.get(scenario.name, ()) if one.runs]
        if shown:
            made.append(_bars(scenario, shown, folder / f"{scenario.name}.svg"))
    return made


def _bars(scenario: Scenario, shown: list[Measured], path: Path) -> Path:
    figure, axes = plt.subplots(figsize=(8, 0.7 + 0.4 * len(shown)), layout="constrained")
    names = [one.case for one in shown]
    rates = [one.median_rate for one in shown]
    colours = [OURS if name.startswith("seqoia") else PEERS for name in names]
    bars = axes.barh(names, rates, color=colours)
    axes.bar_label(bars, labels=[f" {rate:,.0f}" for rate in rates])
    axes.set_xscale("log" if max(rates) > 20 * min(rates) > 0 else "linear")
    axes.invert_yaxis()
    axes.margins(x=0.2)
    axes.spines[["top", "right"]].set_visible(False)
    axes.set_xlabel("events a second")
    axes.set_title(scenario.title, loc="left", fontsize=10)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    return path
