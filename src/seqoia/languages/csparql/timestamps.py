"""C-SPARQL's `timestamp`, which has no meaning here: a window's content is a graph, and graphs have no times."""

from __future__ import annotations

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks import Survey
from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import Span

TIMESTAMP = "http://larkc.eu/csparql/sparql/jena/ext#timestamp"


def check_timestamps(survey: Survey) -> None:
    """No function is called by the IRI under which the engine has `timestamp`."""
    prefixes = {declared.prefix: declared.iri.text for declared in survey.of(tree.PrefixDeclaration)}
    for call in survey.of(tree.IriCall):
        if _spelled_out(call.function, prefixes) == TIMESTAMP:
            raise refused_timestamp(call.span)


def refused_timestamp(place: Span) -> Refusal:
    return Refusal(
        "a triple in a window has no timestamp",
        place,
        "the content of a window is a graph",
        "ask for the order of events in RSEP-QL: MATCH { E1 SEQ E2 } with the policy NAIVE compares the latest of each",
    )


def _spelled_out(function: tree.Iri, prefixes: dict[str, str]) -> str:
    if isinstance(function, tree.FullIri):
        return function.text
    return prefixes.get(function.prefix, "") + function.local
