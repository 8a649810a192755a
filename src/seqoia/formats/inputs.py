"""The bytes of a file, or of the standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from seqoia.formats.unreadable import UnreadableFileError

STANDARD_INPUT = "-"


def shown_name(file: str) -> str:
    """The name under which messages mention a file."""
    return "<stdin>" if file == STANDARD_INPUT else file


def suffix_of(file: str) -> str:
    """The file's suffix in lower case; the standard input has none."""
    return "" if file == STANDARD_INPUT else Path(file).suffix.lower()


def read_bytes(file: str) -> bytes:
    """All that is in a file; `-` is the standard input."""
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
    except FileNotFoundError:
        raise UnreadableFileError(file, "there is no such file") from None
    except IsADirectoryError:
        raise UnreadableFileError(file, "is a folder, not a file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableFileError(file, f"cannot be read: {reason}") from None
