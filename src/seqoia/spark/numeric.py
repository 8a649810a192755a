"""The datatypes of numbers."""

from __future__ import annotations

from seqoia.model.term import XSD

_SIZED = ("long", "int", "short", "byte")
_SIGNED = ("nonNegative", "positive", "nonPositive", "negative")

NUMERIC = frozenset(
    XSD + name
    for name in (
        *("integer", "decimal", "double", "float"),
        *_SIZED,
        *(f"{sign}Integer" for sign in _SIGNED),
        *(f"unsigned{size.title()}" for size in _SIZED),
    )
)
