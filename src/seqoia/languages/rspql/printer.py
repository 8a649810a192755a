"""RSP-QL as text."""

from __future__ import annotations

import re

from seqoia.languages.rspql import tree
from seqoia.languages.sparql.printer import Printer
from seqoia.model import Counted, StreamOperator

_COUNTED = {Counted.EVENTS: "ELEMENTS", Counted.TRIPLES: "TRIPLES"}


class RspqlPrinter(Printer):
    """Methods for the classes of `tree.py`."""

    def print_continuous_query(self, part: tree.ContinuousQuery) -> str:
        text = self.prologue(part.prologue)
        if part.registration is not None:
            text += f"{self.line(part.registration)}\n"
        text += self.due(part.form.span.start) + self._streaming(part.operator, self.show(part.form))
        return text if part.values is None else f"{text}\n{self.line(part.values)}"

    def _streaming(self, operator: StreamOperator, form: str) -> str:
        if operator is StreamOperator.NONE:
            return form
        return re.sub(r"\A\w+", lambda word: f"{word.group()} {operator.value}", form)

    def print_registration(self, part: tree.Registration) -> str:
        computed = f" COMPUTED EVERY {self.show(part.period)}" if part.period else ""
        return f"REGISTER {part.kind.value} {self.show(part.name)}{computed} AS"

    def print_window_clause(self, part: tree.WindowClause) -> str:
        named = "FROM WINDOW" if part.name is None else f"FROM NAMED WINDOW {self.show(part.name)}"
        return f"{named} ON {self.show(part.stream)} [{self.show(part.window)}]{self.counting(part)}"

    def counting(self, part: tree.WindowClause) -> str:
        return " COUNTING DUPLICATES" if part.counts_duplicates else ""

    def print_time_window(self, part: tree.TimeWindow) -> str:
        text = f"RANGE {self.show(part.width)}"
        text += f" STEP {self.show(part.slide)}" if part.slide else ""
        text += f" START AT {self.show(part.origin)}" if part.origin else ""
        text += f" READING {part.reading.name}" if part.reading else ""
        return text + (f" BOUND {part.bound.name}" if part.bound else "")

    def print_landmark_window(self, part: tree.LandmarkWindow) -> str:
        return f"LANDMARK {self.show(part.origin)}" if part.origin else "LANDMARK"

    def print_fixed_window(self, part: tree.FixedWindow) -> str:
        return f"FIXED {self.show(part.start)} {self.show(part.end)}"

    def print_identity_window(self, _: tree.IdentityWindow) -> str:
        return "IDENTITY"

    def print_count_window(self, part: tree.CountWindow) -> str:
        return f"{_COUNTED[part.counted]} {part.count}"

    def print_nested_window(self, part: tree.NestedWindow) -> str:
        return f"{self.show(part.outer)} OVER {self.show(part.inner)}"

    def print_report(self, part: tree.Report) -> str:
        return f"REPORT ON {self.all(part.conditions, ' AND ')}"

    def print_window_condition(self, part: tree.WindowCondition) -> str:
        return part.occasion.value + (f" OF {self.show(part.window)}" if part.window else "")

    def print_periodic_condition(self, part: tree.PeriodicCondition) -> str:
        origin = f" START AT {self.show(part.origin)}" if part.origin else ""
        return f"EVERY {self.show(part.period)}{origin}"

    def print_entailment_clause(self, part: tree.EntailmentClause) -> str:
        return f"ENTAILMENT {part.regime.name}"

    def print_scope_clause(self, part: tree.ScopeClause) -> str:
        return f"SCOPE {part.rule.value.upper()}"

    def print_window_pattern(self, part: tree.WindowPattern) -> str:
        return f"WINDOW {self.all((part.name, part.group))}"

    def print_length(self, part: tree.Length) -> str:
        return part.written

    def print_moment(self, part: tree.Moment) -> str:
        return part.written
