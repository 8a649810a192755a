"""`python -m benchmarks.patterns`: event patterns, measured; a JSON file, a table of ratios and pictures.

What cannot be measured here (an engine that is not installed, a peer that is not on this machine) is named in the
table.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import datetime, timezone
from pathlib import Path

from benchmarks.measure import machine, report
from benchmarks.measure.figures import QUICK, SIZES, WHOLE, Case, Measured, Scenario, Size
from benchmarks.measure.runs import measured, run_here
from benchmarks.places import BENCHMARKS
from benchmarks.scenarios import SCENARIOS


def main(arguments: list[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    if asked.list:
        _say("\n".join(f"{scenario.name:18} {scenario.title}" for scenario in SCENARIOS))
        return 0
    if asked.one:
        _say(run_here(_case(*asked.one), SIZES[asked.size]))
        return 0
    chosen = _chosen(asked.scenarios)
    size = QUICK if asked.quick else WHOLE
    _report(chosen, _results(chosen, asked.cases, size), size, asked.out)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.patterns", description="Measure event patterns.")
    parser.add_argument("scenarios", nargs="*", metavar="SCENARIO", help="which to run; all without it")
    parser.add_argument("--list", action="store_true", help="say which scenarios there are")
    parser.add_argument("--quick", action="store_true", help="fewer events, one run each")
    parser.add_argument("--cases", default="", metavar="WORD", help="only cases whose name contains this")
    parser.add_argument("--out", type=Path, default=BENCHMARKS / "results", metavar="FOLDER", help="where to write")
    parser.add_argument("--one", nargs=2, metavar=("SCENARIO", "CASE"), help=argparse.SUPPRESS)
    parser.add_argument("--size", choices=list(SIZES), default=WHOLE.name, help=argparse.SUPPRESS)
    return parser


def _chosen(names: list[str]) -> tuple[Scenario, ...]:
    unknown = sorted(set(names) - {scenario.name for scenario in SCENARIOS})
    if unknown:
        raise SystemExit(f"no scenario is called {', '.join(unknown)}; --list says which there are")
    return tuple(scenario for scenario in SCENARIOS if not names or scenario.name in names)


def _case(scenario: str, name: str) -> Case:
    [found] = [one for one in SCENARIOS if one.name == scenario]
    return next(case for case in found.cases if case.name == name)


def _results(chosen: tuple[Scenario, ...], word: str, size: Size) -> dict[str, tuple[Measured, ...]]:
    results = {}
    for scenario in chosen:
        ran = []
        for case in scenario.cases:
            if word in case.name:
                one = measured(scenario.name, case, size)
                told = f"{one.middle.rate:,.0f} events/s" if one.runs else one.missing
                print(f"{scenario.name}: {case.name}: {told}", file=sys.stderr, flush=True)  # noqa: T201
                ran.append(one)
        results[scenario.name] = tuple(ran)
    return results


def _report(chosen: tuple[Scenario, ...], results: report.Results, size: Size, out: Path) -> None:
    from benchmarks.measure.pictures import drawn

    out.mkdir(parents=True, exist_ok=True)
    name = f"patterns-{size.name}"
    told = report.as_json(machine.described(), size.name, chosen, results)
    when = datetime.now(timezone.utc).isoformat(timespec="seconds")
    document = {"measured": when, **told} if isinstance(told, dict) else told
    (out / f"{name}.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    table = report.as_markdown(chosen, results)
    (out / f"{name}.md").write_text(table, encoding="utf-8")
    drawn(chosen, results, out)
    _say(table)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
