"""An automaton as the text of a Mermaid state diagram."""

from __future__ import annotations

from collections.abc import Iterator

from seqoia.drawing.ways import START, Kind, Way, ways
from seqoia.plan.outline import PlanOutline
from seqoia.plan.steps import StepOutline

_CODES = {ord(letter): f"#{ord(letter)};" for letter in '#;:<>"&{}'}


def mermaid_of(outline: PlanOutline) -> str:
    """One state a step, dashed where it must not come; filters are notes."""
    return "\n".join(_lines(outline)) + "\n"


def _lines(outline: PlanOutline) -> Iterator[str]:
    yield "stateDiagram-v2"
    yield "    direction LR"
    for step in outline.stages:
        yield f'    state "{_escaped(_name(step))}" as s{step.number}'
    for way in ways(outline.stages):
        said = _escaped(_said(way))
        yield f"    {_state(way.source, outline)} --> {_state(way.target, outline)}{f' : {said}' if said else ''}"
    for step in outline.stages:
        if step.conditions:
            yield f"    note right of s{step.number}"
            yield from (f"        {_escaped(condition.asks)}" for condition in step.conditions)
            yield "    end note"
    if absent := [step for step in outline.stages if step.presence == "absent"]:
        yield "    classDef absent stroke-dasharray: 5 4"
        yield from (f"    class s{step.number} absent" for step in absent)


def _name(step: StepOutline) -> str:
    return f"no {step.takes}" if step.presence == "absent" else step.takes


def _said(way: Way) -> str:
    return f"again {way.says}" if way.kind is Kind.AGAIN else way.says


def _state(number: int, outline: PlanOutline) -> str:
    return "[*]" if number in (START, len(outline.stages)) else f"s{number}"


def _escaped(said: str) -> str:
    """Mermaid reads characters by their codes, between a number sign and a semicolon."""
    return said.translate(_CODES).replace("\n", " ")
