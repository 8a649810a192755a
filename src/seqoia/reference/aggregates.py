"""What is made of the values of an expression in a group of solutions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from seqoia.algebra.expressions import Aggregate, AggregateFunction
from seqoia.algebra.variables import mentioned
from seqoia.model import EMPTY_DATASET, Dataset, Literal, NamedNode, Solution, Term
from seqoia.model.term import XSD
from seqoia.reference.expressions import NUMBER, VALUE, Solve, laid_out, values, without_exists
from seqoia.reference.sparql import NO_FUNCTIONS, Functions, solutions, table
from seqoia.reference.sparql_text import expression as text_of
from seqoia.reference.sparql_words import datum, variable

LIST_DATATYPE = NamedNode("http://w3id.org/awslabs/neptune/SPARQL-CDTs/List")

_WRITTEN_BARE = frozenset({NamedNode(XSD + "integer"), NamedNode(XSD + "boolean")})


def aggregate(
    aggregate: Aggregate,
    rows: Sequence[Solution],
    functions: Functions = NO_FUNCTIONS,
    dataset: Dataset = EMPTY_DATASET,
    solve: Solve | None = None,
) -> Term | None:
    """The value of an aggregate over a group (SPARQL 1.1, section 18.5.1); `None` is an error.

    The rows come in the order of their events, which FIRST, LAST and LIST keep; rows without a value do not count
    in these three. COUNT passes errors over as well (section 18.5.1.2), and COUNT(DISTINCT *) what stands for blank
    nodes of the query.
    """
    match aggregate.function:
        case AggregateFunction.FIRST | AggregateFunction.LAST | AggregateFunction.LIST:
            assert aggregate.argument is not None
            known = [term for term in values(aggregate.argument, rows, functions, dataset, solve) if term is not None]
            return _in_order(aggregate.function, list(dict.fromkeys(known)) if aggregate.distinct else known)
        case _ if aggregate.argument is None:
            return Literal(len(set(map(_visible, rows))) if aggregate.distinct else len(rows))
        case AggregateFunction.COUNT:
            known = [term for term in values(aggregate.argument, rows, functions, dataset, solve) if term is not None]
            return Literal(len(set(known)) if aggregate.distinct else len(known))
        case _:
            return _by_sparql(
                aggregate, rows, functions, solve or partial(solutions, dataset=dataset, functions=functions)
            )


def _visible(row: Solution) -> Solution:
    return row.restrict(name for name in row if not name.startswith("."))


def _in_order(function: AggregateFunction, terms: Sequence[Term]) -> Term | None:
    match function:
        case AggregateFunction.FIRST:
            return terms[0] if terms else None
        case AggregateFunction.LAST:
            return terms[-1] if terms else None
        case AggregateFunction.LIST:
            return list_of(terms)
        case _:
            raise ValueError(f"{function.value} asks for no order")


def list_of(terms: Iterable[Term]) -> Literal:
    """A literal that holds terms in order."""
    return Literal(f"[{', '.join(map(_member, terms))}]", datatype=LIST_DATATYPE)


def _by_sparql(aggregate: Aggregate, rows: Sequence[Solution], functions: Functions, solve: Solve) -> Term | None:
    asked, known = without_exists(aggregate, rows, solve)
    pattern, store = laid_out(known, mentioned(asked))
    ordered = f"SELECT * {{ {pattern} }} ORDER BY {variable(NUMBER)}"
    query = f"SELECT ({text_of(asked)} AS {variable(VALUE)}) {{ {{ {ordered} }} }}"
    (found,) = table(query, (VALUE,), store, functions)
    return found.get(VALUE)


def _member(term: Term) -> str:
    """A term inside a list, in Turtle's words."""
    if isinstance(term, Literal) and term.datatype in _WRITTEN_BARE:
        return term.value
    return datum(term)
