"""What is no throughput: latency, cold start, the memory of a run that waits."""

from __future__ import annotations

from benchmarks.engine import bytes_of_a_waiting_run, cold_start, latency
from benchmarks.generate import queries, trades
from benchmarks.generate.columns import Events, instants
from benchmarks.measure.figures import Case, Claim, Figure, Scenario, Size, seen
from benchmarks.places import PROJECT
from benchmarks.scenarios.inputs import source

BUNDLED = PROJECT / "examples" / "v-shape"


def match_latency(size: Size) -> Figure:
    """Trades of one company, a file each, ten a second."""
    events = trades.walks(1_200 if size.repeats > 1 else 300, 1).untied("company")
    return latency(queries.v_shape(), trades.STREAM, _lines(events))


def bundled_example(size: Size) -> Figure:
    """The README's first command; the size is the example's."""
    del size
    return cold_start(BUNDLED / "query.spaseq", {"http://example.org/trades": BUNDLED / "trades.jsonl"})


def waiting_runs(size: Size) -> Figure:
    """A window as long as the trace, and prices that only fall: every trade begins a run, and none completes."""
    events = trades.falling(min(size.events, 500_000), 110)
    return bytes_of_a_waiting_run(queries.v_shape("1000 HOURS"), source(events, "falling"))


def _lines(events: Events) -> dict[int, str]:
    graphs = (graph.replace('"', '\\"').replace("\n", "\\n") for graph in events.graph(events.table).to_pylist())
    times = zip(events.table["time"].to_pylist(), instants(events.table["time"]).to_pylist(), strict=True)
    return {
        time: f'{{"time": "{instant}", "graph": "{graph}"}}'
        for (time, instant), graph in zip(times, graphs, strict=True)
    }


MACHINE = (
    Scenario(
        "latency",
        "From an event's file to the match that it ends, ten events a second",
        (Case("seqoia", match_latency),),
        (
            Claim("latency, median", seen("seqoia", "median_ms"), 200, "ms", at_most=True),
            Claim("latency, 95th percentile", seen("seqoia", "p95_ms"), 400, "ms", at_most=True),
        ),
    ),
    Scenario(
        "cold-start",
        "From the command to the first match of the bundled example",
        (Case("seqoia", bundled_example),),
        (Claim("cold start", seen("seqoia", "seconds"), 10, "s", at_most=True),),
    ),
    Scenario(
        "waiting",
        "Memory of a run that waits",
        (Case("seqoia", waiting_runs),),
        (Claim("memory of a waiting run", seen("seqoia", "bytes"), 256, "bytes", at_most=True),),
    ),
)
