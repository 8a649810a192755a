"""Property paths (SPARQL 1.2, section 18.2.2.3 and 18.2.2.4)."""

from __future__ import annotations

from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Variable
from seqoia.languages.sparql import tree
from seqoia.languages.sparql.lower.terms import RDF_TYPE, TermLowering
from seqoia.model import NamedNode


class PathLowering(TermLowering):
    """A path of one step is a triple pattern, walked backwards where it says so; all others stay paths."""

    def connection(self, subject: gp.Slot, verb: tree.Verb, object_: gp.Slot) -> gp.TriplePattern | gp.PathPattern:
        """Two places joined by a predicate, a variable or a path."""
        if isinstance(verb, tree.Variable):
            return gp.TriplePattern(subject, Variable(verb.name), object_)
        return connected(subject, self.path(verb), object_)

    def path(self, path: tree.Path | tree.Excluded) -> gp.Path:
        """A path in the algebra."""
        match path:
            case tree.FullIri() | tree.PrefixedName() | tree.RdfType():
                return gp.Link(self.predicate(path))
            case tree.PathInverse(inner):
                return gp.Inverse(self.path(inner))
            case tree.PathSequence(steps):
                return gp.SequencePath(tuple(map(self.path, steps)))
            case tree.PathAlternative(branches):
                return gp.AlternativePath(tuple(map(self.path, branches)))
            case tree.PathRepeat(inner, times):
                return _repeated(self.path(inner), times)
            case tree.PathNegated(excluded):
                return self._negated(excluded)
            case _:
                assert_never(path)

    def predicate(self, name: tree.Predicate) -> NamedNode:
        """The IRI of one step."""
        return RDF_TYPE if isinstance(name, tree.RdfType) else self.iri(name)

    def _negated(self, excluded: tuple[tree.Excluded, ...]) -> gp.NegatedSet:
        forward, backward = [], []
        for name in excluded:
            if isinstance(name, tree.PathInverse):
                link = self.path(name.path)
                backward.extend([link.predicate] if isinstance(link, gp.Link) else [])
            else:
                forward.append(self.predicate(name))
        return gp.NegatedSet(tuple(forward), tuple(backward))


def connected(subject: gp.Slot, path: gp.Path, object_: gp.Slot) -> gp.TriplePattern | gp.PathPattern:
    """A path of one step as a triple pattern, `^path` turned round."""
    match path:
        case gp.Link(predicate):
            return gp.TriplePattern(subject, Constant(predicate), object_)
        case gp.Inverse(inner):
            return connected(object_, inner, subject)
        case _:
            return gp.PathPattern(subject, path, object_)


def _repeated(path: gp.Path, times: tree.Times) -> gp.Path:
    match times:
        case tree.Times.AT_MOST_ONCE:
            return gp.ZeroOrOne(path)
        case tree.Times.ANY_NUMBER:
            return gp.ZeroOrMore(path)
        case tree.Times.AT_LEAST_ONCE:
            return gp.OneOrMore(path)
        case _:
            assert_never(times)
