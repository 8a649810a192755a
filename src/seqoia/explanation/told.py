"""Answers however they come: from `evaluate`, as a line of JSON, or as a row of a DataFrame."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from itertools import islice
from typing import Any

from seqoia.formats import Notation, graph_text, time_of_json
from seqoia.model import Answer, BlankNode, Instant, Interval, Literal, NamedNode, Solution, Term, Triple

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_WHEN = ("start", "end", "at", "stream")


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: when, and what it says; the terms of a solution, a graph, or neither."""

    interval: Interval
    terms: Mapping[str, Term]
    graph: str | None = None
    notation: Notation = Notation.DATETIME


def told(answer: object) -> Told:
    """One answer; a `ValueError` says what is wrong with it."""
    if isinstance(answer, Told):
        return answer
    if isinstance(answer, Answer):
        return _of_answer(answer)
    if isinstance(answer, str):
        return _of_members(_parsed(answer))
    return _of_members(_members(answer))


def first_told(matches: object, limit: int) -> list[object]:
    """The first rows of a DataFrame (Spark's, pandas', Arrow's), or of anything that goes through answers."""
    given: Any = matches
    if getattr(given, "isStreaming", False):
        raise ValueError("a stream goes on; draw what a batch of it holds (foreachBatch), or what it wrote")
    if isinstance(given, str):
        return list(islice((line for line in given.splitlines() if line.strip()), limit))
    if hasattr(given, "collect") and hasattr(given, "orderBy"):
        return list(given.orderBy("end", "start").limit(limit).collect())
    if hasattr(given, "to_pylist"):
        return list(given.slice(0, limit).to_pylist())
    if hasattr(given, "to_dict") and hasattr(given, "head"):
        return list(given.head(limit).to_dict("records"))
    if isinstance(given, Iterable):
        return list(islice(given, limit))
    raise ValueError(f"{type(given).__name__} holds no answers; give a DataFrame of matches, or a list of answers")


def _of_answer(answer: Answer) -> Told:
    interval = answer.when if isinstance(answer.when, Interval) else Interval.point(answer.when)
    notation = Notation.SECONDS if _moment(interval.end).year == 1970 else Notation.DATETIME
    match answer.content:
        case Solution() as solution:
            return Told(interval, {name: term for name, term in solution.items() if name[0] != "."}, None, notation)
        case bool():
            return Told(interval, {}, None, notation)
        case graph:
            return Told(interval, {}, graph_text(graph), notation)


def _parsed(line: str) -> Mapping[str, Any]:
    try:
        members = json.loads(line, parse_float=Decimal)
    except json.JSONDecodeError as error:
        raise ValueError(f"the answer is not JSON: {error.msg.lower()} at column {error.colno}") from None
    if not isinstance(members, dict):
        raise ValueError('an answer is a JSON object, for example {"start": 1, "end": 2, "bindings": {}}')
    return members


def _members(row: object) -> Mapping[str, Any]:
    """Rows of Spark, of pandas and named tuples say what they hold."""
    given: Any = row
    if isinstance(given, Mapping):
        return given
    for way in ("asDict", "to_dict", "_asdict"):
        if hasattr(given, way):
            members: Mapping[str, Any] = getattr(given, way)()
            return members
    raise ValueError(f"{type(given).__name__} is no answer; give a row of a DataFrame of matches, or an answer line")


def _of_members(members: Mapping[str, Any]) -> Told:
    if "at" in members and "start" not in members:
        at, notation = _time(members["at"])
        interval = Interval.point(at)
    else:
        if missing := [name for name in ("start", "end") if name not in members]:
            raise ValueError(f'the answer has no "{missing[0]}"; a match has a start and an end')
        (start, notation), (end, _) = _time(members["start"]), _time(members["end"])
        interval = Interval(start, end)
    graph = members.get("graph") if isinstance(members.get("graph"), str) else None
    bound = members.get("bindings", members)
    if not isinstance(bound, Mapping):
        raise ValueError("the bindings of an answer are an object, from the names of variables to terms")
    terms = {name: term_told(value) for name, value in bound.items() if _is_bound(name, value, bound is members)}
    return Told(interval, {} if graph is not None else terms, graph, notation)


def _is_bound(name: str, value: object, as_columns: bool) -> bool:
    if as_columns and (name in _WHEN or name == "boolean"):
        return False
    return value is not None and value == value


def _time(value: Any) -> tuple[Instant, Notation]:
    if isinstance(value, datetime):
        # a row of Spark has the local time without saying so
        distance = value.astimezone(timezone.utc) - _EPOCH
        return Instant(distance // timedelta(microseconds=1)), Notation.DATETIME
    return time_of_json(Decimal(repr(value)) if isinstance(value, float) else value)


def _moment(at: Instant) -> datetime:
    return _EPOCH + timedelta(microseconds=at.microseconds)


def term_told(value: Any) -> Term:
    """A term as answers have it, in JSON or in a struct; a bare value is a literal."""
    members = value if isinstance(value, Mapping) else value.asDict() if hasattr(value, "asDict") else None
    if members is None or "type" not in members:
        return Literal(str(value))
    if "value" not in members:
        raise ValueError('a term of the answer has no "value"')
    said = members["value"]
    match members["type"]:
        case "uri":
            return NamedNode(said)
        case "bnode":
            return BlankNode(said)
        case "triple" if isinstance(said, Mapping):
            parts: Any = [term_told(said[role]) for role in ("subject", "predicate", "object")]
            return Triple(*parts)
        case "triple":
            return Literal(said)
        case _:
            return _literal(members)


def _literal(members: Mapping[str, Any]) -> Literal:
    language = members.get("xml:lang") or members.get("lang")
    if language:
        return Literal(members["value"], language=language)
    datatype = members.get("datatype")
    return Literal(members["value"], datatype=NamedNode(datatype) if datatype else None)


def alike(one: Term, other: Term) -> bool:
    """Whether two terms say the same; blank nodes have other names in every answer."""
    if isinstance(one, BlankNode) and isinstance(other, BlankNode):
        return True
    if isinstance(one, Triple) and isinstance(other, Triple):
        pairs: Iterator[tuple[Any, Any]] = zip(one, other, strict=True)
        return all(alike(first, second) for first, second in pairs)
    return one == other
