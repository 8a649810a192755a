"""What a pattern sees at an instant: a dataset with one graph active, and the windows (P-RSP, definition 17; P-UNC,
definition 16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from seqoia.model import EMPTY_DATASET, Dataset, Event, GraphName, Literal, NamedNode, Triple
from seqoia.reference.entailment import Entail, in_every_graph
from seqoia.reference.sparql import store_of

Counts = Mapping[Triple, int]
"""How often each triple of a graph stands in it, where that counts."""

_NO_COUNTS: Mapping[GraphName | None, Counts] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Content:
    """A dataset whose graphs are sets of triples or, where there are counts, bags (P-RSP, relaxing the no duplicate
    data assumption). The default graph's counts stand under `None`."""

    dataset: Dataset = EMPTY_DATASET
    counts: Mapping[GraphName | None, Counts] = field(default_factory=lambda: _NO_COUNTS)

    def merge(self, other: Content) -> Content:
        """Graphs of one name become one; where one of them counts, the counts are summed up."""
        counts = {
            name: Counter(self.counts_of(name)) + Counter(other.counts_of(name))
            for name in {*self.counts, *other.counts}
        }
        return Content(self.dataset.merge(other.dataset), counts)

    def named(self, name: GraphName) -> Content:
        """Its default graph under a name, and nothing else."""
        dataset = Dataset(frozenset(), MappingProxyType({name: self.dataset.default}))
        return Content(dataset, {name: self.counts[None]} if self.counts else _NO_COUNTS)

    def default(self) -> Content:
        """Its default graph alone."""
        return Content(Dataset(self.dataset.default), {None: self.counts[None]} if self.counts else _NO_COUNTS)

    def counts_of(self, name: GraphName | None) -> Counts:
        """How often each triple stands in a graph; once where nobody counts."""
        if name in self.counts:
            return self.counts[name]
        graph = self.dataset.default if name is None else self.dataset.named.get(name, frozenset())
        return {quad.triple: 1 for quad in store_of(Dataset(graph))}


def as_stored(triple: Triple) -> Triple:
    """A triple as graphs with counts have it: numbers and times are kept by value, so that `01` is `1`."""
    if not isinstance(triple.object, (Literal, Triple)):
        return triple
    (stored,) = (quad.triple for quad in store_of(Dataset(frozenset({triple}))))
    return Triple(*stored)


def content_of(events: Iterable[Event], entail: Entail, counts_duplicates: bool = False) -> Content:
    """The snapshot of a window: the merge of its events (P-RSEP, section 4.1)."""
    datasets = [event.dataset for event in events]
    merged = in_every_graph(EMPTY_DATASET.merge(*datasets), entail)
    if not counts_duplicates:
        return Content(merged)
    counted: dict[GraphName | None, Counter[Triple]] = {None: Counter(), **{name: Counter() for name in merged.named}}
    for dataset in datasets:
        for quad in store_of(in_every_graph(dataset, entail)):
            counted[quad.graph_name if quad.graph_name in counted else None][quad.triple] += 1
    return Content(merged, counted)


@dataclass(frozen=True, slots=True)
class Sight:
    """A dataset, which of its graphs is active (`None` for the default graph), and the windows within reach."""

    content: Content
    windows: Mapping[NamedNode, Content] = field(default_factory=dict)
    active: GraphName | None = None

    @property
    def counts(self) -> bool:
        return bool(self.content.counts)

    def on_graph(self, name: GraphName) -> Sight:
        """With a named graph active (P-UNC, definition 16 (3))."""
        return replace(self, active=name)

    def on_window(self, name: NamedNode) -> Sight:
        """Over a window's dataset; no window is within reach from inside one (P-UNC, definition 16 (5))."""
        return Sight(self.windows[name])
