"""Functions that are named by an IRI: which are known, and how many arguments they take."""

from __future__ import annotations

from seqoia.languages.sparql.builder.functions import Arity
from seqoia.model.term import RSPU, XSD

_CASTS = (
    "boolean double float decimal integer dateTime string date time duration dayTimeDuration yearMonthDuration "
    "gYear gYearMonth gMonth gMonthDay gDay"
)
_OF_TWO = "add subtract greaterThan lessThan"

KNOWN_FUNCTIONS: dict[str, Arity] = {
    **{XSD + name: Arity(1, 1) for name in _CASTS.split()},
    **{RSPU + name: Arity(2, 2) for name in _OF_TWO.split()},
    RSPU + "between": Arity(3, 3),
}
"""Casts (SPARQL 1.2, section 17.5) and uncertainty functions."""
