"""The ways in and out: files of events and of background knowledge to values, answers to JSON Lines.

In order of use: `inputs` opens files and `unreadable` says why one cannot be read; `notation` reads and writes times,
`nesting` says what is too deep to be read, `rdf` reads graphs, `terms` writes terms; `jsonlines` and `namedgraphs` are
the two ways to write events, `streams` and `background` choose between formats; `answers` writes.
"""

from seqoia.formats.answers import answer_lines, graph_text
from seqoia.formats.background import Version, read_background
from seqoia.formats.inputs import STANDARD_INPUT
from seqoia.formats.namedgraphs import GENERATED_AT
from seqoia.formats.notation import Notation, common, instant_of, seconds_text, time_of_json
from seqoia.formats.streams import StreamFile, read_stream
from seqoia.formats.unreadable import UnreadableFileError

__all__ = [
    "GENERATED_AT",
    "STANDARD_INPUT",
    "Notation",
    "StreamFile",
    "UnreadableFileError",
    "Version",
    "answer_lines",
    "common",
    "graph_text",
    "instant_of",
    "read_background",
    "read_stream",
    "seconds_text",
    "time_of_json",
]
