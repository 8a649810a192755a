"""What EP-SPARQL forbids beyond its grammar: what SPARQL forbids, and more.

In the order in which they are made: SPARQL's checks, those of blank nodes statement by statement; `statements` (rules
and clauses); `places` (what has no interval or no place in time).
"""

from __future__ import annotations

from collections.abc import Callable

from seqoia.languages.epsparql.checks.places import check_background, check_endpoints, check_exists, check_intervals
from seqoia.languages.epsparql.checks.statements import (
    check_blank_nodes_of_each,
    check_clauses,
    check_names,
    check_rules,
)
from seqoia.languages.sparql.checks import CHECKS as SPARQL_CHECKS
from seqoia.languages.sparql.checks import Survey, check_blank_nodes

CHECKS: tuple[Callable[[Survey], None], ...] = (
    *(check for check in SPARQL_CHECKS if check is not check_blank_nodes),
    check_blank_nodes_of_each,
    check_clauses,
    check_names,
    check_rules,
    check_endpoints,
    check_background,
    check_intervals,
    check_exists,
)

__all__ = ["CHECKS"]
