"""From matches to answers: what SELECT computes, projects and makes a set of, and what CONSTRUCT builds."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from seqoia.algebra import query as q
from seqoia.algebra.expressions import Expression, OfInterval, Variable
from seqoia.algebra.traversal import descendants
from seqoia.algebra.variables import mentioned
from seqoia.formats import graph_text
from seqoia.machine.step import END
from seqoia.machine.terms import terms_of, text_of
from seqoia.model import Dataset, Instant, Interval, Solution, TimedBinding
from seqoia.plan.physical import PatternPlan
from seqoia.reference.events.conditions import timed_values
from seqoia.reference.events.scope import Functions, Scope
from seqoia.reference.templates import instantiated

_INTERVAL = ["start", "end"]
_NEW = "?new"


class Telling:
    """Makes answers of matches; equal ones are one."""

    def __init__(self, plan: PatternPlan, functions: Functions, background: Dataset) -> None:
        self._plan = plan
        everywhere = Interval(Instant(0), Instant(0))
        self._scope = Scope({}, (), everywhere, background=background, functions=functions)

    def step(self, sections: dict[str, Any], matches: pa.Table, watermark: int) -> tuple[dict[str, Any], pa.Table]:
        """The answers that these matches give, and none that was given before."""
        answers = self._answers(matches)
        if self._plan.distinct:
            return self._first_of_each(sections, answers)
        answers, known = _without(answers, sections.get("answers"))
        return {"answers": self._still_awaited(known, watermark)}, answers

    def _still_awaited(self, told: pa.Table, watermark: int) -> pa.Table:
        """The answers that a later step may find again: alike events of one instant may come apart, and a match on the
        border of two windows is known at the end of each."""
        reach = self._plan.width.microseconds if self._plan.delayed and self._plan.width is not None else 0
        return (
            told.slice(0, 0)
            if watermark == END
            else told.filter(pc.greater_equal(told.column("end"), watermark - reach))
        )

    def _answers(self, matches: pa.Table) -> pa.Table:
        matches = _set(matches.select([name for name in matches.column_names if name[0] == "?" or name in _INTERVAL]))
        for variable, expression in self._plan.computed:
            matches = matches.append_column(f"?{variable.name}", self._computed(expression, matches))
        if isinstance(self._plan.query.form, q.Construct):
            return self._constructed(matches, self._plan.query.form)
        return _set(self._projected(matches))

    def _computed(self, expression: Expression, matches: pa.Table) -> pa.Array | pa.ChunkedArray:
        """What an expression is worth under each match; computed once for those that do not differ in what it asks."""
        if isinstance(expression, Variable) and f"?{expression.name}" in matches.column_names:
            return matches.column(f"?{expression.name}")
        asked = [f"?{name}" for name in sorted(mentioned(expression)) if f"?{name}" in matches.column_names]
        if any(isinstance(node, OfInterval) for node in descendants(expression)):
            asked += _INTERVAL
        rows = list(zip(*(matches.column(name).to_pylist() for name in asked), strict=True)) or [()] * matches.num_rows
        first = {row: place for place, row in reversed(list(enumerate(rows)))}
        once = self._timed(matches.take(pa.array(list(first.values()), pa.int64())), mentioned(expression))
        values = dict(zip(first, timed_values(expression, once, self._scope), strict=True))
        found = (values[row] for row in rows)
        return pa.array([None if value is None else text_of(value) for value in found], pa.string())

    def _projected(self, matches: pa.Table) -> pa.Table:
        columns = {"start": matches.column("start"), "end": matches.column("end")}
        for name in self._plan.shown:
            known = f"?{name}" in matches.column_names
            columns[name] = matches.column(f"?{name}") if known else pa.nulls(matches.num_rows, pa.string())
        return pa.table(columns)

    def _timed(self, matches: pa.Table, names: frozenset[str]) -> list[TimedBinding]:
        known = {
            name: terms_of(matches.column(f"?{name}")) for name in sorted(names) if f"?{name}" in matches.column_names
        }
        starts, ends = matches.column("start").to_pylist(), matches.column("end").to_pylist()
        return [
            TimedBinding(
                Solution((name, terms[row]) for name, terms in known.items() if terms[row] is not None),  # type: ignore[misc]
                Interval(Instant(starts[row]), Instant(ends[row])),
            )
            for row in range(matches.num_rows)
        ]

    def _constructed(self, matches: pa.Table, form: q.Construct) -> pa.Table:
        names = frozenset(name[1:] for name in matches.column_names if name.startswith("?"))
        graphs = []
        for row in self._timed(matches, names):
            made = instantiated(form.template, row.solution, f"answer {row.interval}")
            graphs.append(graph_text(made) if made else None)
        table = pa.table(
            {"start": matches.column("start"), "end": matches.column("end"), "graph": pa.array(graphs, pa.string())}
        )
        return _set(table.filter(pc.is_valid(table.column("graph"))))

    def _first_of_each(self, sections: dict[str, Any], answers: pa.Table) -> tuple[dict[str, Any], pa.Table]:
        """Each solution once, with its first interval."""
        names = list(self._plan.shown)
        told = sections.get("solutions")
        known = set() if told is None else {tuple(row.values()) for row in told.to_pylist()}
        kept = []
        ordered = pc.sort_indices(answers, [("end", "ascending"), ("start", "ascending")])
        for place in ordered.to_pylist():
            solution = tuple(answers.column(name)[place].as_py() for name in names)
            if solution not in known:
                known.add(solution)
                kept.append(place)
        seen = pa.table({name: pa.array([row[at] for row in known], pa.string()) for at, name in enumerate(names)})
        return {"solutions": seen}, answers.take(pa.array(kept, pa.int64()))


def _without(answers: pa.Table, told: pa.Table | None) -> tuple[pa.Table, pa.Table]:
    """The answers that were not told before, and all of them together."""
    if told is None or not told.num_rows:
        return answers, answers
    names = answers.column_names
    marked = [
        table.append_column(_NEW, pa.array([new] * table.num_rows, pa.int8()))
        for table, new in ((told, 0), (answers, 1))
    ]
    found = pa.concat_tables(marked).group_by(names, use_threads=False).aggregate([(_NEW, "min")])
    fresh = found.filter(pc.equal(found.column(f"{_NEW}_min"), 1))
    return fresh.select(names), found.select(names)


def _set(answers: pa.Table) -> pa.Table:
    """Equal timed bindings are one (SEMANTICS 1)."""
    names = answers.column_names
    return answers.group_by(names, use_threads=False).aggregate([]).select(names)
