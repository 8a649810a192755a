"""Rules of SPARQLstream become its tree."""

from __future__ import annotations

from typing import ClassVar

from lark import Token, v_args

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.builder import across
from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.sparqlstream.tree import PastWindow, StreamedConstruct, StreamedSelect, StreamWindow
from seqoia.languages.windows import WindowBuilder, WrittenDuration, length
from seqoia.languages.windows.builder import positive
from seqoia.model import StreamOperator


@v_args(inline=True)
class SparqlStreamBuilder(WindowBuilder):
    """Rules of `grammar.lark`."""

    units: ClassVar[tuple[str, ...]] = (
        *("MS", "S", "SECOND", "SECONDS", "MINUTE", "MINUTES"),
        *("HOUR", "HOURS", "DAY", "DAYS"),
    )

    def stream_operator(self, token: Token) -> Token:
        return token

    def streamed_select(
        self,
        keyword: Token,
        operator: Token,
        modifier: Token | None,
        projection: tuple[tree.Variable | tree.ProjectedExpression, ...] | Token,
    ) -> StreamedSelect:
        plain = self.select_clause(keyword, modifier, projection)
        return StreamedSelect(plain.projection, plain.duplicates, _operator(operator), span=plain.span)

    def sub_select(
        self,
        select: tree.SelectClause,
        where: tree.Group,
        modifiers: tree.SolutionModifiers,
        values: tree.Values | None,
    ) -> tree.SubSelect:
        if isinstance(select, StreamedSelect):
            raise Refusal(
                f"a subquery makes no stream, so it takes no {select.operator.value}",
                select.span,
                "only the outermost SELECT streams",
            )
        return super().sub_select(select, where, modifiers, values)

    def streamed_construct(
        self,
        keyword: Token,
        operator: Token,
        template: tree.TriplesBlock,
        dataset: tuple[tree.DatasetClause, ...],
        where: tree.Group,
        modifiers: tree.SolutionModifiers,
    ) -> StreamedConstruct:
        plain = self.construct_query(keyword, template, dataset, where, modifiers)
        return StreamedConstruct(template, dataset, where, modifiers, _operator(operator), span=plain.span)

    def stream_window(
        self,
        keyword: Token,
        named: Token | None,
        _stream: Token,
        stream: tree.Iri,
        _opening: Token,
        window: PastWindow,
        closing: Token,
    ) -> StreamWindow:
        return StreamWindow(stream, window, named is not None, span=across(keyword, closing))

    def window(
        self,
        from_: Token | None,
        now: Token,
        _minus: Token,
        width: WrittenDuration,
        _until: None,
        slide: WrittenDuration | None,
    ) -> PastWindow:
        if slide is None:
            raise Refusal(
                "this window has no slide",
                across(from_, now, width),
                "it reports when it closes, and the slide says how often that is",
                f"add STEP {' '.join(f'{amount.number} {amount.unit}' for amount in width.amounts)}"
                " for windows that do not overlap, or a shorter step",
            )
        return PastWindow(positive(width, "a width"), positive(slide, "a slide"), span=across(from_, now, slide))

    def until(self, to: Token, now: Token, _minus: Token | None, before: WrittenDuration | None) -> None:
        """Windows end now; those that end earlier are refused."""
        if before is not None and length(before).microseconds:
            raise Refusal(
                "this window ends before now",
                across(to, now, before),
                "expected TO NOW: a window shows the stream up to the instant of evaluation",
                "leave the end away; what is older can be told apart by a time that the events carry",
            )

    def slide_of_window(self, _keyword: Token, slide: WrittenDuration) -> WrittenDuration:
        return slide


def _operator(token: Token) -> StreamOperator:
    return StreamOperator(token.upper())
