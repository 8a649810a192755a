"""Events a second of Seqoia alone: the V-shape, and the other queries of SPAseq's evaluation."""

from __future__ import annotations

from benchmarks.engine import Source, run_batch, run_streaming
from benchmarks.generate import cards, homes, queries, roads
from benchmarks.generate.columns import Events
from benchmarks.measure.figures import Case, Claim, Figure, Scenario, Size, faster, rate
from benchmarks.scenarios.inputs import source, trace


def v_shape(form: str, cores: int = 2) -> Case:
    name = f"seqoia {form}" + (f" {cores} core" if cores == 1 else "")
    return Case(name, lambda size: run_batch(queries.v_shape(), trace(size, form), cores=cores))


def v_shape_streaming(size: Size) -> Figure:
    return run_streaming(queries.v_shape(), trace(size, "jsonl", parts=24), files_per_batch=2)


def card_fraud(size: Size) -> Figure:
    return run_batch(queries.card_fraud(), source(cards.transactions(_copies(size, 20_000)), "cards"))


def smart_grid(size: Size) -> Figure:
    return run_batch(queries.smart_grid(), _together("home", homes.a_day(_copies(size, 3 * homes.MINUTES))))


def traffic(size: Size) -> Figure:
    return run_batch(queries.traffic(), _together("roads", roads.readings(_copies(size, 3 * roads.READINGS))))


def head_and_shoulders(size: Size) -> Figure:
    return run_batch(queries.zigzag(7), trace(size))


def _copies(size: Size, events: int) -> int:
    """How often a small data set is repeated, so that it is not over before anything is warm."""
    return max(1, size.events // events)


def _together(name: str, streams: tuple[Events, ...]) -> dict[str, Source]:
    pairs = (source(events, f"{name}-{place}") for place, events in enumerate(streams))
    return {iri: one for pair in pairs for iri, one in pair.items()}


THROUGHPUT = (
    Scenario(
        "v-shape",
        "V-shape (Q4), files to matches, 2 cores",
        (v_shape("jsonl"), v_shape("nq"), v_shape("payload"), v_shape("parquet"), v_shape("csv")),
        (
            Claim("V-shape from N-Triples", rate("seqoia jsonl"), 500_000, "events/s"),
            Claim("V-shape from lifted columns", rate("seqoia parquet"), 700_000, "events/s"),
        ),
    ),
    Scenario(
        "queries",
        "The other queries of SPAseq's evaluation, from N-Triples, 2 cores",
        (
            Case("seqoia Q1 smart home", smart_grid),
            Case("seqoia Q2 cards", card_fraud),
            Case("seqoia Q3 head and shoulders", head_and_shoulders),
            Case("seqoia Q5 Aarhus", traffic),
        ),
        (),
    ),
    Scenario(
        "cores",
        "V-shape from N-Triples, 1 and 2 cores",
        (v_shape("jsonl", cores=1), v_shape("jsonl")),
        (Claim("2 cores against 1", faster("seqoia jsonl", "seqoia jsonl 1 core"), 1.7),),
    ),
    Scenario(
        "streaming",
        "V-shape from N-Triples: files arriving, and all at once",
        (Case("seqoia streaming", v_shape_streaming), v_shape("jsonl")),
        (Claim("streaming against batch", faster("seqoia streaming", "seqoia jsonl"), 0.5),),
    ),
)
