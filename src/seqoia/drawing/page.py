"""A plan as a notebook shows it: the drawing of its automaton, and below it what the plan says."""

from __future__ import annotations

from html import escape

from seqoia.drawing.automaton import draw_automaton
from seqoia.plan.outline import PlanOutline
from seqoia.plan.show import show_plan


def page_of(outline: PlanOutline) -> str:
    """HTML that takes the colours of the page in which it stands."""
    drawing = draw_automaton(outline).inline()
    return f"<div>{drawing}<details><summary>plan</summary><pre>{escape(show_plan(outline))}</pre></details></div>"
