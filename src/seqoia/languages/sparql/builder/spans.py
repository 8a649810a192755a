"""Where a part stands, told from the tokens and parts that it was made of."""

from __future__ import annotations

from typing import TypeAlias

from lark import Token

from seqoia.languages.sparql.tree import Syntax
from seqoia.text import Span

Piece: TypeAlias = Token | Syntax | None
"""What a rule's method is given: a token, a part that is already built, or None for what was not written."""


def span_of(piece: Token | Syntax) -> Span:
    """The place of one token or part."""
    if isinstance(piece, Token):
        return Span(piece.start_pos or 0, piece.end_pos or 0)
    return piece.span


def across(*pieces: Piece) -> Span:
    """From the first to the last of the pieces that were written."""
    written = [piece for piece in pieces if piece is not None]
    return Span(span_of(written[0]).start, span_of(written[-1]).end)
