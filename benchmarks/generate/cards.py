"""Card transactions (Q2): two triples each, a card's one after the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa

from benchmarks.generate.columns import Events, joined, text
from benchmarks.places import SHARED_DATA

STREAM = "http://creditcard.org/transactions"
SPACING = 1000
"""The data set has no times: a transaction a second, in its order."""


def transactions(copies: int = 1, folder: Path | None = None) -> Events:
    """The data set, repeated with cards of their own."""
    path = (folder or SHARED_DATA / "cards") / "card10k.n3"
    card, amount = _read(path) if path.exists() else _drawn()
    cards = np.concatenate([card + copy * int(card.max()) for copy in range(copies)])
    table = pa.table(
        {
            "time": pa.array(np.arange(len(cards)) * SPACING, pa.int64()),
            "card": pa.array(cards, pa.int64()),
            "amount": pa.array(np.tile(amount, copies), pa.float64()),
        }
    )
    return Events(STREAM, table, graphs, f"{'cards' if path.exists() else 'drawn cards'}, {copies} copies")


def graphs(table: pa.Table) -> pa.ChunkedArray:
    card = joined("<http://example/card", text(table["card"]), "> <http://example/")
    amount = text(table["amount"])
    return joined(
        *(card, 'id> "', text(table["card"]), '" .\n'),
        *(card, 'amount> "', amount, '"^^<http://www.w3.org/2001/XMLSchema#double> .\n'),
    )


def _read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Lines come in pairs: the card's id, the amount."""
    values = [line.split('"', 2)[1] for line in path.read_text(encoding="utf-8").splitlines() if '"' in line]
    return np.array(values[0::2], dtype=np.int64), np.array(values[1::2], dtype=np.float64)


def _drawn(events: int = 20_000) -> tuple[np.ndarray, np.ndarray]:
    """As in the data set: one to six transactions a card, amounts up to 400."""
    drawn = np.random.default_rng(2)
    card = np.repeat(np.arange(1, events + 1), drawn.integers(1, 7, events))[:events]
    return card, np.round(drawn.uniform(1, 400, events), 2)
