"""Rules of CQELS-QL become its tree."""

from __future__ import annotations

from typing import ClassVar

from lark import Token, v_args

from seqoia.languages.cqels.tree import AllWindow, CqelsWindow, NowWindow, Stream
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder import across, span_of
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.windows import SlidingWindow, WindowBuilder, WrittenDuration
from seqoia.languages.windows.builder import positive


@v_args(inline=True)
class CqelsBuilder(WindowBuilder):
    """Rules of `grammar.lark`."""

    units: ClassVar[tuple[str, ...]] = ("ns", "ms", "s", "m", "h", "d")

    def stream(
        self,
        keyword: Token,
        stream: tree.VariableOrIri,
        _opening: Token,
        window: CqelsWindow,
        _closing: Token,
        group: tree.Group,
    ) -> Stream:
        if isinstance(stream, tree.Variable):
            raise Refusal(
                "a query names the streams that it reads",
                stream.span,
                "expected an IRI",
                "write STREAM <…> once for each stream, with UNION between them",
            )
        return Stream(stream, window, group, span=across(keyword, group))

    def now_window(self, keyword: Token) -> NowWindow:
        return NowWindow(span=span_of(keyword))

    def all_window(self, keyword: Token) -> AllWindow:
        return AllWindow(span=span_of(keyword))

    def sliding_window(
        self, range_: Token, width: WrittenDuration, _slide: Token | None, slide: WrittenDuration | None
    ) -> SlidingWindow:
        if slide is not None:
            positive(slide, "a slide")
        return SlidingWindow(positive(width, "a width"), slide, span=across(range_, width, slide))
