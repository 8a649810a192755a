"""What is told from a text before it is parsed: its comments, and whether it is too long or too deep."""

from __future__ import annotations

import re

from seqoia.languages.sparql.refusal import Refusal
from seqoia.languages.sparql.tree import Comment
from seqoia.text import Source, Span

MOST_CHARACTERS = 256 * 1024
MOST_NESTING = 100

_SCANNED = re.compile(
    r'''
      (?P<text> """(?:[^"\\]|\\.|"(?!""))*""" | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
              | "(?:[^"\\\n\r]|\\.)*" | '(?:[^'\\\n\r]|\\.)*' | <[^<>"{}|^`\s]*> | \\. )
    | (?P<comment> \#[^\n\r]* )
    | (?P<opening> <<\(? | \{\|? | \( | \[ )
    | (?P<closing> \)?>> | \|?\} | \) | \] )
    | (?P<denials> !(?:\s*!)+ )
    ''',
    re.VERBOSE | re.DOTALL,
)


def scanned(source: Source) -> tuple[Comment, ...]:
    """The comments of a text of bearable length and depth."""
    if len(source.text) > MOST_CHARACTERS:
        raise Refusal(
            f"the query is longer than {MOST_CHARACTERS:,} characters",
            Span(MOST_CHARACTERS, MOST_CHARACTERS),
            help="pass data as data: a query of this length is not written by hand",
        )
    comments, depth = [], 0
    for found in _SCANNED.finditer(source.text):
        if found.lastgroup == "comment":
            comments.append(Comment(found.group(), span=Span(*found.span())))
        elif found.lastgroup == "opening":
            depth += 1
            _bearable(depth, found)
        elif found.lastgroup == "closing":
            depth -= 1
        elif found.lastgroup == "denials":
            _bearable(depth + found.group().count("!"), found)
    return tuple(comments)


def _bearable(depth: int, found: re.Match[str]) -> None:
    if depth > MOST_NESTING:
        place = Span(found.start(), min(found.end(), found.start() + 1))
        raise Refusal(f"the query nests deeper than {MOST_NESTING} levels", place)
