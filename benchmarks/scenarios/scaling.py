"""What changes when one thing grows: the window, the steps, the background, the keys."""

from __future__ import annotations

from benchmarks.engine import run_batch
from benchmarks.generate import queries, trades
from benchmarks.generate.companies import companies
from benchmarks.measure.figures import Case, Claim, Figure, Scenario, Size, faster
from benchmarks.scenarios.inputs import one_company, source, trace

STEPS = (3, 5, 7, 9, 12)
KEYS = (10, 1_000, 100_000, 1_000_000)
TRIPLES = (10_000, 100_000, 1_000_000)

SMALL, LARGE = 2_000, 5_000
"""A seventh of the trades that reach the one reach the other: in eight times the window about as many begin a run."""


def window(minutes: int, volume_from: int, by: str) -> Case:
    query = queries.v_shape(f"{minutes} MINUTES", by, volume_from)

    def run(size: Size) -> Figure:
        return run_batch(query, one_company(size) if by == queries.STRICT else trace(size))

    return Case(f"seqoia {minutes} minutes", run)


def steps(count: int) -> Case:
    return Case(f"seqoia {count} steps", lambda size: run_batch(queries.zigzag(count), trace(size)))


def background(triples: int) -> Case:
    """Companies' names from background graphs of different sizes; loading is warmed up, it is not in the time."""
    query = queries.v_shape(background=True)
    return Case(
        f"seqoia {triples:,} triples", lambda size: run_batch(query, trace(size), background=companies(triples))
    )


def keys(count: int) -> Case:
    """As many events of as many companies: a company of few trades has few in its window."""
    return Case(
        f"seqoia {count:,} keys",
        lambda size: run_batch(queries.v_shape(), source(trades.walks(size.events, count), f"keys-{count}")),
    )


def _window(name: str, by: str, bound: float) -> Scenario:
    return Scenario(
        f"window-{name}",
        f"V-shape, {name}: the window eightfold, as many matches a window",
        (window(5, SMALL, by), window(40, LARGE, by)),
        (Claim(f"window ×8, {name}", faster("seqoia 5 minutes", "seqoia 40 minutes"), bound, at_most=True),),
    )


SCALING = (
    _window("strict", queries.STRICT, 1.5),
    _window("next", queries.NEXT, 2),
    Scenario(
        "steps",
        "3 to 12 steps, skip till next",
        tuple(steps(count) for count in STEPS),
        (Claim("3 → 12 steps", faster("seqoia 3 steps", "seqoia 12 steps"), 1.5, at_most=True),),
    ),
    Scenario(
        "background",
        "Companies' names from 10,000 to 1,000,000 triples of background",
        tuple(background(triples) for triples in TRIPLES),
        (
            Claim(
                "background 10 k → 1 M triples",
                faster("seqoia 10,000 triples", "seqoia 1,000,000 triples"),
                1.2,
                at_most=True,
            ),
        ),
    ),
    Scenario(
        "keys",
        "10 to 1,000,000 companies",
        tuple(keys(count) for count in KEYS),
        (Claim("keys 10 → 1 M", faster("seqoia 10 keys", "seqoia 1,000,000 keys"), 2, at_most=True),),
    ),
)
