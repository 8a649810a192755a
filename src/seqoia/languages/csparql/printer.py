"""C-SPARQL as text."""

from __future__ import annotations

from seqoia.languages.csparql.tree import BareName, ContinuousQuery, Registration, StreamWindow
from seqoia.languages.windows import SlidingWindow, WindowPrinter


class CSparqlPrinter(WindowPrinter):
    """Methods for the classes of `tree.py`."""

    def print_continuous_query(self, part: ContinuousQuery) -> str:
        head = f"{self.line(part.registration)}\n" if part.registration else ""
        return head + self.show(part.query)

    def print_registration(self, part: Registration) -> str:
        computed = f" COMPUTED EVERY {self.show(part.period)}" if part.period else ""
        return f"REGISTER {part.kind.value} {self.show(part.name)}{computed} AS"

    def print_bare_name(self, part: BareName) -> str:
        return part.name

    def print_stream_window(self, part: StreamWindow) -> str:
        named = "NAMED " if part.named else ""
        return f"FROM {named}STREAM {self.show(part.stream)} [{self.show(part.window)}]"

    def print_sliding_window(self, part: SlidingWindow) -> str:
        step = f" STEP {self.show(part.slide)}" if part.slide else ""
        return f"RANGE {self.show(part.width)}{step}"
