"""Every transcript on every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from transcripts.transcript import ENGINES, Transcript, answered, expected, transcripts

TRANSCRIPTS = transcripts()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=[each.name for each in TRANSCRIPTS])
def test_an_engine_answers_as_written(transcript: Transcript, engine: str, tmp_path: Path) -> None:
    given = answered(ENGINES[engine](transcript, tmp_path))
    reason = transcript.broken_on(engine)
    if reason is None:
        assert given == expected(transcript)
    else:
        assert given != expected(transcript), f"no longer broken on {engine}: {reason}"


def test_every_transcript_says_where_it_comes_from() -> None:
    assert TRANSCRIPTS
    assert [each.name for each in TRANSCRIPTS if not each.content.get("cites")] == []
