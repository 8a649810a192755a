"""From the CQELS-QL tree to algebra: each stream pattern looks into a window with a name made here."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.expressions import Call, Constant, Expression, Variable
from seqoia.languages.cqels.tree import AllWindow, CqelsWindow, NowWindow, Stream
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower import Listener, Lowering, join, lower_as, unheard, warnings_as
from seqoia.languages.windows import TICK, SlidingWindow, TriplesWindow, TumblingWindow, window_over
from seqoia.model import CQELS, IdentityWindow, Literal, NamedNode, TimeWindow, Window
from seqoia.text import Diagnostic

NAMES = "urn:seqoia:window:"
"""What stands before the numbers of windows in their names."""


class CqelsLowering(Lowering):
    """Patterns over windows; two patterns over one stream and one window share it."""

    def query(self, document: tree.Document) -> q.WindowQuery:
        if not isinstance(document, tree.Query):
            raise TypeError(f"nothing says what {type(document).__name__} means")
        self.windows: dict[tuple[NamedNode, Window], NamedNode] = {}
        self.begin(document, document.prologue)
        asked, body = self.form(document.form, document.values)
        windows = tuple(q.WindowDeclaration(name, *over) for over, name in self.windows.items())
        return q.WindowQuery(asked, body, windows, background=self.dataset(document.form), profile=CQELS)

    def element(self, element: tree.PatternElement, before: gp.GraphPattern) -> gp.GraphPattern:
        match element:
            case Stream(stream, window, group):
                over = (self.iri(stream), _window(window))
                name = self.windows.setdefault(over, NamedNode(f"{NAMES}{len(self.windows) + 1}"))
                return join(before, gp.WindowOf(Constant(name), self.group(group)))
            case tree.Graph(tree.Variable(name), group):
                graphs = gp.GraphOf(Variable(name), self.group(group))
                return join(before, gp.Filter(graphs, _no_window(Variable(name))))
            case _:
                return super().element(element, before)


def lower(document: tree.Query, warn: Listener = unheard, base: str | None = None) -> q.Query:
    """A CQELS-QL query in the algebra."""
    return lower_as(CqelsLowering, document, warn, base)


def warnings(document: tree.Query) -> tuple[Diagnostic, ...]:
    """What a query's author should hear although the query has a meaning."""
    return warnings_as(CqelsLowering, document)


def _no_window(graph: Variable) -> Expression:
    """GRAPH ranges over background knowledge; windows have names, but only STREAM knows them."""
    named_here = Call("STRSTARTS", (Call("STR", (graph,)), Constant(Literal(NAMES))))
    return Call("!", (named_here,))


def _window(written: CqelsWindow) -> Window:
    match written:
        case NowWindow():
            return TimeWindow(TICK, TICK)
        case AllWindow():
            return IdentityWindow()
        case SlidingWindow() | TumblingWindow() | TriplesWindow():
            return window_over(written)
        case _:
            assert_never(written)
