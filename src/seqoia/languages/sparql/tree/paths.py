"""Property paths (SPARQL 1.2, section 9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from seqoia.languages.sparql.tree.syntax import Syntax
from seqoia.languages.sparql.tree.terms import FullIri, PrefixedName, RdfType, Variable


@dataclass(frozen=True, slots=True)
class PathAlternative(Syntax):
    """`one | other | …`."""

    branches: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class PathSequence(Syntax):
    """`first / next / …`."""

    steps: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class PathInverse(Syntax):
    """`^path`: from object to subject."""

    path: Path


class Times(Enum):
    """How often a path is walked."""

    AT_MOST_ONCE = "?"
    ANY_NUMBER = "*"
    AT_LEAST_ONCE = "+"


@dataclass(frozen=True, slots=True)
class PathRepeat(Syntax):
    """`path?`, `path*` or `path+`."""

    path: Path
    times: Times


@dataclass(frozen=True, slots=True)
class PathNegated(Syntax):
    """`!name` or `!(name | ^name | …)`: any predicate but these."""

    excluded: tuple[Excluded, ...]


Predicate: TypeAlias = FullIri | PrefixedName | RdfType
Excluded: TypeAlias = FullIri | PrefixedName | RdfType | PathInverse
Path: TypeAlias = (
    FullIri | PrefixedName | RdfType | PathAlternative | PathSequence | PathInverse | PathRepeat | PathNegated
)
Verb: TypeAlias = Variable | Path
