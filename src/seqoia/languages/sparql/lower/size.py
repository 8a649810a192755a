"""How large a query may be in the algebra, so that engines may descend by recursion and plan joins by comparison."""

from __future__ import annotations

from seqoia.algebra import events as ev
from seqoia.algebra import expressions as ex
from seqoia.algebra import patterns as gp
from seqoia.algebra import query as q
from seqoia.algebra.traversal import Node, children
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import Span

MOST_OPERATORS = 200
"""One inside the other."""

MOST_PARTS = 1000
"""Side by side, where an engine may nest what the algebra lists."""

MOST_JOINED = 100
"""Patterns in one join: to put them in a good order costs an engine their number to the third power."""

_CHAINS = frozenset({"||", "&&", "+", "-", "*", "/"})


def check_size(query: q.Query, span: Span) -> None:
    """Refuses what no engine should be asked to hold."""
    level: list[Node] = [query]
    for _ in range(MOST_OPERATORS):
        for node in level:
            _check_breadth(node, span)
        level = [inner for node in level for inner in children(node)]
        if not level:
            return
    raise too_deep(span)


def too_deep(span: Span) -> Refusal:
    return Refusal(
        f"the query has more than {MOST_OPERATORS} operators, one inside the other",
        span,
        "chains of operators, BIND and OPTIONAL nest",
        "break it into smaller queries, or list alternatives with IN or VALUES",
    )


def _check_breadth(node: Node, span: Span) -> None:
    if isinstance(node, gp.Join | gp.BasicGraphPattern | gp.PathPattern) and _joined(node) > MOST_JOINED:
        raise Refusal(
            f"the query joins more than {MOST_JOINED} patterns in one group",
            span,
            "triple patterns and the steps of a path count",
            "put some of them into a subquery: { SELECT … { … } }",
        )
    if _parts(node) > MOST_PARTS:
        raise Refusal(
            f"the query has more than {MOST_PARTS:,} parts of one kind side by side",
            span,
            "operands, branches, aggregates and the parts of a sequence count",
            "break it into smaller queries, or list alternatives with IN or VALUES",
        )


def _joined(pattern: gp.GraphPattern) -> int:
    """How many patterns an engine that knows no nested joins would order."""
    match pattern:
        case gp.Join(parts):
            return sum(map(_joined, parts))
        case gp.BasicGraphPattern(triples):
            return len(triples)
        case gp.PathPattern(_, path, _):
            return _steps(path)
        case _:
            return 1


def _steps(path: gp.Path) -> int:
    match path:
        case gp.SequencePath(steps):
            return sum(map(_steps, steps))
        case gp.Inverse(inner):
            return _steps(inner)
        case _:
            return 1


def _parts(node: Node) -> int:
    match node:
        case gp.Union(parts) | ev.Alternative(parts):
            return len(parts)
        case ev.Sequence(elements):
            return len(elements)
        case gp.Group(_, _, aggregates):
            return len(aggregates)
        case ex.Call(function, arguments) if function in _CHAINS:
            return len(arguments)
        case _:
            return 1
