"""A file that cannot be read, and why."""

from __future__ import annotations


class UnreadableFileError(Exception):
    """A file of events or of background knowledge that cannot be read: which one, where, and the reason."""

    def __init__(self, file: str, reason: str, line: int | None = None) -> None:
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {reason}")
        self.file = file
        self.line = line
        self.reason = reason
