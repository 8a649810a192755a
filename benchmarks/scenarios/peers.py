"""Seqoia against other engines on the same patterns and events.

Seqoia reads N-Triples from files, Flink plain columns from memory. Both take every event as a start, skip nothing after
a match and end a window at the same millisecond. Strict contiguity is asked of one company's stream: in SPAseq no event
of any company may come between, in Flink none of the same partition, and there the two agree. In Flink, events of the
same instant follow each other as they came; in SPAseq they do not follow each other, and all of them are next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.engine import run_batch, run_streaming
from benchmarks.generate import queries
from benchmarks.measure.figures import Case, Claim, Figure, Scenario, Size
from benchmarks.peers.etalis import run_etalis
from benchmarks.peers.flink import FlinkJob, run_flink
from benchmarks.scenarios.inputs import one_company, peer_company, peer_trace, trace

LARGE = 5_000
"""The volume from which a trade begins a repetition: so that all lengths of it can be counted by every engine."""

WINDOWS = {"1 MINUTE": 60_000, "10 MINUTES": 600_000}


def _flink(engine: str, mode: str, *, by: str = "next", pattern: str = "v-shape", window: str = "10 MINUTES") -> Case:
    volume = LARGE if pattern == "kleene" else 0

    def run(size: Size) -> Figure:
        slow = engine == "sql" and by == "next"
        warm_up = size.slow_events // 5 if slow else size.warm_up
        job = FlinkJob(engine, mode, pattern, by, window_ms=WINDOWS[window], volume_from=volume, warm_up=warm_up)
        return run_flink(job, peer_company(size) if by == "strict" else peer_trace(size, slow))

    return Case(f"flink {engine} {mode}", run)


def _batch(query: str, strict: bool = False) -> Case:
    return Case("seqoia batch", lambda size: run_batch(query, one_company(size) if strict else trace(size)))


def _streaming(query: str) -> Case:
    return Case("seqoia streaming", lambda size: run_streaming(query, trace(size, parts=24), files_per_batch=2))


def over_best(ours: str, *theirs: str) -> Callable[[Mapping[str, Figure]], float]:
    """How many times as many events a second as the fastest of the peer's ways; every way has to be measured."""
    return lambda figures: figures[ours].rate / max(figures[name].rate for name in theirs)


def _sequence(window: str) -> Scenario:
    query = queries.v_shape(window)
    return Scenario(
        f"flink-{window.split()[0]}",
        f"V-shape, skip till next, WITHIN {window}: Seqoia from N-Triples, Flink from columns",
        (
            _batch(query),
            _streaming(query),
            *(_flink(engine, mode, window=window) for engine in ("cep", "sql") for mode in ("batch", "streaming")),
        ),
        (
            Claim(f"Flink, {window}, batch", over_best("seqoia batch", "flink cep batch", "flink sql batch"), 5),
            Claim(
                f"Flink, {window}, streaming",
                over_best("seqoia streaming", "flink cep streaming", "flink sql streaming"),
                3,
            ),
        ),
    )


def _strict() -> Scenario:
    return Scenario(
        "flink-strict",
        "V-shape, strict contiguity, one company's stream",
        (
            _batch(queries.v_shape(by=queries.STRICT), strict=True),
            *(_flink(engine, "batch", by="strict") for engine in ("cep", "sql")),
        ),
        (Claim("Flink, strict, batch", over_best("seqoia batch", "flink cep batch", "flink sql batch"), 5),),
    )


def _kleene(by: str) -> Scenario:
    strict = by == "strict"
    query = queries.falling("1 MINUTE", queries.STRICT if strict else queries.NEXT, LARGE)
    engines = ("cep", "sql") if strict else ("cep",)
    theirs = tuple(f"flink {engine} batch" for engine in engines)
    return Scenario(
        f"flink-kleene-{by}",
        f"Kleene plus, {by}, WITHIN 1 MINUTE, all lengths",
        (
            _batch(query, strict),
            *(_flink(engine, "batch", by=by, pattern="kleene", window="1 MINUTE") for engine in engines),
        ),
        (Claim(f"Flink, Kleene, {by}", over_best("seqoia batch", *theirs), 20),),
    )


ETALIS = Scenario(
    "etalis",
    "V-shape, WITHIN 10 MINUTES: Seqoia from N-Triples, ETALIS from facts in memory",
    (
        _batch(queries.v_shape()),
        Case("etalis recent", lambda size: run_etalis("recent", peer_trace(size, slow=True))),
        Case("etalis unrestricted", lambda size: run_etalis("unrestricted", peer_trace(size, slow=True))),
    ),
    (
        Claim("ETALIS, recent", over_best("seqoia batch", "etalis recent"), 20),
        Claim("ETALIS, unrestricted", over_best("seqoia batch", "etalis unrestricted"), 1_000),
    ),
)

PEERS = (_sequence("1 MINUTE"), _sequence("10 MINUTES"), _strict(), _kleene("next"), _kleene("strict"), ETALIS)
