"""Terms, variables and paths as text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Variable
from seqoia.model import BlankNode, Literal, NamedNode, Term, Triple
from seqoia.model.term import RDF, XSD

_LOCAL = re.compile(r"[\w.-]*(?<!\.)\Z")
_PLAIN = frozenset({XSD + "integer", XSD + "decimal", XSD + "boolean"})
_TYPE = RDF + "type"


@dataclass(frozen=True, slots=True)
class Names:
    """How IRIs are written: by the prefixes of a query, or in full."""

    prefixes: tuple[tuple[str, str], ...] = ()
    """Each prefix without its colon, and what it stands for."""

    def iri(self, node: NamedNode) -> str:
        fitting = ((prefix, iri) for prefix, iri in self.prefixes if iri and node.value.startswith(iri))
        for prefix, iri in sorted(fitting, key=lambda pair: -len(pair[1])):
            local = node.value[len(iri) :]
            if _LOCAL.match(local):
                return f"{prefix}:{local}"
        return str(node)

    def term(self, term: Term) -> str:
        match term:
            case NamedNode():
                return self.iri(term)
            case BlankNode():
                return str(term)
            case Literal():
                return self._literal(term)
            case Triple():
                parts = (term.subject, term.predicate, term.object)
                return f"<<( {' '.join(map(self.term, parts))} )>>"
            case _:
                assert_never(term)

    def slot(self, place: gp.Slot) -> str:
        match place:
            case Variable():
                return variable_in_words(place)
            case Constant(term):
                return self.term(term)
            case gp.TripleTerm(subject, predicate, object_):
                return f"<<( {' '.join(map(self.slot, (subject, predicate, object_)))} )>>"
            case _:
                assert_never(place)

    def predicate(self, place: gp.Slot) -> str:
        """As a slot, with `a` for the type."""
        is_type = isinstance(place, Constant) and isinstance(place.term, NamedNode) and place.term.value == _TYPE
        return "a" if is_type else self.slot(place)

    def path(self, walked: gp.Path) -> str:
        match walked:
            case gp.Link(predicate):
                return self.iri(predicate)
            case gp.Inverse(inner):
                return f"^{self._step(inner)}"
            case gp.SequencePath(steps):
                return "/".join(map(self._step, steps))
            case gp.AlternativePath(choices):
                return "|".join(map(self._step, choices))
            case gp.ZeroOrMore(inner):
                return f"{self._step(inner)}*"
            case gp.OneOrMore(inner):
                return f"{self._step(inner)}+"
            case gp.ZeroOrOne(inner):
                return f"{self._step(inner)}?"
            case gp.NegatedSet(forward, backward):
                excluded = [*map(self.iri, forward), *(f"^{self.iri(each)}" for each in backward)]
                return f"!({'|'.join(excluded)})"
            case _:
                assert_never(walked)

    def _step(self, inner: gp.Path) -> str:
        text = self.path(inner)
        return text if isinstance(inner, (gp.Link, gp.NegatedSet)) else f"({text})"

    def _literal(self, literal: Literal) -> str:
        if literal.datatype.value in _PLAIN:
            return literal.value
        if literal.datatype.value == XSD + "string" or literal.language:
            return str(literal)
        return f"{Literal(literal.value)}^^{self.iri(literal.datatype)}"


FULL_NAMES = Names()
"""IRIs in full."""


def variable_in_words(variable: Variable) -> str:
    """As in a query; what was made for a blank node is written as one."""
    return f"_:{variable.name[1:]}" if variable.hidden else f"?{variable.name}"


def variables_in_words(names: Iterable[str]) -> str:
    """Several variables, those that no query can spell left out."""
    return ", ".join(f"?{name}" for name in names if not name.startswith("."))
