"""Rules of C-SPARQL become its tree."""

from __future__ import annotations

from typing import ClassVar

from lark import Token, v_args

from seqoia.languages.csparql.timestamps import refused_timestamp
from seqoia.languages.csparql.tree import BareName, ContinuousQuery, Registered, Registration, StreamWindow
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder import across, span_of
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.windows import SlidingWindow, TriplesWindow, WindowBuilder, WrittenDuration, WrittenWindow
from seqoia.languages.windows.builder import positive


@v_args(inline=True)
class CSparqlBuilder(WindowBuilder):
    """Rules of `grammar.lark`."""

    units: ClassVar[tuple[str, ...]] = ("ms", "s", "m", "h", "d")

    def continuous_query(self, registration: Registration | None, query: tree.Query) -> ContinuousQuery:
        return ContinuousQuery(registration, query, span=across(registration, query))

    def registration(
        self,
        register: Token,
        kind: Token,
        name: BareName | tree.Iri,
        period: WrittenDuration | None,
        as_: Token,
    ) -> Registration:
        return Registration(Registered(kind.upper()), name, period, span=across(register, as_))

    def registered(self, kind: Token) -> Token:
        return kind

    def bare_name(self, word: Token) -> BareName:
        return BareName(str(word), span=span_of(word))

    def computed(self, _computed: Token, _every: Token, period: WrittenDuration) -> WrittenDuration:
        return period

    def stream_window(
        self,
        keyword: Token,
        named: Token | None,
        _stream: Token,
        stream: tree.Iri,
        _opening: Token,
        window: WrittenWindow,
        closing: Token,
    ) -> StreamWindow:
        return StreamWindow(stream, window, named is not None, span=across(keyword, closing))

    def sliding_window(
        self, range_: Token, width: WrittenDuration, _step: Token, step: WrittenDuration
    ) -> SlidingWindow:
        return SlidingWindow(positive(width, "a width"), positive(step, "a step"), span=across(range_, step))

    def triples_window(
        self, _range: Token | None, triples: Token, count: Token, step: Token | None, by: Token | None
    ) -> TriplesWindow:
        if step is not None:
            raise Refusal(
                "a window of triples has no step",
                across(step, by),
                "it moves with every event that comes",
                "leave the step away, or give the window a width: RANGE 10s STEP 1s",
            )
        return self.last_triples(triples, count)

    def named_call(
        self,
        name: Token,
        opening: Token,
        distinct: Token | None,
        arguments: tuple[tree.Expression, ...] | Token,
        separator: tree.Text | None,
        closing: Token,
    ) -> tree.Expression:
        if name.lower() == "timestamp":
            raise refused_timestamp(across(name, closing))
        return super().named_call(name, opening, distinct, arguments, separator, closing)
