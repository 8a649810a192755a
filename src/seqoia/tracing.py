"""What the evaluator tells of its work, as JSON."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

from seqoia.formats import Notation
from seqoia.model import Duration, Instant, Interval, NamedNode, Solution
from seqoia.reference.trace import TraceEvent


def trace_as_json(event: TraceEvent, notation: Notation) -> dict[str, Any]:
    """A step as an object with an `event` that names its kind; times as the answers have them."""
    return {"event": type(event).__name__, **_members(event, notation)}


def _members(value: Any, notation: Notation) -> dict[str, Any]:
    return {field.name: _json(getattr(value, field.name), notation) for field in fields(value)}


def _json(value: Any, notation: Notation) -> Any:
    match value:
        case Instant():
            return str(value) if notation is Notation.DATETIME else _number(value.seconds)
        case Duration():
            return str(value)
        case Interval():
            return [_json(value.start, notation), _json(value.end, notation)]
        case NamedNode():
            return value.value
        case Solution():
            return {name: str(term) for name, term in sorted(value.items()) if not name.startswith(".")}
        case Enum():
            return value.value
        case tuple():
            return [_json(item, notation) for item in value]
        case _ if is_dataclass(value):
            return _members(value, notation)
        case _:
            return value


def _number(seconds: Decimal) -> int | float:
    return int(seconds) if seconds == int(seconds) else float(seconds)
