"""Events as JSON Lines: one object a line, with a time and a graph."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NoReturn

from pyoxigraph import RdfFormat, parse

from seqoia.formats.nesting import MOST_LEVELS, line_too_deep
from seqoia.formats.notation import Notation, common, time_of_json
from seqoia.formats.rdf import reason_of, renamed
from seqoia.formats.unreadable import UnreadableFileError
from seqoia.model import Dataset, Instant, Interval

_POINT_KEYS = ("time", "at")
"""`at` is what answers call it: the answers of one query can be the events of another."""


@dataclass(frozen=True, slots=True)
class TimedDataset:
    """What a line says: a dataset, when, and how the line writes time."""

    interval: Interval
    dataset: Dataset
    notation: Notation


def read_lines(file: str, data: bytes, scope: str) -> Iterator[TimedDataset]:
    """The datasets of a JSON Lines file, in its order; blank nodes belong to their line."""
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if line.strip():
            try:
                yield _read_line(line, f"{scope}e{number}")
            except ValueError as error:
                raise UnreadableFileError(file, str(error), number) from None


def _read_line(line: bytes, scope: str) -> TimedDataset:
    members = _read_object(line)
    interval, notation = _read_interval(members)
    if "graph" not in members:
        raise ValueError('there is no "graph"; an event is {"time": …, "graph": "<Turtle or TriG text>"}')
    return TimedDataset(interval, _read_graph(members["graph"], scope), notation)


def _read_object(line: bytes) -> dict[str, Any]:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"is not UTF-8 at byte {error.start + 1} of the line") from None
    try:
        value = json.loads(
            text,
            parse_float=Decimal,
            parse_int=Decimal,
            parse_constant=_refuse_constant,
            object_pairs_hook=_without_duplicates,
        )
    except json.JSONDecodeError as error:
        raise ValueError(f"is not JSON: {error.msg.lower()} at column {error.colno}") from None
    except RecursionError:
        raise ValueError("is JSON that is nested too deeply to be an event") from None
    if not isinstance(value, dict):
        raise ValueError("is not a JSON object; each line is one event")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f'"{key}" stands twice')
        members[key] = value
    return members


def _read_interval(members: dict[str, Any]) -> tuple[Interval, Notation]:
    points = [key for key in _POINT_KEYS if key in members]
    ends = [key for key in ("start", "end") if key in members]
    if len(points) + bool(ends) > 1:
        told = " and ".join(f'"{key}"' for key in (*points, *ends))
        raise ValueError(f'{told} both say when; give "time", or "start" and "end"')
    if points:
        at, notation = _read_time(members, points[0])
        return Interval.point(at), notation
    if len(ends) == 2:
        start, start_notation = _read_time(members, "start")
        end, end_notation = _read_time(members, "end")
        if end < start:
            raise ValueError(f"ends before it starts: {members['start']} to {members['end']}")
        return Interval(start, end), common((start_notation, end_notation))
    if ends:
        missing = "end" if ends == ["start"] else "start"
        raise ValueError(f'there is "{ends[0]}" but no "{missing}"')
    raise ValueError('there is no "time"; an event is {"time": …, "graph": "<Turtle or TriG text>"}')


def _read_time(members: dict[str, Any], key: str) -> tuple[Instant, Notation]:
    try:
        return time_of_json(members[key])
    except ValueError as error:
        raise ValueError(f'"{key}": {error}') from None


def _read_graph(text: object, scope: str) -> Dataset:
    if not isinstance(text, str):
        raise ValueError('"graph" is Turtle or TriG text in quotes')
    try:
        data = text.encode()
        line = line_too_deep(data, RdfFormat.TRIG)
        if line is not None:
            raise ValueError(f'"graph" nests deeper than {MOST_LEVELS} levels (line {line} of the graph)')
        return Dataset.of_quads(renamed(parse(data, format=RdfFormat.TRIG), scope))
    except SyntaxError as error:
        place = f" (line {error.lineno}, column {error.offset} of the graph)" if error.lineno else ""
        raise ValueError(f'"graph" is not TriG: {reason_of(error)}{place}') from None
    except UnicodeEncodeError:
        raise ValueError('"graph" holds half of a surrogate pair, which is no character') from None
