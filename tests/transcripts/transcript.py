"""Reads transcripts and asks an engine for its answers to one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pyoxigraph import RdfFormat, parse

import seqoia
from seqoia import Answer, Background, Dataset, Instant, Interval, NamedNode, Query, Solution, Version

FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Transcript:
    """A query, what it reads, and what it has to answer."""

    file: Path
    content: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.file.parent.name}/{self.file.stem}: {self.content['title']}"

    def broken_on(self, engine: str) -> str | None:
        reason: str | None = self.content.get("broken_on", {}).get(engine)
        return reason

    @property
    def prefixes(self) -> dict[str, str]:
        return dict(self.content.get("prefixes", {}))

    @property
    def query(self) -> str:
        declared = "".join(f"PREFIX {name}: <{iri}>\n" for name, iri in self.prefixes.items())
        return declared + str(self.content["query"])

    def turtle(self, text: str) -> str:
        return "".join(f"@prefix {name}: <{iri}> .\n" for name, iri in self.prefixes.items()) + text


def transcripts() -> list[Transcript]:
    return [
        Transcript(file, content)
        for file in sorted(FOLDER.glob("*/*.yaml"))
        for content in yaml.safe_load_all(file.read_text(encoding="utf-8"))
    ]


def query_of(transcript: Transcript) -> tuple[Query, Instant | None]:
    """The query with its settings, and the last instant to look at."""
    settings = dict(transcript.content.get("settings", {}))
    until, origin = (_instant(settings.pop(key, None)) for key in ("until", "origin"))
    parsed = seqoia.parse(transcript.query, transcript.content["language"])
    return seqoia.choose(seqoia.lower(parsed), origin=origin, **settings), until


def answers_of_reference(transcript: Transcript, folder: Path) -> list[Answer]:
    """What the reference evaluator answers."""
    query, until = query_of(transcript)
    streams = [
        seqoia.read_stream(NamedNode(iri), str(event_file(folder, place, events, transcript))).stream
        for place, (iri, events) in enumerate(transcript.content.get("streams", {}).items())
    ]
    return list(seqoia.evaluate(query, streams, background_of(transcript), until=until))


ENGINES: dict[str, Callable[[Transcript, Path], list[Answer]]] = {"reference": answers_of_reference}


def expected(transcript: Transcript) -> Counter[str]:
    """The answers of a transcript, each as a text to compare."""
    return Counter(_expected_text(each, transcript) for each in transcript.content["answers"])


def answered(answers: list[Answer]) -> Counter[str]:
    return Counter(_text(answer) for answer in answers)


def event_file(folder: Path, place: int, events: list[dict[str, Any]], transcript: Transcript) -> Path:
    file = folder / f"stream{place}.jsonl"
    lines = (json.dumps({**event, "graph": transcript.turtle(event["graph"])}) for event in events)
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def background_of(transcript: Transcript) -> Background:
    """What a transcript says is known."""
    return seqoia.background_of(_background(transcript))


def _background(transcript: Transcript) -> Iterator[tuple[Version, ...]]:
    for name, content in transcript.content.get("background", {}).items():
        versions = content if isinstance(content, list) else [{"time": None, "graph": content}]
        graph_name = None if name == "default" else NamedNode(name)
        yield tuple(_version(transcript, graph_name, version) for version in versions)


def _version(transcript: Transcript, name: NamedNode | None, version: dict[str, Any]) -> Version:
    dataset = Dataset.of_quads(parse(transcript.turtle(version["graph"]), format=RdfFormat.TRIG))
    placed = dataset if name is None else Dataset(named={name: dataset.default})
    return Version(_instant(version["time"]), placed)


def _instant(value: Any) -> Instant | None:
    return None if value is None else seqoia.instant_of(str(value))[0]


def _expected_text(answer: dict[str, Any], transcript: Transcript) -> str:
    rest = dict(answer)
    when = " ".join(f"{key}={_instant(rest.pop(key))}" for key in ("at", "start", "end") if key in rest)
    if "boolean" in rest:
        return f"{when} {rest['boolean']}"
    if "graph" in rest:
        return f"{when} {_graph_text(_triples(rest['graph'], transcript))}"
    bound = {name: str(_term(str(term), transcript)) for name, term in rest.items()}
    return f"{when} {sorted(bound.items())}"


def _text(answer: Answer) -> str:
    if isinstance(answer.when, Interval):
        when = f"start={answer.when.start} end={answer.when.end}"
    else:
        when = f"at={answer.when}"
    content = answer.content
    if isinstance(content, bool):
        return f"{when} {content}"
    if isinstance(content, Solution):
        return f"{when} {sorted((name, str(term)) for name, term in content.items())}"
    return f"{when} {_graph_text(content)}"


def _graph_text(triples: Any) -> str:
    return " . ".join(sorted(map(str, triples)))


def _triples(turtle: str, transcript: Transcript) -> list[Any]:
    return [quad.triple for quad in parse(transcript.turtle(turtle), format=RdfFormat.TURTLE)]


def _term(text: str, transcript: Transcript) -> Any:
    (triple,) = _triples(f"<urn:s> <urn:p> {text} .", transcript)
    return triple.object
