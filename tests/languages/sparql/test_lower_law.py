"""A law: whatever query is generated, the algebra has the answers that pyoxigraph gives the query itself."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pyoxigraph import BlankNode, QuerySolution, QuerySolutions, Store, Triple

from languages.sparql import trees
from seqoia.languages.sparql import SPARQL, lower, parse, tree
from seqoia.reference import sparql_text
from seqoia.reference.sparql import table
from seqoia.text import QueryError, Source

BASE = "http://example.org/"
PROLOGUE = (
    tree.BaseDeclaration(tree.FullIri(BASE)),
    *(tree.PrefixDeclaration(name, tree.FullIri(f"{BASE}{name}#")) for name in ("", "ex", "a.b-c", "é")),
)
DATA = '<> <> ex: , <http://e/é?a=1#b> , 1 , "a"@en . ex: <> <> ; ex: ex:a . ex:a ex: <> ; <http://e/é?a=1#b> ( 1 ) .'
CHANCE = {"RAND", "NOW", "UUID", "STRUUID", "BNODE"}
UNJUDGED = (tree.Service, tree.IriCall)
"""What pyoxigraph does not answer."""


def store() -> Store:
    loaded = Store()
    loaded.update(f"PREFIX ex: <{BASE}ex#> BASE <{BASE}> INSERT DATA {{ {DATA} }}")
    return loaded


STORE = store()


def solutions(text: str) -> list[QuerySolution]:
    """What pyoxigraph answers; it stops at a triple term whose subject became a literal."""
    found = STORE.query(text)
    assert isinstance(found, QuerySolutions)
    return list(found)


def judged(term: object) -> object:
    """A term by which answers are compared: blank nodes of the answers have no names."""
    if isinstance(term, Triple):
        return tuple(map(judged, (term.subject, term.predicate, term.object)))
    return "_:" if isinstance(term, BlankNode) else term


def judgeable(form: tree.Select) -> bool:
    """Whether pyoxigraph answers, and twice the same."""
    parts = list(tree.walk(form))
    chance = any(part.name in CHANCE for part in parts if isinstance(part, tree.BuiltinCall))
    return not chance and not any(isinstance(part, UNJUDGED) for part in parts)


TEXTS = (
    st.builds(tree.Select, trees.selects(), st.just(()), trees.groups, trees.modifiers)
    .filter(judgeable)
    .map(lambda form: SPARQL.printed(tree.Query(PROLOGUE, form)))
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS)
def test_the_algebra_has_the_answers_of_the_query(text: str) -> None:
    try:
        lowered = lower(parse(Source("generated", text)))
        expected = solutions(text)
    except (QueryError, SyntaxError, RuntimeError):
        assume(False)
    names = [variable.name for variable in lowered.form.variables]
    found = table(sparql_text.query(lowered.body), sparql_text.answered(lowered.body), STORE)
    assert Counter(
        frozenset((name, judged(row[name])) for name in names if row[name] is not None) for row in expected
    ) == Counter(frozenset((name, judged(term)) for name, term in row.items()) for row in found)
