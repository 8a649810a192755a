"""A blank node label names one node of one basic graph pattern."""

from __future__ import annotations

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.survey import Survey
from seqoia.languages.sparql.refusal import Refusal


def check_blank_nodes(survey: Survey) -> None:
    """A label is not used again in another basic graph pattern (SPARQL 1.2, section 5.1.1)."""
    first_use: dict[str, tuple[int, int]] = {}
    for number, group in enumerate(survey.of(tree.Group)):
        stretch = 0
        for element in group.elements:
            if isinstance(element, tree.TriplesBlock):
                _note_labels(element, (number, stretch), first_use)
            elif not isinstance(element, tree.Filter):
                stretch += 1


def _note_labels(block: tree.TriplesBlock, pattern: tuple[int, int], first_use: dict[str, tuple[int, int]]) -> None:
    for part in tree.walk(block):
        if isinstance(part, tree.BlankNodeLabel) and first_use.setdefault(part.label, pattern) != pattern:
            raise Refusal(
                f"_:{part.label} is used in two graph patterns",
                part.span,
                "a blank node belongs to one pattern",
                f"use a variable, such as ?{part.label}, to join the patterns",
            )
