"""What the specification forbids beyond its grammar: each check is a function that raises a Refusal.

`survey` looks at every part once, and refuses what nests too deep. In order: `prefixes`, `blank_nodes`,
`triples`, `values`, `grouping`, `scopes` with the help of `visible`.
"""

from collections.abc import Callable

from seqoia.languages.sparql.checks.blank_nodes import check_blank_nodes
from seqoia.languages.sparql.checks.grouping import check_aggregates, check_grouped_projection
from seqoia.languages.sparql.checks.prefixes import WELL_KNOWN, check_prefixes
from seqoia.languages.sparql.checks.scopes import check_scopes
from seqoia.languages.sparql.checks.survey import Survey
from seqoia.languages.sparql.checks.triples import check_annotations, check_templates, check_triple_terms
from seqoia.languages.sparql.checks.values import check_values
from seqoia.languages.sparql.checks.visible import VisibleVariables

CHECKS: tuple[Callable[[Survey], None], ...] = (
    check_prefixes,
    check_blank_nodes,
    check_annotations,
    check_templates,
    check_triple_terms,
    check_values,
    check_aggregates,
    check_grouped_projection,
    check_scopes,
)

__all__ = [
    "CHECKS",
    "WELL_KNOWN",
    "Survey",
    "VisibleVariables",
    "check_aggregates",
    "check_annotations",
    "check_blank_nodes",
    "check_grouped_projection",
    "check_prefixes",
    "check_scopes",
    "check_templates",
    "check_triple_terms",
    "check_values",
]
