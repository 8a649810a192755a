"""Which matches count, as they come: after-match skip, and a limit for each first event."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from typing_extensions import assert_never

from seqoia.machine.step import BEGINNING, END
from seqoia.model import NoSkip, SkipPastLast, SkipTo, SkipToNext
from seqoia.plan.physical import Counting, PatternPlan

_ACCEPTED = pa.schema(
    [
        ("correlation", pa.string()),
        ("start", pa.int64()),
        ("end", pa.int64()),
        ("target", pa.int64()),
        ("first", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class _Accepted:
    """A match that counts, as later ones look at it."""

    correlation: str
    start: int
    end: int
    target: int
    first: str


class Counted:
    """Lets through the matches that no earlier one is skipped past, in the order ≺, and so many a start."""

    def __init__(self, plan: PatternPlan) -> None:
        assert plan.counting is not None
        self._counting: Counting = plan.counting
        self._reach = END if plan.width is None else 2 * plan.width.microseconds

    def step(self, sections: dict[str, Any], matches: pa.Table, watermark: int) -> tuple[dict[str, Any], pa.Table]:
        known = sections.get("accepted", _ACCEPTED.empty_table())
        accepted = [_Accepted(**row) for row in known.to_pylist()]
        limits = Counter(each.first for each in accepted)
        rivals: dict[str, list[_Accepted]] = {}
        for each in accepted:
            rivals.setdefault(each.correlation, []).append(each)
        kept = []
        for place, match in _in_order(matches, self._counting.correlated):
            before = rivals.setdefault(match.correlation, [])
            if any(self._skips(earlier, match) for earlier in before):
                continue
            before.append(match)
            limits[match.first] += 1
            if self._counting.limit_per_start is None or limits[match.first] <= self._counting.limit_per_start:
                kept.append(place)
        after = [each for some in rivals.values() for each in some if each.end >= watermark - self._reach]
        columns = {name: [getattr(each, name) for each in after] for name in _ACCEPTED.names}
        return {"accepted": pa.table(columns, _ACCEPTED)}, matches.take(pa.array(kept, pa.int64()))

    def _skips(self, earlier: _Accepted, match: _Accepted) -> bool:
        after = self._counting.after_match
        match after:
            case NoSkip():
                return False
            case SkipToNext():
                return match.start == earlier.start
            case SkipPastLast():
                return earlier.start <= match.start <= earlier.end
            case SkipTo():
                return earlier.target != BEGINNING and earlier.start <= match.start < earlier.target
            case _:
                assert_never(after)


def _in_order(matches: pa.Table, correlated: tuple[str, ...]) -> list[tuple[int, _Accepted]]:
    names = sorted(name for name in matches.column_names if name.startswith("?") and not name.startswith("?."))
    rows = matches.to_pylist()

    def solution(row: dict[str, Any]) -> str:
        return "{" + ", ".join(f"{name} ↦ {row[name]}" for name in names if row[name] is not None) + "}"

    def rank(row: dict[str, Any]) -> tuple[Any, ...]:
        return row["end"], row["start"], solution(row), row["times"]

    def accepted(row: dict[str, Any]) -> _Accepted:
        correlation = "\n".join(f"{name} {row.get(f'?{name}')}" for name in correlated)
        return _Accepted(correlation, row["start"], row["end"], row["target"], row["first"])

    ordered = sorted(range(len(rows)), key=lambda at: rank(rows[at]))
    return [(place, accepted(rows[place])) for place in ordered]
