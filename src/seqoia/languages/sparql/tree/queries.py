"""Queries: prologue, form, dataset, solution modifiers (SPARQL 1.2, sections 4, 13, 15, 16)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from seqoia.languages.sparql.tree.patterns import Group, Values
from seqoia.languages.sparql.tree.syntax import (
    DatasetClause,
    Declaration,
    Document,
    Expression,
    QueryForm,
    Syntax,
)
from seqoia.languages.sparql.tree.terms import FullIri, Iri, Text, Variable, VariableOrIri
from seqoia.languages.sparql.tree.triples import TriplesBlock


@dataclass(frozen=True, slots=True)
class BaseDeclaration(Declaration):
    """`BASE <iri>`."""

    iri: FullIri


@dataclass(frozen=True, slots=True)
class PrefixDeclaration(Declaration):
    """`PREFIX prefix: <iri>`; the prefix without its colon."""

    prefix: str
    iri: FullIri


@dataclass(frozen=True, slots=True)
class VersionDeclaration(Declaration):
    """`VERSION "1.2"`."""

    version: Text


@dataclass(frozen=True, slots=True)
class DefaultGraph(DatasetClause):
    """`FROM iri`."""

    iri: Iri


@dataclass(frozen=True, slots=True)
class NamedGraph(DatasetClause):
    """`FROM NAMED iri`."""

    iri: Iri


class Duplicates(Enum):
    """What becomes of equal solutions."""

    KEPT = ""
    DISTINCT = "DISTINCT"
    REDUCED = "REDUCED"


@dataclass(frozen=True, slots=True)
class ProjectedExpression(Syntax):
    """`(expression AS ?variable)`."""

    expression: Expression
    variable: Variable


@dataclass(frozen=True, slots=True)
class SelectClause(Syntax):
    """`SELECT DISTINCT ?variable (expression AS ?variable) …`; no projection stands for `*`."""

    projection: tuple[Variable | ProjectedExpression, ...] | None
    duplicates: Duplicates = Duplicates.KEPT


@dataclass(frozen=True, slots=True)
class GroupCondition(Syntax):
    """`expression` or `(expression AS ?variable)` after GROUP BY."""

    expression: Expression
    variable: Variable | None = None


@dataclass(frozen=True, slots=True)
class OrderCondition(Syntax):
    """`expression`, `ASC(expression)` or `DESC(expression)` after ORDER BY."""

    expression: Expression
    descending: bool = False


@dataclass(frozen=True, slots=True)
class SolutionModifiers(Syntax):
    """`GROUP BY … HAVING … ORDER BY … LIMIT n OFFSET n`, each if written."""

    group_by: tuple[GroupCondition, ...] = ()
    having: tuple[Expression, ...] = ()
    order_by: tuple[OrderCondition, ...] = ()
    limit: int | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class Select(QueryForm):
    """A query for a table of solutions."""

    select: SelectClause
    dataset: tuple[DatasetClause, ...]
    where: Group
    modifiers: SolutionModifiers


@dataclass(frozen=True, slots=True)
class Construct(QueryForm):
    """A query for a graph; without a template, the pattern is the template (`CONSTRUCT WHERE`)."""

    template: TriplesBlock | None
    dataset: tuple[DatasetClause, ...]
    where: Group
    modifiers: SolutionModifiers


@dataclass(frozen=True, slots=True)
class Describe(QueryForm):
    """A query for what is known about resources; no targets stand for `*`."""

    targets: tuple[VariableOrIri, ...] | None
    dataset: tuple[DatasetClause, ...]
    where: Group | None
    modifiers: SolutionModifiers


@dataclass(frozen=True, slots=True)
class Ask(QueryForm):
    """A query for yes or no."""

    dataset: tuple[DatasetClause, ...]
    where: Group
    modifiers: SolutionModifiers


@dataclass(frozen=True, slots=True)
class Query(Document):
    """Prologue, form, and the VALUES table that may follow."""

    prologue: tuple[Declaration, ...]
    form: QueryForm
    values: Values | None = None
