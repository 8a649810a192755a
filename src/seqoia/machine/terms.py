"""Terms as text, and back: the canonical N-Triples form in which bindings carry them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pyarrow as pa
from pyoxigraph import RdfFormat, parse

from seqoia.model import BlankNode, Literal, NamedNode, Term
from seqoia.model.term import XSD

_REMEMBERED = 1 << 16


@lru_cache(maxsize=_REMEMBERED)
def term_of(text: str) -> Term:
    """The term that a text writes."""
    if text.startswith("<") and not text.startswith("<<") and "\\" not in text:
        return NamedNode(text[1:-1])
    if text.startswith("_:"):
        return BlankNode(text[2:])
    (quad,) = parse(f"<a:s> <a:p> {text} .".encode(), format=RdfFormat.N_TRIPLES)
    term: Term = quad.object
    return term


def text_of(term: Term) -> str:
    """A term as N-Triples writes it."""
    return str(term)


def terms_of(column: pa.ChunkedArray) -> list[Term | None]:
    """The terms of a column of slots, numbers as the literals that they stand for."""
    return [None if text is None else term_of(text) for text in texts_of(column)]


def texts_of(column: pa.ChunkedArray) -> list[str | None]:
    """The texts of a column of slots."""
    if pa.types.is_int64(column.type):
        return [None if value is None else integer_text(value) for value in column.to_pylist()]
    if pa.types.is_float64(column.type):
        return [None if value is None else double_text(value) for value in column.to_pylist()]
    values: list[str | None] = column.to_pylist()
    return values


def integer_text(value: int) -> str:
    return f'"{value}"^^<{XSD}integer>'


def double_text(value: float) -> str:
    return str(Literal(np.float64(value).item()))
