"""Several files of background knowledge as one background."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType

from seqoia.formats import Version
from seqoia.model import Dataset, Graph, GraphName, Instant
from seqoia.reference.background import Background, Versions


def background_of(files: Iterable[tuple[Version, ...]]) -> Background:
    """At every instant each graph is the merge of what the files then say of it."""
    known = [versions for versions in files if versions]
    names = {name for versions in known for version in versions for name in version.dataset.named}
    named = {name: _graph_over_time(known, name) for name in sorted(names, key=str)}
    return Background(_graph_over_time(known, None), MappingProxyType(named))


def _graph_over_time(files: list[tuple[Version, ...]], name: GraphName | None) -> Versions:
    changes = {version.since for versions in files for version in versions}
    return tuple((since, _merged(files, name, since)) for since in sorted(changes, key=_beginning))


def _merged(files: list[tuple[Version, ...]], name: GraphName | None, at: Instant | None) -> Graph:
    graphs: list[Graph] = []
    for versions in files:
        begun = [version for version in versions if _beginning(version.since) <= _beginning(at)]
        if begun:
            graphs.append(_graph(max(begun, key=lambda version: _beginning(version.since)).dataset, name))
    return frozenset().union(*graphs)


def _graph(dataset: Dataset, name: GraphName | None) -> Graph:
    return dataset.default if name is None else dataset.named.get(name, frozenset())


def _beginning(since: Instant | None) -> tuple[bool, int]:
    """What was there from the beginning comes before every instant."""
    return (False, 0) if since is None else (True, since.microseconds)
