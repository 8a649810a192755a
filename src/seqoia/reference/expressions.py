"""What expressions are worth, for many solutions at once.

The solutions are laid out as a table in a scratch store, one resource a row and one predicate a column, and one query
asks for the values. So blank nodes and triple terms stay themselves, and every operator and function is SPARQL's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TypeAlias

from pyoxigraph import Store

from seqoia.algebra import children, map_children
from seqoia.algebra import expressions as ex
from seqoia.algebra.expressions import Constant, Expression, Variable
from seqoia.algebra.patterns import GraphPattern
from seqoia.algebra.traversal import Node
from seqoia.algebra.variables import mentioned
from seqoia.model import EMPTY_DATASET, Dataset, Literal, NamedNode, Quad, Solution, Term
from seqoia.reference.correlation import correlated
from seqoia.reference.sparql import NO_FUNCTIONS, Functions, solutions, table
from seqoia.reference.sparql_text import expression as text_of
from seqoia.reference.sparql_words import variable

Solve: TypeAlias = Callable[[GraphPattern], Iterable[Solution]]
"""How the patterns inside EXISTS are solved."""

NUMBER = ". row"
"""The hidden variable that holds a row's number; the space keeps it apart from those of the algebra."""
VALUE = ". value"

_ROW = NamedNode("urn:x-seqoia:row")
_COLUMN = "urn:x-seqoia:column:"


def values(
    expression: Expression,
    rows: Sequence[Solution],
    functions: Functions = NO_FUNCTIONS,
    dataset: Dataset = EMPTY_DATASET,
    solve: Solve | None = None,
) -> list[Term | None]:
    """The value of an expression under each solution; `None` is an error, or a variable that is not bound."""
    if isinstance(expression, Variable):
        return [row.get(expression.name) for row in rows]
    if isinstance(expression, Constant):
        return [expression.term for _ in rows]
    solve = solve or partial(solutions, dataset=dataset, functions=functions)
    asked, known = without_exists(expression, rows, solve)
    pattern, store = laid_out(known, mentioned(asked))
    query = f"SELECT {variable(NUMBER)} ({text_of(asked)} AS {variable(VALUE)}) {{ {pattern} }}"
    by_row = {_number(found): found.get(VALUE) for found in table(query, (NUMBER, VALUE), store, functions)}
    return [by_row[place] for place in range(len(rows))]


def satisfied(
    condition: Expression,
    rows: Sequence[Solution],
    functions: Functions = NO_FUNCTIONS,
    dataset: Dataset = EMPTY_DATASET,
    solve: Solve | None = None,
) -> list[bool]:
    """Whether each solution satisfies a condition: its effective boolean value, an error being false."""
    solve = solve or partial(solutions, dataset=dataset, functions=functions)
    asked, known = without_exists(condition, rows, solve)
    pattern, store = laid_out(known, mentioned(asked))
    query = f"SELECT {variable(NUMBER)} {{ {{ {pattern} }} FILTER({text_of(asked)}) }}"
    kept = {_number(found) for found in table(query, (NUMBER,), store, functions)}
    return [place in kept for place in range(len(rows))]


def laid_out(rows: Sequence[Solution], asked: Iterable[str]) -> tuple[str, Store]:
    """A pattern that gives the rows of a table in the columns that are asked for, and the store that holds them."""
    columns = [(name, NamedNode(f"{_COLUMN}{place}")) for place, name in enumerate(sorted(set(asked)))]
    store = Store()
    store.extend(quad for place, row in enumerate(rows) for quad in _cells(place, row, columns))
    cells = " ".join(f"OPTIONAL {{ ?r {column} {variable(name)} }}" for name, column in columns)
    return f"?r {_ROW} {variable(NUMBER)} . {cells}", store


def without_exists(expression: Expression, rows: Sequence[Solution], solve: Solve) -> tuple[Expression, list[Solution]]:
    """The expression with a hidden variable wherever EXISTS stood, and the rows with its truth in them."""
    names = {exists: f". exists {place}" for place, exists in enumerate(dict.fromkeys(_exists_in(expression)))}
    known = [
        Solution({**row, **{name: Literal(_holds(exists, row, solve)) for exists, name in names.items()}})
        for row in rows
    ]
    return _replaced(expression, names), known


def _exists_in(node: Node) -> Iterator[ex.Exists]:
    """Those that stand in an expression itself and not inside another one."""
    if isinstance(node, ex.Exists):
        yield node
    else:
        for child in children(node):
            yield from _exists_in(child)


def _replaced(node: Node, names: dict[ex.Exists, str]) -> Node:
    if isinstance(node, ex.Exists):
        return Variable(names[node])
    return map_children(node, lambda child: _replaced(child, names))


def _holds(exists: ex.Exists, row: Solution, solve: Solve) -> bool:
    """Whether some solution of the pattern, as it stands under this row, agrees with it."""
    found = any(row.compatible(solution) for solution in solve(correlated(exists.pattern, row)))
    return found is not exists.negated


def _cells(place: int, row: Solution, columns: Sequence[tuple[str, NamedNode]]) -> Iterator[Quad]:
    resource = NamedNode(f"{_ROW.value}:{place}")
    yield Quad(resource, _ROW, Literal(place))
    for name, column in columns:
        if name in row:
            yield Quad(resource, column, row[name])


def _number(row: Solution) -> int:
    number = row[NUMBER]
    if not isinstance(number, Literal):
        raise TypeError(f"a row has a number, not {number}")
    return int(number.value)
