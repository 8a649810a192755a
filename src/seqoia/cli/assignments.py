"""`IRI=FILE` on the command line."""

from __future__ import annotations

import re
from pathlib import Path

from seqoia import NamedNode

_SCHEME = re.compile(r"<?[A-Za-z][A-Za-z0-9+.-]*:")


def assignment(text: str) -> tuple[NamedNode, str]:
    """An IRI and a file, parted at the last `=` that has a file (or `-`) behind it, else at the last `=`.

    So both may contain `=`.
    """
    if not _SCHEME.match(text) or "=" not in text:
        raise ValueError(f"{text!r} is not IRI=FILE, for example http://example.org/trades=trades.jsonl")
    places = [place for place, character in enumerate(text) if character == "="]
    place = next((place for place in reversed(places) if _is_there(text[place + 1 :])), places[-1])
    return named(text[:place]), text[place + 1 :]


def optional_assignment(text: str) -> tuple[NamedNode | None, str]:
    """A file, with or without an IRI before it; what is a file as it stands has none."""
    if _is_there(text) or "=" not in text or not _SCHEME.match(text):
        return None, text
    return assignment(text)


def named(iri: str) -> NamedNode:
    """An IRI, with or without its brackets."""
    try:
        return NamedNode(iri.removeprefix("<").removesuffix(">"))
    except ValueError as error:
        raise ValueError(f"{iri!r} is not an IRI: {error}") from None


def _is_there(file: str) -> bool:
    return file == "-" or Path(file).exists()
