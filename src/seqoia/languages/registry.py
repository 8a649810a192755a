"""Which languages there are, and how a query's text tells its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

from seqoia.algebra import Query
from seqoia.text import Diagnostic, Source

_UNREAD = re.compile(
    r'''
      (?P<text> """(?:[^"\\]|\\.|"(?!""))*""" | \'{3}(?:[^'\\]|\\.|'(?!\'\'))*\'{3}
              | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*' )
    | (?P<iri> <[^<>"{}|^`\s\\]*> )
    | (?P<comment> \#[^\n\r]* )
    ''',
    re.VERBOSE | re.DOTALL,
)
_IRI = r"(?:<>|[\w.-]*:[\w.:%-]*)"


@dataclass(frozen=True)
class Language:
    """A query language: its room, and what only its queries say.

    The room is imported when the first query is read, so that listing the languages costs nothing.
    """

    name: str
    title: str
    suffix: str
    tells: re.Pattern[str]
    """What stands in a query of this language and in none of those listed after it, texts and IRIs left out."""

    @cached_property
    def room(self) -> Any:
        return import_module(f"seqoia.languages.{self.name}")

    def parse(self, source: Source) -> Any:
        """The syntax tree; a `QueryError` says what is wrong with the text."""
        return self.room.parse(source)

    def lower(self, tree: Any) -> Query:
        """The tree in the one algebra."""
        query: Query = self.room.lower(tree)
        return query

    def print(self, tree: Any) -> str:
        """The tree as text, laid out the one way."""
        text: str = self.room.print_query(tree)
        return text

    def warnings(self, tree: Any) -> tuple[Diagnostic, ...]:
        """What the author should know although the query can be answered."""
        warned: tuple[Diagnostic, ...] = self.room.warnings(tree)
        return warned


def _tells(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("IRI", _IRI), re.IGNORECASE)


SPASEQ = Language("spaseq", "SPAseq", ".spaseq", _tells(r"\bDEFINE\s+GPM\b|\{\s*SEQ\s*\("))
RSEPQL = Language("rsepql", "RSEP-QL", ".rsepql", _tells(r"\bEVENT\s+ON\b|\bWIN\s*\[|\bMATCH\s*\{"))
SPARQLSTREAM = Language(
    "sparqlstream",
    "SPARQLstream",
    ".sparqlstream",
    _tells(r"\bFROM\s+(?:NAMED\s+)?STREAM\s+IRI\s*\[\s*(?:FROM\s+)?NOW\b"),
)
CSPARQL = Language("csparql", "C-SPARQL", ".csparql", _tells(r"\bFROM\s+(?:NAMED\s+)?STREAM\s+IRI\s*\["))
CQELS = Language("cqels", "CQELS-QL", ".cqels", _tells(r"\bSTREAM\s+(?:IRI|[?$]\w+)\s*\["))
EPSPARQL = Language(
    "epsparql",
    "EP-SPARQL",
    ".epsparql",
    _tells(r"\}\s*(?:SEQ|EQUALS|OPTIONALSEQ|EQUALSOPTIONAL)\s*\{|\bget(?:DURATION|STARTTIME|ENDTIME)\s*\("),
)
RSPQL = Language("rspql", "RSP-QL", ".rspql", _tells(r"\bREGISTER\b|\bWINDOW\s+(?:IRI|[?$]\w+)|\b[IRD]STREAM\b"))
SPARQL = Language("sparql", "SPARQL 1.2", ".sparql", _tells(""))

LANGUAGES = {
    language.name: language for language in (SPASEQ, RSEPQL, SPARQLSTREAM, CSPARQL, CQELS, EPSPARQL, RSPQL, SPARQL)
}
"""By name, the most telling first: what none of the others claims is SPARQL."""


def recognise(text: str, name: str = "") -> Language:
    """The language of a query: by the suffix of its name, else by what it says outside of comments, texts and IRIs."""
    for language in LANGUAGES.values():
        if name.endswith(language.suffix):
            return language
    said = _UNREAD.sub(_placeholder, text)
    return next(language for language in LANGUAGES.values() if language.tells.search(said))


def _placeholder(found: re.Match[str]) -> str:
    return {"text": '""', "iri": "<>", "comment": " "}[found.lastgroup or "comment"]
