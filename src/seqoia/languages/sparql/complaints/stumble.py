"""Where and in what state the parser came to a halt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.parsers.lalr_parser_state import ParserState

from seqoia.languages.sparql.complaints.expected import acceptable_terminals, expected_words, listed, spelled
from seqoia.text import Diagnostic, Source, Span


@dataclass(frozen=True, slots=True)
class Stumble:
    """The place of the first thing that the grammar does not cover, and what could have stood there."""

    source: Source
    parser: Lark
    functions: tuple[str, ...]
    state: ParserState[Any]
    span: Span
    acceptable: frozenset[str]
    expected: tuple[str, ...]

    @property
    def word(self) -> str:
        """What stands there; nothing at the end of the text."""
        return self.source.text[self.span.start : self.span.end]

    @property
    def before(self) -> object:
        """The last thing that was understood."""
        return self.state.value_stack[-1] if self.state.value_stack else None

    @property
    def note(self) -> str:
        return f"expected {listed(self.expected)}" if self.expected else ""

    def says(self, message: str, span: Span | None = None, note: str | None = None, help: str = "") -> Diagnostic:
        """A diagnostic about this place, or about another one that caused it."""
        return Diagnostic(message, self.source, span or self.span, self.note if note is None else note, help)

    def keywords(self) -> tuple[str, ...]:
        """The words of the grammar that could stand here."""
        return _keywords(self.parser, self.acceptable)

    def keywords_before(self) -> tuple[str, ...]:
        """The words of the grammar that could have stood where the last token stands."""
        earlier = self.state.copy(deepcopy_values=False)
        earlier.state_stack.pop()
        return _keywords(self.parser, acceptable_terminals(earlier))


def stumble(
    error: UnexpectedInput,
    source: Source,
    parser: Lark,
    functions: tuple[str, ...],
    phrases: Mapping[str, str],
) -> Stumble:
    """What lark's error tells."""
    state: ParserState[Any] = error.interactive_parser.parser_state
    acceptable = acceptable_terminals(state)
    expected = expected_words(parser, state, phrases)
    return Stumble(source, parser, functions, state, _place(error, source), acceptable, expected)


def token_span(token: Token) -> Span:
    return Span(token.start_pos or 0, token.end_pos or 0)


def _place(error: UnexpectedInput, source: Source) -> Span:
    if isinstance(error, UnexpectedToken):
        if error.token.type == "$END":
            end = len(source.text.rstrip())
            return Span(end, end)
        return token_span(error.token)
    start = error.pos_in_stream or 0
    return Span(start, start + 1)


def _keywords(parser: Lark, terminals: frozenset[str]) -> tuple[str, ...]:
    spellings = (spelled(parser, terminal) for terminal in terminals)
    return tuple(sorted(word for word in spellings if word is not None and word.isidentifier()))
