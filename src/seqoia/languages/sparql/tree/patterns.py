"""Graph patterns (SPARQL 1.2, sections 5 to 10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from seqoia.languages.sparql.tree.syntax import Expression, PatternElement, Syntax
from seqoia.languages.sparql.tree.terms import (
    Boolean,
    FullIri,
    Number,
    PrefixedName,
    TextLiteral,
    TripleTerm,
    TypedLiteral,
    Variable,
    VariableOrIri,
)

if TYPE_CHECKING:
    from seqoia.languages.sparql.tree.queries import SelectClause, SolutionModifiers


@dataclass(frozen=True, slots=True)
class Group(PatternElement):
    """`{ element … }`."""

    elements: tuple[PatternElement, ...]


@dataclass(frozen=True, slots=True)
class Union(PatternElement):
    """`{ … } UNION { … } UNION …`."""

    branches: tuple[PatternElement, ...]


@dataclass(frozen=True, slots=True)
class Optional(PatternElement):
    """`OPTIONAL { … }`."""

    group: Group


@dataclass(frozen=True, slots=True)
class Minus(PatternElement):
    """`MINUS { … }`."""

    group: Group


@dataclass(frozen=True, slots=True)
class Graph(PatternElement):
    """`GRAPH name { … }`."""

    name: VariableOrIri
    group: Group


@dataclass(frozen=True, slots=True)
class Service(PatternElement):
    """`SERVICE SILENT endpoint { … }`."""

    endpoint: VariableOrIri
    group: Group
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Filter(PatternElement):
    """`FILTER condition`."""

    condition: Expression


@dataclass(frozen=True, slots=True)
class Bind(PatternElement):
    """`BIND (expression AS ?variable)`."""

    expression: Expression
    variable: Variable


@dataclass(frozen=True, slots=True)
class Undef(Syntax):
    """`UNDEF`: no value in this place of a row."""


@dataclass(frozen=True, slots=True)
class DataRow(Syntax):
    """A row of a VALUES table, a value for each variable."""

    values: tuple[DataValue, ...]


@dataclass(frozen=True, slots=True)
class Values(PatternElement):
    """`VALUES (?variable …) { (value …) … }`."""

    variables: tuple[Variable, ...]
    rows: tuple[DataRow, ...]


@dataclass(frozen=True, slots=True)
class SubSelect(PatternElement):
    """`{ SELECT … }` inside a pattern; it is the only element of its group."""

    select: SelectClause
    where: Group
    modifiers: SolutionModifiers
    values: Values | None = None


DataValue: TypeAlias = FullIri | PrefixedName | TextLiteral | TypedLiteral | Number | Boolean | TripleTerm | Undef
