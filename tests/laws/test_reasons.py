"""Law: every match has a reason, whose events span it; and every plan can be shown and drawn."""

from __future__ import annotations

import json
import os
from xml.etree import ElementTree

from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

import seqoia
from laws.spaseq_worlds import queries, worlds
from seqoia.explanation.match.verdicts import Kind

LONG = int(os.environ.get("SEQOIA_LAW_EXAMPLES", "150"))
TOGETHER = settings(
    max_examples=LONG, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


def understood(text: str) -> seqoia.ParsedQuery:
    note(text)
    try:
        parsed = seqoia.parse(text, "spaseq")
        seqoia.lower(parsed)
    except seqoia.QueryError:
        assume(False)
    return parsed


@given(queries(), st.booleans().flatmap(lambda intervals: worlds(intervals=intervals)))
@TOGETHER
def test_every_match_has_a_reason(text: str, world: tuple) -> None:
    parsed = understood(text)
    for answer in seqoia.evaluate(seqoia.lower(parsed), world)[:5]:
        note(str(answer))
        why = seqoia.why(parsed, answer, world)
        events = [taken.event for taken in why.course.taken]
        assert min(event.start for event in events) == answer.when.start
        assert max(event.end for event in events) == answer.when.end
        json.dumps(why.as_json())
        ElementTree.fromstring(why.draw().document())
        assert why.show().startswith(why.pattern)


@given(queries(), worlds(intervals=False))
@TOGETHER
def test_what_has_to_be_absent_is_not_among_what_was_passed_over(text: str, world: tuple) -> None:
    parsed = understood(text)
    for answer in seqoia.evaluate(seqoia.lower(parsed), world)[:5]:
        why = seqoia.why(parsed, answer, world)
        for gap in why.course.gaps[1:-1]:
            fitting = [each for passed in gap.passed for each in passed.verdicts if each.kind is Kind.FITS]
            assert [each for each in fitting if each.part in gap.absent and "strictly" not in each.because] == []


@given(queries())
@TOGETHER
def test_every_plan_is_shown_and_drawn(text: str) -> None:
    explained = seqoia.explain(understood(text))
    assert explained.show(["plan"]).startswith("pattern ")
    ElementTree.fromstring(explained.draw("svg"))
    assert explained.draw("mermaid").startswith("stateDiagram-v2\n")
