"""The evaluation tests of the W3C: each a query with the data that it is asked of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlparse

from pyoxigraph import DefaultGraph, NamedNode, Quad, RdfFormat, Store, parse

from places import shared_data

_TESTS = """
PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX qt: <http://www.w3.org/2001/sw/DataAccess/tests/test-query#>
SELECT ?test ?query ?data ?named WHERE {
  ?test a mf:QueryEvaluationTest ; mf:action ?action .
  ?action qt:query ?query .
  OPTIONAL { ?action qt:data ?data }
  OPTIONAL { ?action qt:graphData ?graph OPTIONAL { ?graph qt:graph ?inner } BIND(COALESCE(?inner, ?graph) AS ?named) }
}
"""
_FORMATS = {
    ".ttl": RdfFormat.TURTLE,
    ".rdf": RdfFormat.RDF_XML,
    ".nt": RdfFormat.N_TRIPLES,
    ".nq": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
}
_ENTAILED = "entailment"


@dataclass(frozen=True)
class EvaluationTest:
    """A query and the files of its dataset."""

    name: str
    query: Path
    data: tuple[Path, ...]
    named: tuple[Path, ...]

    @property
    def text(self) -> str:
        return self.query.read_text(encoding="utf-8")

    @property
    def base(self) -> str:
        return self.query.as_uri()

    def store(self) -> Store:
        """The dataset; files that the query itself names are there under their own IRIs."""
        store = Store()
        for path in self.data:
            _load(store, path, DefaultGraph())
        for path in self.named:
            _load(store, path, NamedNode(path.as_uri()))
        return store

    def store_with(self, graphs: tuple[NamedNode, ...]) -> Store:
        """The dataset and the graphs that FROM and FROM NAMED name."""
        store = self.store()
        for graph in graphs:
            if not store.contains_named_graph(graph) and (path := _path(graph)).exists():
                _load(store, path, graph)
        return store


def evaluation_tests() -> list[EvaluationTest]:
    """Those of SPARQL 1.0, 1.1 and 1.2, by name; entailment regimes are another subject."""
    manifests = sorted(shared_data("w3c").rglob("manifest*.ttl"))
    found = [test for manifest in manifests if _ENTAILED not in manifest.parts for test in _tests_of(manifest)]
    return sorted({test.name: test for test in found}.values(), key=lambda test: test.name)


def _tests_of(manifest: Path) -> Iterator[EvaluationTest]:
    store = Store()
    _load(store, manifest, DefaultGraph())
    rows: dict[str, tuple[Path, set[Path], set[Path]]] = {}
    for row in store.query(_TESTS):
        query = _path(row["query"])
        _, data, named = rows.setdefault(row["test"].value, (query, set(), set()))
        data.update([_path(row["data"])] if row["data"] else [])
        named.update([_path(row["named"])] if row["named"] else [])
    for name, (query, data, named) in rows.items():
        short = f"{manifest.parent.parent.name}/{manifest.parent.name}/{name.partition('#')[2] or query.stem}"
        yield EvaluationTest(short, query, tuple(sorted(data)), tuple(sorted(named)))


def _load(store: Store, path: Path, graph: NamedNode | DefaultGraph) -> None:
    form = _FORMATS[path.suffix]
    for quad in parse(path.read_bytes(), form, base_iri=path.as_uri(), rename_blank_nodes=True):
        placed = Quad(quad.subject, quad.predicate, quad.object, graph)
        store.add(quad if form.supports_datasets else placed)


def _path(name: NamedNode) -> Path:
    return Path(unquote(urlparse(name.value).path))
