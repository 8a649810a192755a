"""What SPARQL has said of conditions: the kernel asks once for each combination of terms, and then remembers."""

from __future__ import annotations

from typing import Any

import numpy as np

from seqoia.algebra.expressions import Previous
from seqoia.machine.match.compiled import compiled
from seqoia.machine.sequence.arrays import ASKED_AT, ASKED_CONDITION, ASKED_OPERANDS, Numbers, empty
from seqoia.machine.sequence.rowstore import RowStore
from seqoia.machine.sequence.tables import Compiled
from seqoia.model import Dataset, Solution
from seqoia.reference.events.conditions import in_variables, previous_name
from seqoia.reference.events.scope import Functions
from seqoia.reference.expressions import satisfied

_AT_ONCE = 4096
_REMEMBERED = 1 << 20


class Memory:
    """Remembers answers for as long as the machine lives; forgets them all when they become too many."""

    def __init__(self, compiled: Compiled, functions: Functions, background: Dataset) -> None:
        self._compiled, self._functions, self._background = compiled, functions, background
        operands = max((len(program.operands) for program in compiled.programs), default=0)
        self._known = 0
        self._table = empty(4 * _AT_ONCE, 2)
        self.questions = empty(_AT_ONCE, ASKED_OPERANDS + 2 * operands)

    def table(self) -> Numbers:
        """Keys and truths, as the kernel reads and extends them; half of it at most is full when the kernel has asked
        all that it may."""
        if self._known > _REMEMBERED:
            self._table, self._known = empty(4 * _AT_ONCE, 2), 0
        while len(self._table) < 2 * (self._known + _AT_ONCE):
            self._table = _doubled(self._table)
        return self._table

    def answer(self, asked: int, store: RowStore) -> None:
        """Asks SPARQL for what the kernel wanted to know."""
        questions = self.questions[:asked]
        for condition in np.unique(questions[:, ASKED_CONDITION]).tolist():
            mine = questions[questions[:, ASKED_CONDITION] == condition]
            self._table[mine[:, ASKED_AT], 1] = self._truths_of(condition, mine[:, ASKED_OPERANDS:], store)
        self._known += asked

    def _truths_of(self, condition: int, operands: Numbers, store: RowStore) -> list[bool]:
        columns = []
        for place, operand in enumerate(self._compiled.programs[condition].operands):
            name = previous_name(operand.variable.name) if isinstance(operand, Previous) else operand.name
            columns.append((name, store.terms(operands[:, 2 * place], operands[:, 2 * place + 1])))
        rows = [
            Solution((name, term) for name, terms in columns if (term := terms[at]) is not None)
            for at in range(len(operands))
        ]
        expression = in_variables(self._compiled.conditions[condition].expression)
        return satisfied(expression, rows, self._functions, self._background)


@compiled
def _doubled(table: Any) -> Any:
    wider = np.zeros((2 * len(table), 2), np.int64)
    mask = len(wider) - 1
    for place in range(len(table)):
        if table[place, 0] != 0:
            at = table[place, 0] & mask
            while wider[at, 0] != 0:
                at = (at + 1) & mask
            wider[at] = table[place]
    return wider
