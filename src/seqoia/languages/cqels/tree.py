"""What CQELS-QL writes inside a SPARQL query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from seqoia.languages.sparql.tree import Group, Iri, PatternElement, Syntax
from seqoia.languages.windows import WrittenWindow


@dataclass(frozen=True, slots=True)
class NowWindow(Syntax):
    """`NOW`: what has this very time."""


@dataclass(frozen=True, slots=True)
class AllWindow(Syntax):
    """`ALL`: what has come so far."""


CqelsWindow: TypeAlias = WrittenWindow | NowWindow | AllWindow


@dataclass(frozen=True, slots=True)
class Stream(PatternElement):
    """`STREAM stream [window] { … }`: a pattern over the window's content."""

    stream: Iri
    window: CqelsWindow
    group: Group
