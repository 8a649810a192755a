"""What was measured, as one JSON file and as a table of ratios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from benchmarks.measure.figures import Claim, Measured, Scenario

Results = Mapping[str, tuple[Measured, ...]]


def as_json(machine: Mapping[str, object], size: str, scenarios: Iterable[Scenario], results: Results) -> object:
    kept = [scenario for scenario in scenarios if scenario.name in results]
    return {
        "machine": machine,
        "size": size,
        "scenarios": {scenario.name: _scenario(scenario, results[scenario.name]) for scenario in kept},
    }


def as_markdown(scenarios: Iterable[Scenario], results: Results) -> str:
    kept = [scenario for scenario in scenarios if scenario.name in results]
    claims = ["| what | at least / at most | measured | |", "|---|---|---|---|"]
    claims += [line for scenario in kept for line in _claim_lines(scenario, results[scenario.name])]
    cases = ["| scenario | case | events/s | events | matches | seconds | runs, slowest ÷ fastest |"]
    cases += ["|---|---|---|---|---|---|---|"]
    cases += [_case_line(scenario, one) for scenario in kept for one in results[scenario.name]]
    return "\n".join([*claims, "", *cases, ""])


def number(claim: Claim, measured: tuple[Measured, ...]) -> float | str:
    """The claim's number, or what is missing for it."""
    figures = {one.case: one.middle for one in measured if one.runs}
    try:
        return claim.number(figures)
    except KeyError as absent:
        reasons = {one.case: one.missing for one in measured}
        return reasons.get(str(absent.args[0])) or f"{absent.args[0]} was not seen"


def _scenario(scenario: Scenario, measured: tuple[Measured, ...]) -> object:
    return {
        "title": scenario.title,
        "cases": {one.case: {"runs": [asdict(run) for run in one.runs], "missing": one.missing} for one in measured},
        "claims": [
            {"what": claim.what, "bound": claim.bound, "unit": claim.unit, "at_most": claim.at_most}
            | {"measured": number(claim, measured)}
            for claim in scenario.claims
        ],
    }


def _claim_lines(scenario: Scenario, measured: tuple[Measured, ...]) -> Iterable[str]:
    for claim in scenario.claims:
        found = number(claim, measured)
        bound = f"{'≤' if claim.at_most else '≥'} {claim.bound:,g} {claim.unit}"
        if isinstance(found, str):
            yield f"| {claim.what} | {bound} | — | not measured: {found} |"
        else:
            verdict = "yes" if claim.holds(found) else "**no**"
            yield f"| {claim.what} | {bound} | {found:,.4g} {claim.unit} | {verdict} |"


def _case_line(scenario: Scenario, one: Measured) -> str:
    if not one.runs:
        return f"| {scenario.name} | {one.case} | — | | | | {one.missing} |"
    middle = one.middle
    runs = f"{len(one.runs)}, {one.spread:.2f}" + (f"; then {one.missing}" if one.missing else "")
    figures = f"{middle.rate:,.0f} | {middle.events:,} | {middle.matches:,} | {middle.seconds:.2f}"
    return f"| {scenario.name} | {one.case} | {figures} | {runs} |"
