"""What a query gathers over the iterations of a repetition."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from seqoia.algebra.expressions import Aggregate, AggregateFunction
from seqoia.algebra.variables import mentioned
from seqoia.machine.match.compiled import compiled
from seqoia.machine.sequence.arrays import LINK_BEFORE, LINK_CHOICE, LINK_ROWS, RUN_NODE, Numbers
from seqoia.machine.sequence.rowstore import RowStore
from seqoia.machine.sequence.tables import Compiled
from seqoia.machine.terms import integer_text, text_of
from seqoia.model import Solution, Term
from seqoia.plan.automaton import Stage
from seqoia.reference.aggregates import aggregate

_REMEMBERED = 1 << 16


class Iterations:
    """Computes the aggregates that a repetition collects; equal iterations are computed once."""

    def __init__(self, compiled: Compiled) -> None:
        self._compiled = compiled
        self._stages = [stage for stage in compiled.automaton.stages if stage.loop is not None and stage.loop.collected]
        self._stage_of = np.array([choice.places[0].stage for choice in compiled.choices], np.int64)
        self._known: dict[tuple[Aggregate, tuple[Solution, ...]], str | None] = {}

    def columns(self, runs: Numbers, links: Numbers, store: RowStore) -> dict[str, pa.Array]:
        """A column for each aggregate, by the name under which the query knows it."""
        found: dict[str, pa.Array] = {}
        for stage in self._stages:
            assert stage.loop is not None
            offsets, numbers = _chains(runs[:, RUN_NODE].copy(), links, self._stage_of, stage.number)
            plain = [
                (variable, gathered)
                for variable, gathered in stage.loop.collected
                if gathered.argument is None and gathered.function is AggregateFunction.COUNT and not gathered.distinct
            ]
            counts = np.diff(offsets)
            for variable, _ in plain:
                texts = [None if count == 0 else integer_text(count) for count in counts.tolist()]
                found[f"?{variable.name}"] = pa.array(texts, pa.string())
            others = [each for each in stage.loop.collected if each not in plain]
            if others:
                rows = self._rows(stage, runs, links, store, offsets, numbers, mentioned_in(others))
                for variable, gathered in others:
                    found[f"?{variable.name}"] = pa.array([self._value(gathered, each) for each in rows], pa.string())
        return found

    def _value(self, gathered: Aggregate, rows: tuple[Solution, ...]) -> str | None:
        if not rows:
            return None
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        asked = (gathered, rows)
        if asked not in self._known:
            term = aggregate(gathered, rows)
            self._known[asked] = None if term is None else text_of(term)
        return self._known[asked]

    def _rows(
        self,
        stage: Stage,
        runs: Numbers,
        links: Numbers,
        store: RowStore,
        offsets: Numbers,
        numbers: Numbers,
        names: frozenset[str],
    ) -> list[tuple[Solution, ...]]:
        """For each match its iterations, each with what stood before the repetition."""
        of_match = np.repeat(np.arange(len(runs)), np.diff(offsets))
        columns: dict[str, list[Term | None]] = {}
        for name in sorted(names):
            terms: list[Term | None] = [None] * len(numbers)
            for place in self._compiled.automaton.binding_places(name):
                slot = place.reading.slot_of(name)
                if place.stage > stage.number or slot is None:
                    continue
                before = place.stage < stage.number
                of_runs = self._compiled.rows_of(runs, place.number)[of_match]
                rows = of_runs if before else self._own(place.number, numbers, links)
                for at, term in enumerate(store.terms(rows, np.full(len(rows), slot))):
                    terms[at] = terms[at] if terms[at] is not None else term
            columns[name] = terms
        solutions = [
            Solution((name, term) for name, terms in columns.items() if (term := terms[at]) is not None)
            for at in range(len(numbers))
        ]
        return [tuple(solutions[offsets[match] : offsets[match + 1]]) for match in range(len(runs))]

    def _own(self, place: int, numbers: Numbers, links: Numbers) -> Numbers:
        rows = np.full(len(numbers), -1, np.int64)
        for number, choice in enumerate(self._compiled.choices):
            for part, each in enumerate(choice.places):
                if each.number == place:
                    mine = links[numbers, LINK_CHOICE] == number
                    rows[mine] = links[numbers[mine], LINK_ROWS + part]
        return rows


def mentioned_in(collected: list[tuple[Any, Aggregate]]) -> frozenset[str]:
    return frozenset().union(*(mentioned(gathered) for _, gathered in collected))


@compiled
def _chains(nodes: Any, links: Any, stage_of: Any, stage: int) -> tuple[Any, Any]:
    """For each match the links of a stage, first to last."""
    offsets = np.zeros(len(nodes) + 1, np.int64)
    for match in range(len(nodes)):
        node, count = nodes[match], 0
        while node >= 0:
            count += 1 if stage_of[links[node, LINK_CHOICE]] == stage else 0
            node = links[node, LINK_BEFORE]
        offsets[match + 1] = offsets[match] + count
    numbers = np.empty(offsets[-1], np.int64)
    for match in range(len(nodes)):
        node, at = nodes[match], offsets[match + 1]
        while node >= 0:
            if stage_of[links[node, LINK_CHOICE]] == stage:
                at -= 1
                numbers[at] = node
            node = links[node, LINK_BEFORE]
    return offsets, numbers
