"""Where paths, annotations and triple terms may stand."""

from __future__ import annotations

from collections.abc import Iterator

from seqoia.languages.sparql import tree
from seqoia.languages.sparql.checks.survey import Survey
from seqoia.languages.sparql.refusal import Refusal


def check_annotations(survey: Survey) -> None:
    """Only a single triple is annotated: not what a property path connects (SPARQL 1.2, section 4.1.7)."""
    for told in survey.of(tree.Property):
        if not _is_one_step(told.verb):
            for object_ in told.objects:
                if object_.annotations:
                    raise Refusal(
                        "a property path cannot be annotated",
                        object_.annotations[0].span,
                        "only a triple with a single predicate has a reifier",
                    )


def check_templates(survey: Survey) -> None:
    """A CONSTRUCT template says triples, so it has no property paths (SPARQL 1.2, section 16.2)."""
    for form in survey.of(tree.Construct):
        for part in tree.walk(form.template or form.where):
            if isinstance(part, tree.Property) and not _is_one_step(part.verb):
                raise Refusal(
                    "a property path cannot stand in a CONSTRUCT template",
                    part.verb.span,
                    "expected a predicate or a variable",
                )


def check_triple_terms(survey: Survey) -> None:
    """In expressions and VALUES, triple terms are made of what has a value there (SPARQL 1.2, 19.8)."""
    if not any(survey.of(tree.TripleTerm)):
        return
    for part in _outside_triples(survey.document):
        if isinstance(part, tree.DataRow):
            for value in part.values:
                if isinstance(value, tree.TripleTerm):
                    _check_term(value, variables=False)
        elif isinstance(part, tree.TripleTerm):
            _check_term(part, variables=True)


def _is_one_step(verb: tree.Verb) -> bool:
    return isinstance(verb, tree.Variable | tree.FullIri | tree.PrefixedName | tree.RdfType)


def _outside_triples(document: tree.Syntax) -> Iterator[tree.Syntax]:
    """All parts but those of triple patterns, and triple terms whole."""
    waiting = [document]
    while waiting:
        part = waiting.pop()
        yield part
        if not isinstance(part, tree.TriplesBlock | tree.DataRow | tree.TripleTerm):
            waiting.extend(tree.children(part))


def _check_term(term: tree.TripleTerm, *, variables: bool) -> None:
    if not isinstance(term.subject, tree.Variable | tree.FullIri | tree.PrefixedName):
        raise Refusal("this cannot be the subject of a triple term here", term.subject.span, "expected an IRI")
    for part in tree.walk(term):
        if isinstance(part, tree.BlankNodeLabel | tree.Anonymous):
            raise Refusal("a blank node has no value here", part.span, "expected an IRI, a literal or a triple term")
        if isinstance(part, tree.Variable) and not variables:
            raise Refusal("a variable has no value in VALUES", part.span, "expected an IRI, a literal or a triple term")
    if isinstance(term.object, tree.TripleTerm):
        _check_term(term.object, variables=variables)
