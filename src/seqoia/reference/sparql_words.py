"""The smallest pieces of SPARQL text: variables, terms, places of triple patterns, paths.

Two things of the algebra have no spelling in SPARQL and get one here. A hidden variable starts with a dot, so every
variable gets a prefix and none can collide. A blank node of the data cannot be named in a query, so it is the value
of a function, `BLANK_NODE("label")`.
"""

from __future__ import annotations

from collections.abc import Iterator

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Variable
from seqoia.algebra.patterns import Slot
from seqoia.model import BlankNode, Literal, NamedNode, Term, Triple

BLANK_NODE = NamedNode("urn:x-seqoia:blank-node")

NO_VARIABLE = "?n"
"""A variable that is never bound, for a selection of no variables at all."""


def variable(name: str) -> str:
    """`x` is spelt `?v_x`, and the hidden `.x` is spelt `?h_x`; no two names have one spelling."""
    return f"?h_{_escaped(name[1:])}" if name.startswith(".") else f"?v_{name}"


def blank_variable(node: BlankNode) -> str:
    """The variable that stands for a blank node where only a variable may stand."""
    return f"?b_{_escaped(node.value)}"


def blank_binding(node: BlankNode) -> str:
    return f"BIND({value(node)} AS {blank_variable(node)})"


def value(term: Term) -> str:
    """A term inside an expression."""
    match term:
        case NamedNode() | Literal():
            return str(term)
        case BlankNode():
            return f"{BLANK_NODE}({Literal(term.value)})"
        case Triple():
            return f"TRIPLE({value(term.subject)}, {value(term.predicate)}, {value(term.object)})"
        case _:
            assert_never(term)


def quoted(text: str) -> str:
    """A string literal."""
    return str(Literal(text))


def datum(term: Term | None) -> str:
    """A term inside VALUES, where blank nodes have no place."""
    match term:
        case None:
            return "UNDEF"
        case NamedNode() | Literal():
            return str(term)
        case Triple():
            return f"<<( {datum(term.subject)} {datum(term.predicate)} {datum(term.object)} )>>"
        case BlankNode():
            raise ValueError(f"{term} cannot stand in VALUES")
        case _:
            assert_never(term)


def slot(place: Slot) -> str:
    """What stands in a place of a triple pattern."""
    match place:
        case Variable(name):
            return variable(name)
        case Constant(term):
            return _constant_slot(term)
        case gp.TripleTerm(subject, predicate, object_):
            return f"<<( {slot(subject)} {slot(predicate)} {slot(object_)} )>>"
        case _:
            assert_never(place)


def blank_nodes(value: Slot | Term | None) -> Iterator[BlankNode]:
    """The blank nodes inside a place or a term, outermost first."""
    match value:
        case BlankNode():
            yield value
        case Constant(term):
            yield from blank_nodes(term)
        case Triple() | gp.TripleTerm():
            for part in (value.subject, value.predicate, value.object):
                yield from blank_nodes(part)
        case _:
            return


def can_match(subject: Slot, predicate: Slot, object_: Slot) -> bool:
    """Whether a triple of RDF could have these parts: its subject a resource, its predicate an IRI."""
    return _may_be(subject, NamedNode, BlankNode) and _may_be(predicate, NamedNode) and _inside_can_match(object_)


def path(walked: gp.Path) -> str:
    """A property path, every part of it in parentheses."""
    match walked:
        case gp.Link(predicate):
            return str(predicate)
        case gp.Inverse(inner):
            return f"(^{path(inner)})"
        case gp.SequencePath(steps):
            return f"({'/'.join(map(path, steps))})"
        case gp.AlternativePath(choices):
            return f"({'|'.join(map(path, choices))})"
        case gp.ZeroOrMore(inner):
            return f"({path(inner)})*"
        case gp.OneOrMore(inner):
            return f"({path(inner)})+"
        case gp.ZeroOrOne(inner):
            return f"({path(inner)})?"
        case gp.NegatedSet(forward, backward):
            return f"!({'|'.join([*map(str, forward), *(f'^{link}' for link in backward)])})"
        case _:
            assert_never(walked)


def _constant_slot(term: Term) -> str:
    match term:
        case NamedNode() | Literal():
            return str(term)
        case BlankNode():
            return blank_variable(term)
        case Triple():
            parts = (_constant_slot(part) for part in (term.subject, term.predicate, term.object))
            return f"<<( {' '.join(parts)} )>>"
        case _:
            assert_never(term)


def _may_be(place: Slot, *kinds: type) -> bool:
    return isinstance(place, Variable) or (isinstance(place, Constant) and isinstance(place.term, kinds))


def _inside_can_match(place: Slot) -> bool:
    return not isinstance(place, gp.TripleTerm) or can_match(place.subject, place.predicate, place.object)


def _escaped(name: str) -> str:
    """Letters and digits as they are, anything else as its code between underscores."""
    return "".join(letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):x}_" for letter in name)
