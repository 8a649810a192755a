"""Every transcript of event patterns, in batch and in micro-batches of single events."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import seqoia
from seqoia import EventQuery, engine
from seqoia.plan.physical import plan
from seqoia.plan.refusal import UnplannableError
from transcripts.transcript import Transcript, answered, background_of, event_file, expected, query_of, transcripts

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def planned() -> Iterator[Transcript]:
    """Those that there is a plan for."""
    for transcript in transcripts():
        query, _ = query_of(transcript)
        if isinstance(query, EventQuery):
            try:
                plan(query)
            except UnplannableError:
                continue
            yield transcript


TRANSCRIPTS = list(planned())
NAMES = [each.name for each in TRANSCRIPTS]
LAST = {"time": "9999-12-31T00:00:00Z", "graph": ""}
"""Comes after everything, so that everything is decided."""


def running(transcript: Transcript, sources: dict[str, Any], spark: SparkSession) -> engine.Running:
    query, until = query_of(transcript)
    return seqoia.query(query).running(sources, background_of(transcript), until=until, intervals=True, spark=spark)


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=NAMES)
def test_batch_answers_as_written(
    transcript: Transcript, spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By kernels and in several buckets, as if it were much."""
    monkeypatch.setattr("seqoia.spark.running._FEW", -1)
    monkeypatch.setattr("seqoia.spark.running._TINY", -1)
    streams = transcript.content.get("streams", {})
    files = {iri: str(event_file(tmp_path, at, streams[iri], transcript)) for at, iri in enumerate(streams)}
    assert answered(engine.replay(running(transcript, files, spark)).answers) == expected(transcript)


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=NAMES)
def test_streaming_answers_as_written(transcript: Transcript, spark: SparkSession, tmp_path: Path) -> None:
    sources = {
        iri: seqoia.files(trickle(tmp_path / str(at), events, transcript), follow=True, at_once=1)
        for at, (iri, events) in enumerate(transcript.content.get("streams", {}).items())
    }
    query = running(transcript, sources, spark)
    if query.plan.arrange is not None:
        pytest.skip("an order of all answers is refused over a stream that goes on")
    told: dict[int, engine.Told] = {}
    engine.follow(query, told.__setitem__, until_idle=True)
    found = [answer for batch in told.values() for answer in batch.answers]
    assert answered(found) == expected(transcript)
    assert sum(batch.counts.late for batch in told.values()) == 0


def trickle(folder: Path, events: list[dict[str, Any]], transcript: Transcript) -> Path:
    """A file for a few events, in the order in which they end."""
    folder.mkdir()
    ordered = sorted(events, key=lambda event: seqoia.instant_of(str(event.get("end", event.get("time"))))[0])
    size = max(1, len(ordered) // 3)
    parts = [ordered[at : at + size] for at in range(0, len(ordered), size)]
    for number, part in enumerate([*parts, [LAST]]):
        file = folder / f"{number:03d}.jsonl"
        lines = (json.dumps({**event, "graph": transcript.turtle(event["graph"])}) for event in part)
        file.write_text("\n".join(lines), encoding="utf-8")
        os.utime(file, (1_000_000_000 + number,) * 2)
    return folder
