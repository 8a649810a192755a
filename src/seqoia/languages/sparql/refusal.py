"""What a builder or a check raises: a diagnostic that does not know its source yet."""

from __future__ import annotations

from seqoia.text import Diagnostic, QueryError, Source, Span


class Refusal(Exception):  # noqa: N818 -- it never leaves the languages: a QueryError is made of it
    """The query cannot mean anything, and why; `parse` gives it the source and makes a QueryError of it."""

    def __init__(self, message: str, span: Span, note: str = "", help: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.note = note
        self.help = help

    def about(self, source: Source) -> QueryError:
        """The same, said of a source."""
        return QueryError(Diagnostic(self.message, source, self.span, self.note, self.help))
