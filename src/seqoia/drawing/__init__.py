"""Drawings, without any library: automata as SVG and for Mermaid, matches on a timeline as SVG.

`svg` is the paper and the pen, `ways` the edges between the steps of a plan, `automaton` and `mermaid` draw them;
`page` is what a notebook shows. `axis` says where times are on the paper, and `timeline` draws matches and events
there.
"""

from seqoia.drawing.automaton import draw_automaton
from seqoia.drawing.mermaid import mermaid_of
from seqoia.drawing.page import page_of
from seqoia.drawing.svg import Drawing
from seqoia.drawing.timeline import Dot, Row, draw_timeline

__all__ = ["Dot", "Drawing", "Row", "draw_automaton", "draw_timeline", "mermaid_of", "page_of"]
