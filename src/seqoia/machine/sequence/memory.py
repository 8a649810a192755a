"""What SPARQL has said of conditions: the kernel asks once for each combination of terms, and then remembers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from seqoia.algebra.expressions import Previous
from seqoia.machine.sequence.arrays import Memo
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
        self._keys, self._truths = np.zeros(4 * _AT_ONCE, np.int64), np.zeros(4 * _AT_ONCE, np.int8)
        self._known = 0
        self._places, self._conditions = np.zeros(_AT_ONCE, np.int64), np.zeros(_AT_ONCE, np.int64)
        self._rows, self._slots = (np.zeros((_AT_ONCE, max(1, operands)), np.int64) for _ in range(2))
        self.asked = 0

    def table(self) -> Memo:
        """As the kernel reads and extends it; at most half of it is full when the kernel has asked all it may."""
        if self._known > _REMEMBERED:
            self._keys, self._truths, self._known = np.zeros(4 * _AT_ONCE, np.int64), np.zeros(4 * _AT_ONCE, np.int8), 0
        while len(self._keys) < 2 * (self._known + _AT_ONCE):
            self._keys, self._truths = _doubled(self._keys, self._truths)
        return Memo(self._keys, self._truths, self._places, self._conditions, self._rows, self._slots)

    def answered(self, store: RowStore) -> bool:
        """Asks SPARQL for what the kernel wanted to know; whether there was anything."""
        asked, self.asked = self.asked, 0
        for condition in np.unique(self._conditions[:asked]).tolist():
            numbers = np.flatnonzero(self._conditions[:asked] == condition)
            truths = self._truths_of(condition, numbers, store)
            self._truths[self._places[numbers]] = truths
        self._known += asked
        return asked > 0

    def _truths_of(self, condition: int, numbers: NDArray[np.int64], store: RowStore) -> list[bool]:
        operands = self._compiled.programs[condition].operands
        columns = []
        for place, operand in enumerate(operands):
            name = previous_name(operand.variable.name) if isinstance(operand, Previous) else operand.name
            columns.append((name, store.terms(self._rows[numbers, place], self._slots[numbers, place])))
        rows = [
            Solution((name, term) for name, terms in columns if (term := terms[at]) is not None)
            for at in range(len(numbers))
        ]
        expression = in_variables(self._compiled.conditions[condition].expression)
        return satisfied(expression, rows, self._functions, self._background)


@njit(cache=True, nogil=True)
def _doubled(keys: Any, truths: Any) -> tuple[Any, Any]:
    wider, wider_truths = np.zeros(2 * len(keys), np.int64), np.zeros(2 * len(keys), np.int8)
    mask = len(wider) - 1
    for place in range(len(keys)):
        if keys[place] != 0:
            at = keys[place] & mask
            while wider[at] != 0:
                at = (at + 1) & mask
            wider[at] = keys[place]
            wider_truths[at] = truths[place]
    return wider, wider_truths
