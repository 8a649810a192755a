"""From lark's error to the one diagnostic that the query's author reads."""

from __future__ import annotations

from collections.abc import Mapping

from lark import Lark
from lark.exceptions import UnexpectedInput

from seqoia.languages.sparql.complaints.readings import READINGS, misplaced
from seqoia.languages.sparql.complaints.stumble import stumble
from seqoia.text import Diagnostic, Source


def complaint(
    error: UnexpectedInput,
    source: Source,
    parser: Lark,
    functions: tuple[str, ...] = (),
    phrases: Mapping[str, str] | None = None,
) -> Diagnostic:
    """The first reading that recognises the case; keywords are the grammar's, functions the dialect's."""
    at = stumble(error, source, parser, functions, phrases or {})
    for reading in READINGS:
        if diagnostic := reading(at):
            return diagnostic
    return misplaced(at)
