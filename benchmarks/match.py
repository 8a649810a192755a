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
from seqoia.machine.match import (
    EventBatch,
    Lift,
    Matcher,
    Property,
    Syntax,
    Template,
    Texts,
    Value,
    lifted,
    read_jsonl,
    read_nquads,
)
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


MARKET = gp.BasicGraphPattern(
    (gp.TriplePattern(Variable("trade"), Constant(NamedNode(VOCABULARY + "market")), Variable("market")),)
)
LIFT = Lift(
    Template("http://stock.org/trade/{trade}"),
    (
        Property(NamedNode(VOCABULARY + "company"), Template("http://stock.org/company/{company}")),
        Property(NamedNode(VOCABULARY + "price"), Value("price")),
        Property(NamedNode(VOCABULARY + "volume"), Value("volume")),
        Property(NamedNode(VOCABULARY + "market"), Value("market")),
    ),
    "at",
    "at",
)


def columns(prices: list[int]) -> EventBatch:
    """The trades as plain columns."""
    numbers = np.arange(len(prices))
    named = {"trade": numbers, "company": numbers % 110, "price": prices, "volume": numbers % 1000, "at": numbers}
    arrays = {name: pa.array(values) for name, values in named.items()}
    arrays["market"] = pa.array(["NASDAQ"] * len(prices))
    return lifted(LIFT, pa.RecordBatch.from_pydict(arrays), 0).batch


def abbreviated(number: int, price: int) -> str:
    """A trade as Turtle."""
    return (
        f"PREFIX : <{VOCABULARY}> PREFIX co: <http://stock.org/company/> "
        f'[] a :Trade ; :company co:{number % 110} ; :price {price} ; :volume {number % 1000} ; :market "NASDAQ" .'
    )


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
    turtle = batch([abbreviated(number, price) for number, price in enumerate(prices)], Syntax.TURTLE)
    timed("Turtle, star", count, lambda: star.match(turtle))
    market = Matcher([leaf(gp.LeftJoin(pattern(), MARKET))], [STREAM], EMPTY_DATASET)
    timed("N-Triples, star, OPTIONAL", count, lambda: market.match(plain))
    rows = columns(prices)
    for label, found in patterns().items():
        matcher = Matcher([leaf(found)], [STREAM], EMPTY_DATASET, lifts={0: LIFT})
        timed(f"columns, {label}", count, partial(matcher.match, rows))
    few = count // 20
    steps = gp.Join((pattern(), gp.PathPattern(Variable("trade"), gp.ZeroOrMore(gp.Link(STREAM)), Variable("x"))))
    general, some = Matcher([leaf(steps)], [STREAM], EMPTY_DATASET), batch(trades[:few], Syntax.N_TRIPLES)
    timed("N-Triples, path (event by event)", few, lambda: general.match(some))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
