"""CQELS-QL as text."""

from __future__ import annotations

from seqoia.languages.cqels.tree import AllWindow, NowWindow, Stream
from seqoia.languages.windows import SlidingWindow, WindowPrinter


class CqelsPrinter(WindowPrinter):
    """Methods for the classes of `tree.py`."""

    def print_stream(self, part: Stream) -> str:
        return f"STREAM {self.show(part.stream)} [{self.show(part.window)}] {self.show(part.group)}"

    def print_now_window(self, _: NowWindow) -> str:
        return "NOW"

    def print_all_window(self, _: AllWindow) -> str:
        return "ALL"

    def print_sliding_window(self, part: SlidingWindow) -> str:
        slide = f" SLIDE {self.show(part.slide)}" if part.slide else ""
        return f"RANGE {self.show(part.width)}{slide}"
