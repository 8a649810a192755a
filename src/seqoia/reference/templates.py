"""Templates of CONSTRUCT: the triples that a solution makes of them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from typing_extensions import assert_never

from seqoia.algebra.expressions import Constant, Variable
from seqoia.algebra.patterns import Slot, TriplePattern, TripleTerm
from seqoia.model import BlankNode, Graph, NamedNode, Solution, Term, Triple


def instantiated(template: Sequence[TriplePattern], solution: Solution, occasion: str) -> Graph:
    """The template's triples under a solution; those with an unbound variable or in a wrong place are left out.

    Blank nodes of the template are new for each solution and occasion, and the same again for the same ones, so
    that deriving twice derives nothing new.
    """
    triples = (_triple(each, solution, occasion) for each in template)
    return frozenset(triple for triple in triples if triple is not None)


def _triple(pattern: TriplePattern | TripleTerm, solution: Solution, occasion: str) -> Triple | None:
    subject = _term(pattern.subject, solution, occasion)
    predicate = _term(pattern.predicate, solution, occasion)
    target = _term(pattern.object, solution, occasion)
    if isinstance(subject, NamedNode | BlankNode) and isinstance(predicate, NamedNode) and target is not None:
        return Triple(subject, predicate, target)
    return None


def _term(slot: Slot, solution: Solution, occasion: str) -> Term | None:
    match slot:
        case Variable(name):
            return _blank_node(name, solution, occasion) if slot.hidden else solution.get(name)
        case Constant(term):
            return term
        case TripleTerm():
            return _triple(slot, solution, occasion)
        case _:
            assert_never(slot)


def _blank_node(name: str, solution: Solution, occasion: str) -> BlankNode:
    identity = "\n".join((name, occasion, *sorted(f"{key} {term}" for key, term in solution.items())))
    return BlankNode("d" + hashlib.sha256(identity.encode()).hexdigest()[:24])
