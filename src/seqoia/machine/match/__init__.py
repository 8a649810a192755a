"""From events to the solutions of a plan's leaves."""

from seqoia.machine.match.events import Columns, Content, EventBatch, Places, Quads, Syntax, Texts
from seqoia.machine.match.graphs import read_graphs
from seqoia.machine.match.jsonl import Read, read_jsonl
from seqoia.machine.match.lift import Lift, Property, Template, Value
from seqoia.machine.match.lifting import lifted
from seqoia.machine.match.matcher import Matcher
from seqoia.machine.match.nquads import read_nquads
from seqoia.machine.match.splits import Split, split_graphs, split_lines
from seqoia.machine.match.warming import warm

__all__ = [
    "Columns",
    "Content",
    "EventBatch",
    "Lift",
    "Matcher",
    "Places",
    "Property",
    "Quads",
    "Read",
    "Split",
    "Syntax",
    "Template",
    "Texts",
    "Value",
    "lifted",
    "read_graphs",
    "read_jsonl",
    "read_nquads",
    "split_graphs",
    "split_lines",
    "warm",
]
