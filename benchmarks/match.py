"""How many events one process matches in a second of its own time, by the way in which the events come.

Run: PYTHONPATH=src python benchmarks/match.py [events]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial

import numpy as np
import pyarrow as pa

from seqoia.algebra import patterns as gp
from seqoia.algebra.expressions import Call, Constant, Variable
from seqoia.machine.match import EventBatch, Matcher, Syntax, Texts, read_jsonl, read_nquads
from seqoia.model import EMPTY_DATASET, Dataset, Literal, NamedNode, Triple
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


KNOWN = gp.GraphOf(
    Constant(NamedNode("http://stock.org/companies")),
    gp.BasicGraphPattern(
        (gp.TriplePattern(Variable("company"), Constant(NamedNode(VOCABULARY + "sector")), Variable("sector")),)
    ),
)


def patterns() -> dict[str, gp.GraphPattern]:
    price, volume = Variable("price"), Variable("volume")
    low = Call("<", (price, Constant(Literal(500))))
    product = Call("*", (price, volume))
    return {
        "star": pattern(),
        "star, filter": gp.Filter(pattern(), low),
        "star, filter with product": gp.Filter(
            pattern(), Call("&&", (low, Call(">", (product, Constant(Literal(10))))))
        ),
        "star, filter for pyoxigraph": gp.Filter(
            pattern(), Call("CONTAINS", (Call("STR", (price,)), Constant(Literal("5"))))
        ),
    }


def background(triples: int) -> Dataset:
    """A sector of each company, and of others that never come."""
    sector = NamedNode(VOCABULARY + "sector")
    known = (
        Triple(NamedNode(f"http://stock.org/company/{number}"), sector, Literal(number % 7))
        for number in range(triples)
    )
    return Dataset(named={NamedNode("http://stock.org/companies"): frozenset(known)})


def named_graph(text: str, number: int) -> str:
    name = f"<http://stock.org/event/{number}>"
    generated = "<http://www.w3.org/ns/prov#generatedAtTime>"
    lines = text.replace(" .\n", f" {name} .\n")
    return f'{name} {generated} "{number}"^^<{XSD}integer> .\n{lines}'


def leaf(found: gp.GraphPattern) -> Leaf:
    return Leaf(STREAM, found, ("company", "price", "volume"), (0,))


def timed(label: str, events: int, run: Callable[[], object]) -> None:
    """Runs a few times, and says how many events a second the best run did."""
    run()
    took = min(_once(run) for _ in range(ROUNDS))
    sys.stdout.write(f"{label:40} {events / took / 1e6:8.2f} M events/s\n")


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
    sys.stdout.write(f"{count} events of 5 triples, {len(trades[0])} bytes each\n")
    plain = batch(trades, Syntax.N_TRIPLES)
    for label, found in patterns().items():
        matcher = Matcher([leaf(found)], [STREAM], EMPTY_DATASET)
        timed(f"N-Triples, {label}", count, partial(matcher.match, plain))
    for triples in (10_000, 1_000_000):
        matcher = Matcher([leaf(pattern(KNOWN))], [STREAM], background(triples))
        timed(f"N-Triples, star, background of {triples}", count, partial(matcher.match, plain))
    star = Matcher([leaf(pattern())], [STREAM], EMPTY_DATASET)
    decimals = batch(
        [text.replace("#integer", "#decimal").replace('"^^', '.50"^^') for text in trades], Syntax.N_TRIPLES
    )
    timed("N-Triples, star, numbers to be settled", count, partial(star.match, decimals))
    lines = "".join(json.dumps({"time": number, "graph": text}) + "\n" for number, text in enumerate(trades)).encode()
    timed("JSON Lines, read only", count, lambda: read_jsonl(lines))
    timed("JSON Lines, star", count, lambda: star.match(read_jsonl(lines).batch))
    quads = "".join(map(named_graph, trades, range(count))).encode()
    timed("N-Quads, read only", count, lambda: read_nquads(quads))
    timed("N-Quads, star", count, lambda: star.match(read_nquads(quads).batch))
    few = count // 20
    turtle = batch(
        [f"PREFIX : <{VOCABULARY}> [] :company :a ; :price {price} ; :volume 1 ." for price in prices[:few]],
        Syntax.TURTLE,
    )
    timed("Turtle, star", few, lambda: star.match(turtle))
    general = Matcher([leaf(gp.LeftJoin(pattern(), gp.BasicGraphPattern()))], [STREAM], EMPTY_DATASET)
    timed("N-Triples, OPTIONAL", few, lambda: general.match(batch(trades[:few], Syntax.N_TRIPLES)))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
