"""Any pattern over one event at a time, as pyoxigraph solves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pyoxigraph import Store

from seqoia.algebra.expressions import Constant
from seqoia.algebra.patterns import GraphOf, GraphPattern
from seqoia.algebra.traversal import descendants
from seqoia.model import Dataset, Solution
from seqoia.reference import sparql_text
from seqoia.reference.entailment import Entail, as_it_stands
from seqoia.reference.sparql import Functions, table


class Solver:
    """A pattern, ready to be asked over many events; what it may see of the background is loaded once."""

    def __init__(self, pattern: GraphPattern, background: Dataset, functions: Functions, entail: Entail) -> None:
        self._query = sparql_text.query(pattern)
        self._names = sparql_text.answered(pattern)
        self._functions = functions
        self._entail = entail
        self._background = seen_of(background, pattern)
        self._loaded: Store | None = None

    def solutions(self, dataset: Dataset, store: Callable[[], Store]) -> Iterator[Solution]:
        """The solutions over an event; `store` holds its dataset as it stands, shared with other patterns."""
        if self._entail is as_it_stands and not self._background.named:
            yield from self._ask(store())
        elif not self._background.named or not self._background.named.keys().isdisjoint(dataset.named):
            yield from self._ask(_store_of(self._dataset_of(dataset)))
        else:
            yield from self._visit(self._dataset_of(dataset, alone=True), self._store())

    def over_background(self) -> list[Solution]:
        """The solutions over the background alone."""
        return self._ask(_store_of(self._background))

    def _store(self) -> Store:
        """The background, loaded when it is first asked for."""
        if self._loaded is None:
            self._loaded = _store_of(self._background)
        return self._loaded

    def _dataset_of(self, dataset: Dataset, alone: bool = False) -> Dataset:
        named = {name: self._entail(graph) for name, graph in dataset.named.items()}
        return Dataset(self._entail(dataset.default), named if alone else {**self._background.named, **named})

    def _visit(self, dataset: Dataset, store: Store) -> list[Solution]:
        """The solutions while an event visits the store of the background."""
        quads = list(dataset.quads())
        store.extend(quads)
        try:
            return self._ask(store)
        finally:
            for quad in quads:
                store.remove(quad)
            for name in dataset.named:
                store.remove_graph(name)

    def _ask(self, store: Store) -> list[Solution]:
        return table(self._query, self._names, store, self._functions)


def seen_of(background: Dataset, pattern: GraphPattern) -> Dataset:
    """The named graphs of the background that a pattern asks for by GRAPH."""
    asked = [node.name for node in descendants(pattern) if isinstance(node, GraphOf)]
    if all(isinstance(name, Constant) for name in asked):
        terms = {name.term for name in asked if isinstance(name, Constant)}
        return Dataset(named={name: graph for name, graph in background.named.items() if name in terms})
    return Dataset(named=background.named)


def _store_of(dataset: Dataset) -> Store:
    store = Store()
    store.extend(dataset.quads())
    for name in dataset.named:
        store.add_graph(name)
    return store
