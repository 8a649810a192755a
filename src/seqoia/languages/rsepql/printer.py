"""RSEP-QL as text."""

from __future__ import annotations

from seqoia.languages.rsepql import tree
from seqoia.languages.rspql.printer import RspqlPrinter
from seqoia.languages.rspql.tree import WindowClause


class RsepqlPrinter(RspqlPrinter):
    """Methods for the classes of `tree.py`; named windows as P-RSEP writes them."""

    def print_window_clause(self, part: WindowClause) -> str:
        if part.name is None:
            return super().print_window_clause(part)
        window = f"WIN [{self.show(part.window)}] AS {self.show(part.name)}"
        return f"FROM NAMED {self.show(part.stream)} {window}{self.counting(part)}"

    def print_event_clause(self, part: tree.EventClause) -> str:
        return f"{self.show(part.event)} AS {self.show(part.name)}"

    def print_consuming(self, _: tree.Consuming) -> str:
        return "CONSUMING"

    def print_match(self, part: tree.Match) -> str:
        with self.indented():
            inside = self.newline + self.line(part.pattern) + self.left(part.span.end)
        return f"MATCH {{{inside}{self.newline}}}"

    def print_sequence(self, part: tree.Sequence) -> str:
        return f"{self.event(part.first)} {self.all(part.others)}"

    def print_next_event(self, part: tree.NextEvent) -> str:
        policy = f" {part.policy.name}" if part.policy else ""
        return f"SEQ{policy} {self.event(part.event)}"

    def print_event_name(self, part: tree.EventName) -> str:
        return part.name

    def print_basic_event(self, part: tree.BasicEvent) -> str:
        return f"EVENT ON {self.all((part.window, part.group))}"

    def print_extreme(self, part: tree.Extreme) -> str:
        return f"{part.which.name} {self.event(part.event)}"

    def event(self, part: tree.EventPattern) -> str:
        """A part of an event pattern, a sequence in brackets."""
        text = self.show(part)
        return f"({text})" if isinstance(part, tree.Sequence) else text
