"""Queries, streams and background knowledge as a caller has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from seqoia.algebra import EventQuery, Query, WindowQuery
from seqoia.algebra.wording import FULL_NAMES, Names
from seqoia.formats import StreamFile, read_background, read_stream
from seqoia.knowledge import background_of
from seqoia.languages.prefixes import names_in
from seqoia.model import NamedNode, Stream
from seqoia.reference.background import NO_BACKGROUND
from seqoia.reference.background import Background as Knowledge
from seqoia.river import ParsedQuery, lower, parse

Events: TypeAlias = Stream | StreamFile | str
Given: TypeAlias = Events | Iterable[Stream | StreamFile] | Mapping[str, Events] | Mapping[NamedNode, Events]
Background: TypeAlias = Knowledge | Mapping[str, str] | str | None


def query_given(query: object) -> tuple[Query, Names]:
    """The query in the algebra, and how its text writes IRIs, where there is one."""
    if isinstance(query, str):
        query = parse(query)
    if isinstance(query, ParsedQuery):
        return lower(query), names_in(query.tree)
    lowered = getattr(query, "query", query)
    if isinstance(lowered, (EventQuery, WindowQuery)):
        return lowered, FULL_NAMES
    raise ValueError(f"{type(query).__name__} is no query; give its text, or what parse, lower or query made of it")


def streams_given(query: EventQuery, streams: Given) -> list[Stream]:
    """The streams, read from files where files are given."""
    if isinstance(streams, Mapping):
        return [
            _stream(name if isinstance(name, NamedNode) else NamedNode(name), each) for name, each in streams.items()
        ]
    if isinstance(streams, (str, Stream, StreamFile)):
        if isinstance(streams, str) and len(query.streams) != 1:
            raise ValueError("the query reads several streams; give a file for each, by the IRI of its stream")
        return [_stream(query.streams[0], streams) if query.streams else _stream(None, streams)]
    return [_stream(None, each) for each in streams]


def _stream(name: NamedNode | None, given: Events) -> Stream:
    match given:
        case Stream():
            return given
        case StreamFile():
            return given.stream
        case str() if name is not None:
            return read_stream(name, given).stream
        case _:
            raise ValueError(
                f"{given!r} is no stream; give what read_stream reads, or files by the IRI of their stream"
            )


def background_given(given: Background) -> Knowledge:
    """Background knowledge, read from files where files are given."""
    if given is None:
        return NO_BACKGROUND
    if isinstance(given, Knowledge):
        return given
    named = [(None, given)] if isinstance(given, str) else [(name or None, file) for name, file in given.items()]
    return background_of(read_background(file, name) for name, file in named)
