"""SPARQLstream as text."""

from __future__ import annotations

from seqoia.languages.sparqlstream.tree import PastWindow, StreamedConstruct, StreamedSelect, StreamWindow
from seqoia.languages.windows import Amount, WindowPrinter


class SparqlStreamPrinter(WindowPrinter):
    """Methods for the classes of `tree.py`."""

    def print_streamed_select(self, part: StreamedSelect) -> str:
        head, rest = self.print_select_clause(part).split(" ", 1)
        return f"{head} {part.operator.value} {rest}"

    def print_streamed_construct(self, part: StreamedConstruct) -> str:
        head, rest = self.print_construct(part).split(" ", 1)
        return f"{head} {part.operator.value} {rest}"

    def print_stream_window(self, part: StreamWindow) -> str:
        named = "NAMED " if part.named else ""
        return f"FROM {named}STREAM {self.show(part.stream)} [{self.show(part.window)}]"

    def print_past_window(self, part: PastWindow) -> str:
        return f"FROM NOW - {self.show(part.width)} TO NOW STEP {self.show(part.slide)}"

    def print_amount(self, part: Amount) -> str:
        return f"{part.number} {part.unit}"
