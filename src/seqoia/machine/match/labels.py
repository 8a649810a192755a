"""Blank nodes belong to their event: what they are called, so that two events never share one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from seqoia.model import BlankNode, Literal, NamedNode, Quad, Term, Triple

Rename: TypeAlias = Callable[[BlankNode], BlankNode]


def prefix(stream: int, event: int) -> str:
    """How the labels of an event's blank nodes begin."""
    return f"s{stream}e{event}"


def named(stream: int, event: int) -> Rename:
    """Labels that keep what the text calls them: for N-Triples and N-Quads, where each has a label of its own."""
    start = f"{prefix(stream, event)}x"
    return lambda node: BlankNode(start + node.value)


def numbered(stream: int, event: int) -> Rename:
    """Labels by the order in which they appear: for syntaxes with blank nodes without a label."""
    start, known = f"{prefix(stream, event)}y", dict[BlankNode, BlankNode]()

    def rename(node: BlankNode) -> BlankNode:
        return known.setdefault(node, BlankNode(f"{start}{len(known)}"))

    return rename


def renamed_quad(quad: Quad, rename: Rename) -> Quad:
    subject, predicate, object_, graph = quad
    name = rename(graph) if isinstance(graph, BlankNode) else graph
    return Quad(_resource(subject, rename), predicate, _term(object_, rename), name)


def _term(term: Term, rename: Rename) -> Term:
    return term if isinstance(term, Literal) else _resource(term, rename)


def _resource(term: NamedNode | BlankNode | Triple, rename: Rename) -> NamedNode | BlankNode | Triple:
    if isinstance(term, BlankNode):
        return rename(term)
    if isinstance(term, Triple):
        return Triple(_resource(term.subject, rename), term.predicate, _term(term.object, rename))
    return term
