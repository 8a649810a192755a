"""Background knowledge: named graphs that vary over time (P-RSP, definition 10; P-RSEP, definition 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from seqoia.algebra.query import DatasetClause
from seqoia.model import Dataset, Graph, GraphName, Instant

Versions: TypeAlias = tuple[tuple[Instant | None, Graph], ...]
"""A time-varying graph: what it is from each instant on; without an instant, from the beginning."""


@dataclass(frozen=True, slots=True)
class Background:
    """A default graph and named graphs, each of which may change."""

    default: Versions = ()
    named: Mapping[GraphName, Versions] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def of(cls, dataset: Dataset) -> Background:
        """Graphs that never change."""
        named = {name: ((None, graph),) for name, graph in dataset.named.items()}
        return cls(((None, dataset.default),), MappingProxyType(named))

    def at(self, instant: Instant) -> Dataset:
        """The instantaneous graphs G(t)."""
        named = {name: _in_force(versions, instant) for name, versions in self.named.items()}
        return Dataset(_in_force(self.default, instant), MappingProxyType(named))

    def picked(self, clause: DatasetClause | None) -> Background:
        """What FROM and FROM NAMED leave of it; without them, all.

        The default graph is then the merge of the graphs that FROM names, as in SPARQL.
        """
        if clause is None:
            return self
        named: dict[GraphName, Versions] = {name: self.named.get(name, ()) for name in clause.named}
        return Background(_merged([self.named.get(name, ()) for name in clause.default]), MappingProxyType(named))


NO_BACKGROUND = Background()


def _in_force(versions: Versions, instant: Instant) -> Graph:
    """The latest version that has begun by then; before the first there is nothing."""
    begun = [version for version in versions if version[0] is None or version[0] <= instant]
    return max(begun, key=lambda version: _beginning(version[0]))[1] if begun else frozenset()


def _merged(several: list[Versions]) -> Versions:
    """One graph that at each instant has the triples of them all."""
    changes = {since for versions in several for since, _ in versions}
    return tuple(
        (since, frozenset().union(*(_as_of(versions, since) for versions in several)))
        for since in sorted(changes, key=_beginning)
    )


def _as_of(versions: Versions, since: Instant | None) -> Graph:
    if since is not None:
        return _in_force(versions, since)
    return next((graph for begun, graph in versions if begun is None), frozenset())


def _beginning(since: Instant | None) -> tuple[bool, int]:
    """What was there from the beginning comes before every instant."""
    return (False, 0) if since is None else (True, since.microseconds)
