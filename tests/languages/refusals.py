"""What a room says of a wrong query, as one value."""

from __future__ import annotations

from types import ModuleType

import pytest

from seqoia.text import QueryError, Source

Told = tuple[int, int, str, str, str]
"""Line, column, message, note and help."""


def refused(room: ModuleType, text: str) -> Told:
    with pytest.raises(QueryError) as error:
        room.parse(Source("query", text))
    told = error.value.diagnostic
    line, column = told.source.line_number(told.span.start), told.source.column(told.span.start)
    return line, column, told.message, told.note, told.help
