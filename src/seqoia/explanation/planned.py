"""How a query would be run: its physical plan, or why it has none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seqoia.algebra import EventQuery, Query
from seqoia.algebra.wording import FULL_NAMES, Names
from seqoia.drawing import draw_automaton, mermaid_of
from seqoia.plan.outline import PlanOutline, outline_of
from seqoia.plan.physical import plan
from seqoia.plan.refusal import UnplannableError
from seqoia.plan.show import show_plan


@dataclass(frozen=True, slots=True)
class Unplanned:
    """A query that the reference evaluates, and no plan runs."""

    because: str

    def as_json(self) -> dict[str, Any]:
        return {"answered_by": "reference", "because": self.because}


def planned(query: Query, names: Names = FULL_NAMES) -> PlanOutline | Unplanned:
    """What a plan shows of itself, or why there is none."""
    if not isinstance(query, EventQuery):
        return Unplanned("queries that report windows are evaluated by the reference for now")
    try:
        made = plan(query)
    except UnplannableError as refused:
        return Unplanned(str(refused))
    # compiled kernels take a while to import, and only a plan needs them
    from seqoia.machine.engines import engines_of

    return outline_of(made, engines_of(made), names)


def show_planned(shown: PlanOutline | Unplanned) -> str:
    """As text to read."""
    return show_plan(shown) if isinstance(shown, PlanOutline) else f"none: {shown.because}"


DRAWINGS = ("mermaid", "svg")


def draw_planned(shown: PlanOutline | Unplanned, kind: str) -> str:
    """The automaton as a drawing."""
    if kind not in DRAWINGS:
        raise ValueError(f"there is no drawing {kind!r}; choose one of {', '.join(DRAWINGS)}")
    if isinstance(shown, Unplanned):
        raise ValueError(f"there is no automaton to draw: {shown.because}")
    return mermaid_of(shown) if kind == "mermaid" else draw_automaton(shown).document()
