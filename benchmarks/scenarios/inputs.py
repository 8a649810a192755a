"""The inputs of the scenarios, as sources that the engine reads and as folders that peers read."""

from __future__ import annotations

from pathlib import Path

from benchmarks.engine import Source, installed
from benchmarks.generate import trades
from benchmarks.generate.columns import Events
from benchmarks.generate.written import written
from benchmarks.measure.figures import Size

LIFTED = {
    "subject": "http://example/t{transaction}",
    "time": "at",
    "properties": {
        "http://example/company": {"iri": "http://example/c{company}"},
        "http://example/sector": {"iri": "http://example/s{sector}"},
        "http://example/type": {"column": "type"},
        "http://example/volume": {"column": "volume"},
        "http://example/price": {"column": "price"},
    },
}


def source(events: Events, name: str, form: str = "jsonl", parts: int = 8) -> dict[str, Source]:
    """A stream on disk, ready to be given to the engine; without an engine nothing is written."""
    installed()
    mapping = LIFTED if form in ("csv", "parquet") else {}
    return {events.stream: Source(written(events, form, name, parts), form, len(events), mapping)}


def trace(size: Size, form: str = "jsonl", parts: int = 8) -> dict[str, Source]:
    """The stock trace of 110 companies."""
    return source(trades.replicated_trace().head(size.events), "trace", form, parts)


def one_company(size: Size, form: str = "jsonl") -> dict[str, Source]:
    """The stream of one company: what strict contiguity is asked of, as no other company's trades come between."""
    return source(trades.walks(size.events, 1), "company", form)


def peer_trace(size: Size, slow: bool = False) -> Path:
    events = size.slow_events if slow else size.peer_events
    return written(trades.replicated_trace().middle(events), "csv", "peers", 4)


def peer_company(size: Size) -> Path:
    return written(trades.walks(size.peer_events, 1), "csv", "peer-company", 4)
