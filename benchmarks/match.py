"""How many events one process matches in a second of its own time, by the way in which the events come.

Run: PYTHONPATH=src python benchmarks/match.py [events]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np
import pyarrow as pa

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Constant, Variable
from seqoia.machine.match import EventBatch, Matcher, Syntax, Texts
from seqoia.model import EMPTY_DATASET, NamedNode
from seqoia.plan.leaf import Leaf

STREAM = NamedNode("http://stock.org/trades")
VOCABULARY = "http://stock.org/v#"
XSD = "http://www.w3.org/2001/XMLSchema#"
ROUNDS = 5


def trade(number: int, price: int) -> str:
    """A trade as five triples of N-Triples."""
    subject = f"<http://stock.org/trade/{number}>"
    return "".join(
        f"{subject} {predicate} {object_} .\n"
        for predicate, object_ in (
            ("<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>", f"<{VOCABULARY}Trade>"),
            (f"<{VOCABULARY}company>", f"<http://stock.org/company/{number % 110}>"),
            (f"<{VOCABULARY}price>", f'"{price}"^^<{XSD}integer>'),
            (f"<{VOCABULARY}volume>", f'"{number % 1000}"^^<{XSD}integer>'),
            (f"<{VOCABULARY}market>", '"NASDAQ"'),
        )
    )


def pattern(*more: gp.GraphPattern) -> gp.GraphPattern:
    """A trade's company, price and volume."""
    star = gp.BasicGraphPattern(
        tuple(
            gp.TriplePattern(Variable("trade"), Constant(NamedNode(VOCABULARY + name)), Variable(name))
            for name in ("company", "price", "volume")
        )
    )
    return gp.Join((star, *more)) if more else star


def leaf(found: gp.GraphPattern) -> Leaf:
    return Leaf(STREAM, found, ("company", "price", "volume"), (0,))


def timed(label: str, events: int, run: Callable[[], object]) -> None:
    """Runs a few times, and says how many events a second the best run did."""
    run()
    took = min(_once(run) for _ in range(ROUNDS))
    print(f"{label:40} {events / took / 1e6:8.2f} M events/s")


def _once(run: Callable[[], object]) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def batch(texts: list[str], syntax: Syntax) -> EventBatch:
    numbers = np.arange(len(texts), dtype=np.int64)
    column = pa.array([text.encode() for text in texts], pa.large_binary())
    return EventBatch(0, numbers, numbers, numbers, Texts(column, syntax))


def main(count: int) -> None:
    prices = np.random.default_rng(1).integers(10, 1000, count).tolist()
    trades = [trade(number, price) for number, price in enumerate(prices)]
    print(f"{count} events of 5 triples, {len(trades[0])} bytes each")
    star = Matcher([leaf(pattern())], [STREAM], EMPTY_DATASET)
    plain = batch(trades, Syntax.N_TRIPLES)
    timed("N-Triples, star", count, lambda: star.match(plain))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
