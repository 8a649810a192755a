"""Windows as text."""

from __future__ import annotations

from seqoia.languages.sparql.printer import Printer
from seqoia.languages.windows.tree import Amount, TriplesWindow, TumblingWindow, WrittenDuration


class WindowPrinter(Printer):
    """Methods for the classes of `windows/tree.py`, as C-SPARQL and CQELS-QL write them."""

    def print_written_duration(self, part: WrittenDuration) -> str:
        return self.all(part.amounts, "")

    def print_amount(self, part: Amount) -> str:
        return f"{part.number}{part.unit}"

    def print_tumbling_window(self, part: TumblingWindow) -> str:
        return f"RANGE {self.show(part.width)} TUMBLING"

    def print_triples_window(self, part: TriplesWindow) -> str:
        return f"TRIPLES {part.count}"
