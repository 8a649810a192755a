"""What EP-SPARQL adds to the syntax tree of SPARQL."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from seqoia.languages.sparql import tree as sparql


class Operator(Enum):
    """How two groups lie in time (P-EP, section 4.1)."""

    SEQ = "SEQ"
    EQUALS = "EQUALS"
    OPTIONALSEQ = "OPTIONALSEQ"
    EQUALSOPTIONAL = "EQUALSOPTIONAL"


@dataclass(frozen=True, slots=True)
class Chain(sparql.PatternElement):
    """`{ … } SEQ { … } EQUALSOPTIONAL { … } …`, read from the left: one operator fewer than operands."""

    operands: tuple[sparql.PatternElement, ...]
    operators: tuple[Operator, ...]


@dataclass(frozen=True, slots=True)
class FromStream(sparql.DatasetClause):
    """`FROM STREAM iri`."""

    iri: sparql.Iri


class PolicyName(Enum):
    """The settings of ETALIS (P-RSEP, table 1)."""

    UNRESTRICTED = "UNRESTRICTED"
    CHRONOLOGICAL = "CHRONOLOGICAL"
    RECENT = "RECENT"


@dataclass(frozen=True, slots=True)
class Policy(sparql.DatasetClause):
    """`POLICY CHRONOLOGICAL`."""

    name: PolicyName


class Regime(Enum):
    """Which triples follow from those that are given."""

    SIMPLE = "SIMPLE"
    RDFS = "RDFS"


@dataclass(frozen=True, slots=True)
class Entailment(sparql.DatasetClause):
    """`ENTAILMENT RDFS`."""

    regime: Regime


@dataclass(frozen=True, slots=True)
class Rule(sparql.Syntax):
    """`RULE name CONSTRUCT { … } WHERE { … }`; the name need not be written."""

    construct: sparql.Construct
    name: str | None = None


@dataclass(frozen=True, slots=True)
class RuledQuery(sparql.Document):
    """Prologue, rules, and the form that asks for what has occurred or was derived."""

    prologue: tuple[sparql.Declaration, ...]
    rules: tuple[Rule, ...]
    form: sparql.QueryForm
    values: sparql.Values | None = None
