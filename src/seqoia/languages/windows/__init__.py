"""Windows as C-SPARQL, CQELS-QL and SPARQLstream write them: the parts that these rooms share.

In order of use: `units`, `tree`, `builder` (to subclass), `printer` (to subclass), `lower`.
"""

from seqoia.languages.windows.builder import WindowBuilder
from seqoia.languages.windows.lower import TICK, length, window_over
from seqoia.languages.windows.printer import WindowPrinter
from seqoia.languages.windows.tree import (
    Amount,
    SlidingWindow,
    TriplesWindow,
    TumblingWindow,
    WrittenDuration,
    WrittenWindow,
)

__all__ = [
    "TICK",
    "Amount",
    "SlidingWindow",
    "TriplesWindow",
    "TumblingWindow",
    "WindowBuilder",
    "WindowPrinter",
    "WrittenDuration",
    "WrittenWindow",
    "length",
    "window_over",
]
