"""The verbs of the river: parse, lower, evaluate; and `format_query`, which goes back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from seqoia import reference
from seqoia.algebra import Query
from seqoia.algebra.query import Select
from seqoia.algebra.streams import orders_answers
from seqoia.formats import Notation, answer_lines
from seqoia.languages.registry import LANGUAGES, Language, recognise
from seqoia.model import Answer, Instant, Stream
from seqoia.reference.background import NO_BACKGROUND, Background
from seqoia.reference.trace import Tracer, silent
from seqoia.text import Diagnostic, Source, closest


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query's text, the language in which it was read, and its syntax tree."""

    source: Source
    language: Language
    tree: Any


def language_named(name: str) -> Language:
    """The language of that name; a `ValueError` names the one that was meant."""
    if name in LANGUAGES:
        return LANGUAGES[name]
    meant = closest(name, LANGUAGES)
    hint = f"did you mean {meant}?" if meant else f"there are {', '.join(LANGUAGES)}"
    raise ValueError(f"there is no language {name!r}; {hint}")


def parse(text: str, language: str | None = None, name: str = "<query>") -> ParsedQuery:
    """Reads a query; a `QueryError` says where it is wrong. Without a language, the text tells its own."""
    spoken = recognise(text, name) if language is None else language_named(language)
    source = Source(name, text)
    return ParsedQuery(source, spoken, spoken.parse(source))


def lower(parsed: ParsedQuery) -> Query:
    """The query in the one algebra, which no longer knows the language it came from."""
    return parsed.language.lower(parsed.tree)


def format_query(parsed: ParsedQuery) -> str:
    """The query as text in its language, laid out the one way; parsing it again gives the same tree."""
    return parsed.language.print(parsed.tree)


def warnings_of(parsed: ParsedQuery) -> tuple[Diagnostic, ...]:
    """What a query's author should know although the query can be answered."""
    return parsed.language.warnings(parsed.tree)


def evaluate(
    query: Query,
    streams: Iterable[Stream],
    background: Background = NO_BACKGROUND,
    until: Instant | None = None,
    tracer: Tracer = silent,
) -> list[Answer]:
    """The answers of a query over finite streams, by the definitions of the papers; without `until`, to the end."""
    return reference.evaluate(query, streams, background, until, tracer)


def emit(query: Query, answers: Iterable[Answer], notation: Notation = Notation.SECONDS) -> Iterator[str]:
    """The answers as JSON Lines, in an order that is the same in every run: ORDER BY's, or else that of time."""
    shown = [variable.name for variable in query.form.variables] if isinstance(query.form, Select) else None
    return answer_lines(answers, notation, shown, orders_answers(query))
