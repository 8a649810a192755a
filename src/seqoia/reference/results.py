"""From solutions to answers: streaming operators (P-RSP, definitions 20 to 22) and query forms."""

from __future__ import annotations

from collections.abc import Sequence

from pyoxigraph import QueryTriples
from typing_extensions import assert_never

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Variable
from seqoia.algebra.query import Ask, Construct, Describe, Form, Select
from seqoia.model import Dataset, Graph, Instant, Solution, StreamOperator, Term
from seqoia.reference.sparql import read_with, store_of
from seqoia.reference.sparql_text import group
from seqoia.reference.sparql_words import variable
from seqoia.reference.templates import instantiated

NOTHING: Graph = frozenset()
"""The answer of an evaluation without solutions, where the profile reports that too."""


def streamed(operator: StreamOperator, before: Sequence[Solution], now: Sequence[Solution]) -> list[Solution]:
    """What an operator lets out, given the solutions of the previous and of this evaluation, in their order."""
    match operator:
        case StreamOperator.NONE | StreamOperator.RSTREAM:
            return list(now)
        case StreamOperator.ISTREAM:
            known = set(before)
            return [row for row in now if row not in known]
        case StreamOperator.DSTREAM:
            kept = set(now)
            return [row for row in before if row not in kept]
        case _:
            assert_never(operator)


def shown(form: Form, rows: Sequence[Solution]) -> list[Solution]:
    """The solutions on the variables that the form shows; hidden ones are never shown."""
    match form:
        case Select(variables):
            names = {each.name for each in variables if not each.hidden}
            return [row.restrict(names) for row in rows]
        case Ask() | Construct() | Describe():
            return [row.restrict(name for name in row if not name.startswith(".")) for row in rows]
        case _:
            assert_never(form)


def in_form(form: Form, rows: Sequence[Solution], at: Instant, known: Dataset) -> list[Solution | bool | Graph]:
    """The contents of the answers that a form makes of the solutions of one evaluation.

    SELECT answers with each solution, ASK with whether there is one, CONSTRUCT and DESCRIBE with one graph, if it
    has a triple. Blank nodes of a template are new for each solution.
    """
    match form:
        case Select():
            return list(rows)
        case Ask():
            return [bool(rows)]
        case Construct(template):
            parts = (instantiated(template, row, f"{at} {place}") for place, row in enumerate(rows))
            built: Graph = frozenset().union(*parts)
            return [built] if built else []
        case Describe(resources):
            terms = [term for row in rows for term in _resources(resources, row)]
            description = described(terms, known)
            return [description] if description else []
        case _:
            assert_never(form)


def described(resources: Sequence[Term], known: Dataset) -> Graph:
    """What the default graph of a dataset says of resources, by the engine's DESCRIBE."""
    table = gp.Values((Variable("resource"),), tuple((term,) for term in dict.fromkeys(resources)))
    if not table.rows:
        return frozenset()
    found = read_with(f"DESCRIBE {variable('resource')} {group(table)}", store_of(known))
    if not isinstance(found, QueryTriples):
        raise TypeError("DESCRIBE gives triples")
    return frozenset(found)


def _resources(resources: Sequence[gp.Slot], row: Solution) -> list[Term]:
    terms = (
        resource.term if isinstance(resource, Constant) else row.get(resource.name)
        for resource in resources
        if isinstance(resource, (Constant, Variable))
    )
    return [term for term in terms if term is not None]
