"""Escapes inside texts, IRIs and local names (SPARQL 1.2, sections 19.2 and 19.7)."""

from __future__ import annotations

import re

from seqoia.languages.sparql.refusal import Refusal
from seqoia.text import Span

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))")
_CONTROLS = {"t": "\t", "b": "\b", "n": "\n", "r": "\r", "f": "\f"}
_NOT_IN_AN_IRI = re.compile(r'[<>"{}|^`\\\x00-\x20]')
_LOCAL_ESCAPE = re.compile(r"\\(.)")


def decoded_text(raw: str, start: int) -> str:
    """What a quoted text says; `start` is where its raw characters begin in the source."""
    return _decoded(raw, start) if "\\" in raw else raw


def decoded_iri(raw: str, start: int) -> str:
    """The IRI between its angle brackets, once its escapes are decoded."""
    if "\\" not in raw:
        return raw
    decoded = _decoded(raw, start)
    if wrong := _NOT_IN_AN_IRI.search(decoded):
        raise Refusal(f"an IRI cannot contain {wrong.group()!r}", Span(start, start + len(raw)), "written as an escape")
    return decoded


def decoded_local(raw: str) -> str:
    """The local part of a prefixed name without its backslashes."""
    return _LOCAL_ESCAPE.sub(r"\1", raw) if "\\" in raw else raw


def _decoded(raw: str, start: int) -> str:
    def character(escape: re.Match[str]) -> str:
        short, long, control = escape.groups()
        if control is not None:
            return _CONTROLS.get(control, control)
        code = int(short or long, 16)
        if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
            raise Refusal(
                f"{escape.group()} is no character",
                Span(start + escape.start(), start + escape.end()),
                "expected a Unicode code point that is not a surrogate",
                "write the character itself, or its code point with \\U and eight digits",
            )
        return chr(code)

    return _ESCAPE.sub(character, raw)
