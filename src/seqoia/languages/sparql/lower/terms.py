"""Terms as written become terms of RDF and places of triple patterns."""

from __future__ import annotations

from pyoxigraph import BaseDirection

from seqoia.algebra.expressions import Constant, Variable
from seqoia.algebra.patterns import Slot, TripleTerm
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower.names import Names
from seqoia.languages.sparql.refusal import Refusal
from seqoia.model import Literal, NamedNode, Term, Triple
from seqoia.model.term import RDF, XSD

RDF_TYPE = NamedNode(RDF + "type")


class TermLowering(Names):
    """Literals keep their lexical form; blank nodes become hidden variables."""

    def literal(self, literal: tree.Literal) -> Literal:
        """A literal with the datatype that its spelling gives it."""
        match literal:
            case tree.Number(lexical):
                return Literal(lexical, datatype=NamedNode(XSD + literal.datatype))
            case tree.Boolean(value):
                return Literal("true" if value else "false", datatype=NamedNode(XSD + "boolean"))
            case tree.TypedLiteral(text, datatype):
                return Literal(text.value, datatype=self.iri(datatype))
            case tree.TextLiteral(text, None):
                return Literal(text.value)
            case tree.TextLiteral(text, language):
                return _tagged(text.value, language)

    def term(self, term: tree.FullIri | tree.PrefixedName | tree.RdfType | tree.Literal) -> NamedNode | Literal:
        """A term without parts."""
        match term:
            case tree.FullIri() | tree.PrefixedName():
                return self.iri(term)
            case tree.RdfType():
                return RDF_TYPE
            case _:
                return self.literal(term)

    def slot(self, term: tree.Term | tree.RdfType) -> Slot:
        """What stands in a place of a triple pattern."""
        match term:
            case tree.Variable(name):
                return Variable(name)
            case tree.BlankNodeLabel() | tree.Anonymous():
                return self.blank_node(term)
            case tree.TripleTerm(subject, predicate, object_):
                return triple_slot(self.slot(subject), self.slot(predicate), self.slot(object_))
            case _:
                return Constant(self.term(term))

    def datum(self, value: tree.DataValue) -> Term | None:
        """A cell of a VALUES table."""
        match value:
            case tree.Undef():
                return None
            case tree.TripleTerm():
                return self._ground_triple(value)
            case _:
                return self.term(value)

    def variable_or_iri(self, name: tree.VariableOrIri) -> Variable | Constant:
        """The name of a graph, a window or an endpoint."""
        return Variable(name.name) if isinstance(name, tree.Variable) else Constant(self.iri(name))

    def _ground_triple(self, written: tree.TripleTerm) -> Triple:
        slot = self.slot(written)
        if isinstance(slot, Constant) and isinstance(slot.term, Triple):
            return slot.term
        raise Refusal("this is not a triple", written.span, "its subject and predicate are IRIs")


def triple_slot(subject: Slot, predicate: Slot, object_: Slot) -> Constant | TripleTerm:
    """A triple term: a constant where nothing in it varies."""
    match subject, predicate, object_:
        case Constant(NamedNode() as s), Constant(NamedNode() as p), Constant(o):
            return Constant(Triple(s, p, o))
        case _:
            return TripleTerm(subject, predicate, object_)


def _tagged(text: str, language: tree.Language | None) -> Literal:
    if language is None:
        return Literal(text)
    direction = None if language.direction is None else BaseDirection(language.direction)
    try:
        return Literal(text, language=language.tag, direction=direction)
    except ValueError as error:
        raise Refusal(f"@{language.tag} is no language tag", language.span, str(error)) from None
