"""Counts the tests that third parties and papers wrote, and says at the end how many of them pass."""

from __future__ import annotations

import re
from collections import Counter

import pytest

COUNTED = (
    ("W3C syntax, SPARQL 1.0", re.compile(r"tests/conformance/.*w3c.*sparql10")),
    ("W3C syntax, SPARQL 1.1", re.compile(r"tests/conformance/.*w3c.*sparql11")),
    ("W3C syntax, SPARQL 1.2", re.compile(r"tests/conformance/.*w3c.*sparql12")),
    ("Paper transcripts", re.compile(r"tests/transcripts/.*\[")),
    ("CSRBench", re.compile(r"tests/conformance/.*csrbench.*\[")),
    ("ETALIS", re.compile(r"tests/conformance/.*etalis.*\[")),
)
"""What is counted, and which tests it is: one parametrised test a case."""

PASSED = "passed"
FAILED = "failed"
LEFT_OUT = "left out"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    outcomes = [counts(label, pattern, terminalreporter) for label, pattern in COUNTED]
    if lines := [line for line in outcomes if line]:
        terminalreporter.section("passed out of how many")
        for line in lines:
            terminalreporter.write_line(line)


def counts(label: str, pattern: re.Pattern[str], terminalreporter: pytest.TerminalReporter) -> str:
    """One line of the table; nothing if no such test ran."""
    outcomes: dict[str, str] = {}
    for category, reports in terminalreporter.stats.items():
        for report in reports:
            if isinstance(report, pytest.TestReport) and pattern.search(report.nodeid):
                outcomes[report.nodeid] = worst(outcomes.get(report.nodeid, PASSED), judged(category))
    found = Counter(outcomes.values())
    if not found:
        return ""
    left_out = f", {found[LEFT_OUT]} left out with a reason" if found[LEFT_OUT] else ""
    return f"{label}: {found[PASSED]} of {len(outcomes)}{left_out}"


def judged(category: str) -> str:
    """What a category of pytest means for a case; setting up and tearing down well is not worth mentioning."""
    if category in {"skipped", "xfailed"}:
        return LEFT_OUT
    return FAILED if category in {"failed", "error", "xpassed"} else PASSED


def worst(first: str, second: str) -> str:
    return max(first, second, key=[PASSED, LEFT_OUT, FAILED].index)
