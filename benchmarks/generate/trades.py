"""Trades of companies: the stock trace replicated as SPAseq's paper did (section 8.1), or walks of the same shape."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv

from benchmarks.generate.columns import Events, joined, text
from benchmarks.places import SHARED_DATA

STREAM = "http://stockmarket.org/trades"
REPLICAS = 10
COMPANIES = 10
TRACE_EVENTS = 224_473
OPENING = 1_086_217_263_125
"""The first trade of the trace, 2004-06-02, in milliseconds."""


def replicated_trace(replicas: int = REPLICAS, folder: Path | None = None) -> Events:
    """The trace and replicas: 110 companies in 11 sectors for ten of them; identifiers differ, nothing else does."""
    path = (folder or SHARED_DATA / "stock") / "trade.csv"
    if not path.exists():
        return walks(TRACE_EVENTS * (replicas + 1), COMPANIES * (replicas + 1))
    once = _read_trace(path)
    copy = np.tile(np.arange(replicas + 1), len(once["time"]))
    columns = {name: np.repeat(values, replicas + 1) for name, values in once.items()}
    columns["sector"] = copy
    columns["company"] = columns["company"] + COMPANIES * copy
    columns["transaction"] = columns["transaction"] + once["transaction"].max() * copy
    return Events(STREAM, _table(columns), graphs, f"stock trace, {replicas} replicas")


def walks(events: int, companies: int, seed: int = 8, spacing: float = 1.0) -> Events:
    """Random walks in steps of a cent; `spacing` is the mean time between a company's trades in seconds."""
    drawn = np.random.default_rng(seed)
    company = drawn.integers(0, companies, events)
    columns = {
        "time": OPENING + np.cumsum(drawn.exponential(spacing * 1000 / companies, events)).astype(np.int64),
        "company": company + 1,
        "sector": company // COMPANIES,
        "transaction": np.arange(1, events + 1),
        "type": drawn.integers(0, 2, events),
        "volume": np.minimum(100_000, np.maximum(1, drawn.lognormal(5.5, 1.2, events))).astype(np.int64),
        "price": _walks(drawn, company, companies),
    }
    return Events(STREAM, _table(columns), graphs, f"random walks, {companies} companies, seed {seed}")


def falling(events: int, companies: int) -> Events:
    """Every company's price falls from trade to trade: runs of the V-shape wait for a rise that never comes."""
    walked = walks(events, companies)
    prices = pa.array(np.round(np.linspace(1_000, 10, events), 3))
    table = walked.table.set_column(walked.table.schema.get_field_index("price"), "price", prices)
    return Events(STREAM, table, graphs, f"falling prices, {companies} companies")


def graphs(table: pa.Table) -> pa.ChunkedArray:
    """Five triples a trade: company, sector, type, volume and price."""
    trade = joined("<http://example/t", text(table["transaction"]), "> <http://example/")
    return joined(
        *(trade, "company> <http://example/c", text(table["company"]), "> .\n"),
        *(trade, "sector> <http://example/s", text(table["sector"]), "> .\n"),
        *(trade, 'type> "', table["type"], '" .\n'),
        *(trade, 'volume> "', text(table["volume"]), '"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'),
        *(trade, 'price> "', _decimal(table["price"]), '"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n'),
    )


def _read_trace(path: Path) -> dict[str, np.ndarray]:
    names = ["type", "transaction", "company", "volume", "price", "time"]
    table = pa.csv.read_csv(path, read_options=pa.csv.ReadOptions(column_names=names))
    columns = {name: table[name].to_numpy() for name in names}
    columns["type"] = (columns["type"] == "S").astype(np.int64)
    return columns


def _walks(drawn: np.random.Generator, company: np.ndarray, companies: int) -> np.ndarray:
    """Each company's prices: the running sum of its own steps from its own beginning, kept above one cent."""
    order = np.argsort(company, kind="stable")
    steps = np.cumsum(drawn.integers(-3, 4, len(company)))
    counts = np.bincount(company, minlength=companies)
    first = np.cumsum(counts) - counts
    before = np.where(first[company[order]] > 0, steps[np.maximum(first[company[order]] - 1, 0)], 0)
    cents = drawn.integers(2_000, 20_000, companies)[company[order]] + steps - before
    prices = np.empty(len(company))
    prices[order] = np.maximum(1, np.abs(cents)) / 100
    return prices


def _table(columns: dict[str, np.ndarray]) -> pa.Table:
    kinds = pa.array(["B", "S"])
    whole = ("time", "company", "sector", "transaction", "volume")
    arrays = {name: pa.array(columns[name].astype(np.int64)) for name in whole}
    arrays["type"] = kinds.take(pa.array(columns["type"].astype(np.int64)))
    arrays["price"] = pa.array(columns["price"].astype(np.float64))
    return pa.table(arrays)


def _decimal(prices: pa.ChunkedArray) -> pa.ChunkedArray:
    return text(prices.cast(pa.decimal128(12, 3), safe=False))
