"""What a halt of the parser usually means: each reading speaks if it recognises the case."""

from __future__ import annotations

import re
from collections.abc import Callable

from lark import Token

from seqoia.languages.sparql.complaints.expected import PHRASES
from seqoia.languages.sparql.complaints.stumble import Stumble, token_span
from seqoia.text import Diagnostic, Span, closest

CLOSED_BY = {"(": ")", "[": "]", "{": "}", "{|": "|}", "<<": ">>", "<<(": ")>>"}
WORD_OPERATORS = {"and": "&&", "or": "||", "is": "="}
_ESCAPE = re.compile(r"\\(?![tbnrf\"'\\]|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}).?", re.DOTALL)
_SHORT_TEXT = re.compile(r"""(["'])(?:(?!\1)[^\\\n\r]|\\.)*\1?""")
_LONG_TEXT = re.compile(r"""("{3}|'{3})(?:(?!\1)[^\\]|\\.)*(\1)?""", re.DOTALL)
_IRI = re.compile(r"<[^<>\s\"{}|^`\\]*")


def unclosed_text(at: Stumble) -> Diagnostic | None:
    """A quote without its partner, or an escape that is none."""
    text, start = at.source.text, at.span.start
    quote = at.word[:1]
    if not quote or quote not in "\"'":
        return None
    if start >= 2 and text[start - 2 : start + 1] == quote * 3 and not text.startswith(quote * 3, start):
        start -= 2
    elif len(at.word) > 1:
        return None
    found = (_LONG_TEXT if text.startswith(quote * 3, start) else _SHORT_TEXT).match(text, start)
    inside = found.group() if found else quote
    if wrong := _ESCAPE.search(inside):
        place = Span(start + wrong.start(), start + wrong.end())
        return at.says(f"`{wrong.group()}` is no escape", place, 'expected \\n, \\t, \\", \\\\, \\u and four digits')
    line_end = start + len(inside.split("\n", 1)[0])
    return at.says("this text is never closed", Span(start, max(start + 1, line_end)), "expected a closing quote")


def malformed_iri(at: Stumble) -> Diagnostic | None:
    """`<` where an IRI can stand, and no IRI after it."""
    if "IRIREF" not in at.acceptable or at.word[:1] != "<" or at.word.endswith(">"):
        return None
    found = _IRI.match(at.source.text, at.span.start)
    end = found.end() if found else at.span.end
    stopped = at.source.text[end : end + 1]
    if stopped in {"", "\n", "\r"}:
        return at.says("this IRI is never closed", Span(at.span.start, end), "expected `>` at its end")
    named = "a space" if stopped.isspace() else f"`{stopped}`"
    return at.says(f"an IRI cannot contain {named}", Span(end, end + 1), "", f"write %{ord(stopped):02X} for it")


def unknown_function(at: Stumble) -> Diagnostic | None:
    """A word that was taken for a function, because a function could stand there."""
    word = at.before
    if not isinstance(word, Token) or word.type != "NAME":
        return None
    if word.upper() in {name.upper() for name in at.functions}:
        return at.says(f"{word} needs its arguments", token_span(word), "", f"write {word}(…)")
    meant = closest(word, (*at.keywords_before(), *at.functions))
    help = f"did you mean {meant}?" if meant else ""
    return at.says(f"`{word}` cannot stand here", token_span(word), "neither a keyword nor a function", help)


def unclosed_bracket(at: Stumble) -> Diagnostic | None:
    """The end of the text, or another bracket's partner, before the partner of an opening bracket."""
    opening = _innermost_opening(at.state.value_stack)
    closing = at.word in CLOSED_BY.values()
    if opening is None:
        if closing:
            return at.says(f"this `{at.word}` closes nothing")
        return None if at.word else at.says("the query ends too early")
    partner = CLOSED_BY[opening]
    if not at.word:
        return at.says(f"this `{opening}` is never closed", token_span(opening), f"expected `{partner}` before the end")
    if closing and at.word != partner:
        line, column = at.source.line_number(at.span.start), at.source.column(at.span.start)
        note = f"expected `{partner}` before the `{at.word}` at line {line}, column {column}"
        return at.says(f"this `{opening}` is never closed", token_span(opening), note)
    return None


def foreign_habit(at: Stumble) -> Diagnostic | None:
    """What other languages, or hasty hands, write in this place."""
    help = ""
    previous = at.source.text[: at.span.start]
    if at.word in {"“", "”", "‘", "’", "„"}:
        help = "write straight quotes: \" or '"
    elif at.word == "\\":
        help = "escapes of code points stand in IRIs and texts only; write the character itself"
    elif at.word == "=" and previous.endswith("="):
        help = "values are compared with a single `=`"
    elif PHRASES["projected"] in at.expected and at.word.upper() in {name.upper() for name in at.functions}:
        help = f"name what is computed: ({at.word}(…) AS ?name)"
    elif "an operator" in at.expected:
        help = _operator_help(at.word)
    elif "PNAME_NS" in at.acceptable and at.word.isidentifier():
        help = f"write the prefix with its colon: {at.word}:"
    elif at.word == "," and PHRASES["projected"] in at.expected:
        help = "variables stand side by side, without commas"
    elif PHRASES["constraint"] in at.expected:
        help = "put the condition in brackets"
    elif "DOT" in at.acceptable and _begins_a_term(at.word):
        help = "a `.` stands between triple patterns"
    return at.says(f"`{at.word}` cannot stand here", help=help) if help else None


def misspelt_keyword(at: Stumble) -> Diagnostic | None:
    """A word that is nearly one of those that can stand here."""
    if not at.word.isidentifier():
        return None
    functions = at.functions if "NAME" in at.acceptable else ()
    meant = closest(at.word, (*at.keywords(), *functions))
    if meant is None or meant == at.word:
        return None
    return at.says(f"`{at.word}` cannot stand here", help=f"did you mean {meant}?")


def misplaced(at: Stumble) -> Diagnostic:
    """Whatever it is, it is not what was expected."""
    return at.says(f"`{at.word}` cannot stand here")


READINGS: tuple[Callable[[Stumble], Diagnostic | None], ...] = (
    unclosed_text,
    malformed_iri,
    unknown_function,
    unclosed_bracket,
    misspelt_keyword,
    foreign_habit,
)
"""In this order: what explains the most of what follows comes first."""


def _innermost_opening(values: list[object]) -> Token | None:
    for value in reversed(values):
        if isinstance(value, Token) and str(value) in CLOSED_BY:
            return value
    return None


def _operator_help(word: str) -> str:
    if word == "<>":
        return "write `!=`"
    meant = WORD_OPERATORS.get(word.lower())
    return f"write `{meant}`" if meant else ""


def _begins_a_term(word: str) -> bool:
    return word[:1] in "?$<\"'_[(:" or ":" in word
