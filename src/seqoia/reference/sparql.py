"""The solutions of plain SPARQL patterns, as pyoxigraph finds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples, Store

from seqoia.algebra.patterns import GraphPattern
from seqoia.model import BlankNode, Dataset, Literal, NamedNode, Solution, Term
from seqoia.reference import sparql_text
from seqoia.reference.sparql_words import BLANK_NODE, variable

Functions: TypeAlias = Mapping[NamedNode, Callable[..., Term | None]]
"""Functions that are named by an IRI; they give `None` for an error."""

FreshFunctions: TypeAlias = Callable[[], Functions]
"""The functions for one evaluation: what they remember is forgotten at the next."""

NO_FUNCTIONS: Functions = MappingProxyType({})

_KEPT_STORES = 512
_STORES: dict[int, tuple[Dataset, Store]] = {}


def solutions(pattern: GraphPattern, dataset: Dataset, functions: Functions = NO_FUNCTIONS) -> list[Solution]:
    """The bag ⟦P⟧ over a dataset with its default graph active (SPARQL 1.1, section 18.6), in order if P orders it."""
    names = sparql_text.answered(pattern)
    return table(sparql_text.query(pattern), names, store_of(dataset), functions)


def table(query: str, names: tuple[str, ...], store: Store, functions: Functions = NO_FUNCTIONS) -> list[Solution]:
    """The solutions of a SELECT query, read by the algebra's variable names."""
    found = read_with(query, store, functions)
    if not isinstance(found, QuerySolutions):
        raise ValueError(f"not a selection: {query}")
    spelt = [(name, variable(name)[1:]) for name in names]
    return [Solution((name, row[column]) for name, column in spelt if row[column] is not None) for row in found]


def read_with(
    query: str, store: Store, functions: Functions = NO_FUNCTIONS
) -> QuerySolutions | QueryBoolean | QueryTriples:
    """The result of a query whose blank nodes are spelt as `sparql_words` spells them."""
    return store.query(query, custom_functions={**functions, BLANK_NODE: _blank_node})


@cache
def knows(function: NamedNode) -> bool:
    """Whether the engine has a function of that name by itself, as the casts."""
    try:
        table(f"SELECT ({function}('1') AS {variable('x')}) {{}}", ("x",), Store())
    except RuntimeError:
        return False
    return True


def store_of(dataset: Dataset) -> Store:
    """A store that holds a dataset; graphs without triples exist in it as well.

    The latest few are kept, with their datasets, so that an event that many patterns ask is loaded once.
    """
    kept = _STORES.get(id(dataset))
    if kept is not None:
        return kept[1]
    store = Store()
    store.extend(dataset.quads())
    for name in dataset.named:
        store.add_graph(name)
    if len(_STORES) >= _KEPT_STORES:
        _STORES.pop(next(iter(_STORES)))
    _STORES[id(dataset)] = (dataset, store)
    return store


def _blank_node(label: Literal) -> BlankNode:
    return BlankNode(label.value)
