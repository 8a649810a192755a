"""Lifts: how a row of plain columns says an event, declared in a few lines.

```yaml
subject: http://example.org/trade/{id}
time: at
properties:
  http://www.w3.org/1999/02/22-rdf-syntax-ns#type: {constant: <http://example.org/Trade>}
  http://example.org/company: {iri: "http://example.org/company/{company}"}
  http://example.org/price: {column: price}
  http://example.org/note: {column: note, datatype: http://www.w3.org/2001/XMLSchema#string}
```

A subject of `_:` is a blank node of its own in each row. A column without a datatype has that of its values. A value
that is missing leaves out the triples that it would stand in. Values in an IRI are percent-encoded but for letters,
digits and `-._~`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from seqoia.machine.match.canonical import term_of
from seqoia.model import BlankNode, NamedNode, Term

_HOLE = re.compile(r"\{([^{}]+)\}")
_BLANK = "_:"
_EXAMPLE = (
    '{"subject": "http://example.org/trade/{id}", "time": "at", '
    '"properties": {"http://example.org/price": {"column": "price"}}}'
)


@dataclass(frozen=True, slots=True)
class Template:
    """An IRI with columns in braces."""

    text: str

    def __post_init__(self) -> None:
        try:
            NamedNode(_HOLE.sub("0", self.text))
        except ValueError as error:
            raise ValueError(f"{self.text!r} makes no IRI: {error}") from None

    @property
    def columns(self) -> list[str]:
        return _HOLE.findall(self.text)

    @property
    def parts(self) -> list[str]:
        """The text before, between and behind the columns."""
        return _HOLE.split(self.text)[::2]


@dataclass(frozen=True, slots=True)
class Value:
    """A literal from a column; without a datatype, that of the column's values."""

    column: str
    datatype: NamedNode | None = None


Source: TypeAlias = Template | Value | Term
"""Where an object comes from: a column, an IRI of columns, or always the same term."""


@dataclass(frozen=True, slots=True)
class Property:
    """A triple of each row, about the lift's subject."""

    predicate: NamedNode
    object: Source


@dataclass(frozen=True, slots=True)
class Lift:
    """From rows to triples and times. `subject` is none for a blank node."""

    subject: Template | None
    properties: tuple[Property, ...]
    start: str
    end: str
    """The columns that say when; the same one for points in time."""

    def __post_init__(self) -> None:
        if any(isinstance(each.object, BlankNode) for each in self.properties):
            raise ValueError("a blank node cannot be named in a lift; the subject alone can be one")

    @property
    def columns(self) -> list[str]:
        """Every column that is read."""
        sources: list[Source | None] = [self.subject, *(each.object for each in self.properties)]
        return list(dict.fromkeys([*_columns_of(sources), self.start, self.end]))

    @classmethod
    def of_text(cls, text: str) -> Lift:
        """Reads a declaration in JSON or YAML."""
        return cls.of_members(_members(text))

    @classmethod
    def of_members(cls, members: Mapping[str, Any]) -> Lift:
        """Reads a declaration; a `ValueError` says what is wrong with it."""
        known = {"subject", "time", "start", "end", "properties"}
        if extra := [key for key in members if key not in known]:
            raise ValueError(f"a lift has no {extra[0]!r}; it has {', '.join(sorted(known))}")
        start, end = _time_columns(members)
        if not isinstance(members.get("subject"), str):
            raise ValueError(f'a lift has a "subject", an IRI with columns in braces or "_:"; for example {_EXAMPLE}')
        subject = None if members["subject"] == _BLANK else Template(members["subject"])
        declared = members.get("properties")
        if not isinstance(declared, Mapping):
            raise ValueError('a lift has "properties", from the IRI of each predicate to where its object comes from')
        return cls(subject, tuple(_properties(declared)), start, end)


def _columns_of(sources: Sequence[Source | None]) -> Iterator[str]:
    for source in sources:
        if isinstance(source, Template):
            yield from source.columns
        elif isinstance(source, Value):
            yield source.column


def _members(text: str) -> Mapping[str, Any]:
    try:
        members = json.loads(text)
    except json.JSONDecodeError as error:
        members = _yaml_members(text, error)
    if not isinstance(members, Mapping):
        raise ValueError(f"a lift is an object, for example {_EXAMPLE}")
    return members


def _yaml_members(text: str, error: json.JSONDecodeError) -> Any:
    try:
        import yaml
    except ImportError:
        raise ValueError(f"a lift is JSON, or YAML where PyYAML is installed: {error}") from None
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError as wrong:
        raise ValueError(f"a lift is JSON or YAML: {wrong}") from None


def _time_columns(members: Mapping[str, Any]) -> tuple[str, str]:
    said = {key: members[key] for key in ("time", "start", "end") if key in members}
    if said.keys() == {"time"} and isinstance(said["time"], str):
        return said["time"], said["time"]
    if said.keys() == {"start", "end"} and all(isinstance(column, str) for column in said.values()):
        return said["start"], said["end"]
    raise ValueError('a lift names the column that says when: "time", or "start" and "end"')


def _properties(declared: Mapping[str, Any]) -> Iterator[Property]:
    for predicate, sources in declared.items():
        try:
            node = NamedNode(predicate)
        except ValueError as error:
            raise ValueError(f"{predicate!r} is no IRI: {error}") from None
        for source in sources if isinstance(sources, list) else [sources]:
            yield Property(node, _source(predicate, source))


def _source(predicate: str, source: Any) -> Source:
    match source:
        case {"column": str(column), "datatype": str(datatype), **rest} if not rest:
            return Value(column, NamedNode(datatype))
        case {"column": str(column), **rest} if not rest:
            return Value(column)
        case {"iri": str(template), **rest} if not rest:
            return Template(template)
        case {"constant": str(text), **rest} if not rest:
            return _constant(predicate, text)
        case _:
            raise ValueError(
                f'the object of {predicate} is {{"column": …}} with perhaps a "datatype", {{"iri": "…{{column}}…"}}, '
                f'or {{"constant": "a term as N-Triples writes it"}}, not {source!r}'
            )


def _constant(predicate: str, text: str) -> Term:
    try:
        return term_of(text)
    except (SyntaxError, ValueError) as error:
        raise ValueError(f"the constant {text!r} of {predicate} is no term of N-Triples: {error}") from None
