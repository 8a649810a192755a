"""The order of terms, as SPARQL's ORDER BY has it."""

from __future__ import annotations

from collections.abc import Sequence

from pyoxigraph import QuerySolutions, Store

from seqoia.model import NamedNode, Quad, Term

_ROW = "urn:seqoia:row:"
_TERM = NamedNode("urn:seqoia:term")
_QUERY = f"SELECT ?row ?term WHERE {{ ?row <{_TERM.value}> ?term }} ORDER BY ?term"


def ranks(terms: Sequence[Term | None]) -> list[int]:
    """Each term's place in ascending order, the same for the same term; what is unbound comes first."""
    distinct = list(dict.fromkeys(term for term in terms if term is not None))
    store = Store()
    store.extend(Quad(NamedNode(f"{_ROW}{number}"), _TERM, term) for number, term in enumerate(distinct))
    ordered = store.query(_QUERY)
    assert isinstance(ordered, QuerySolutions)
    place = {solution["term"]: rank for rank, solution in enumerate(ordered, start=1)}
    return [0 if term is None else place[term] for term in terms]
