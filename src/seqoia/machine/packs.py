"""Bindings as bytes, one pack a bucket of keys: what crosses from matching to the machine that hosts the bucket."""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from seqoia.machine.bindings import Bindings, Seen

_VERSION = 1


def packed(bindings: Bindings, buckets: int) -> list[bytes]:
    """A pack for each bucket. Every bucket gets one, since what was seen of time concerns all of them."""
    parts: list[dict[int, pa.Table]] = [{} for _ in range(buckets)]
    for leaf, table in bindings.tables.items():
        for bucket, part in enumerate(_parted(table, buckets)):
            if part.num_rows:
                parts[bucket][leaf] = part
    return [to_bytes(Bindings(part, bindings.seen, bindings.ticks)) for part in parts]


def to_bytes(bindings: Bindings) -> bytes:
    """One pack."""
    tables = {leaf: _table_bytes(table) for leaf, table in bindings.tables.items()}
    ticks = None if bindings.ticks is None else bindings.ticks.tobytes()
    return pickle.dumps((_VERSION, dict(bindings.seen.newest), ticks, tables), protocol=5)


def from_bytes(pack: bytes) -> Bindings:
    """A pack, read."""
    version, newest, ticks, tables = pickle.loads(pack)
    if version != _VERSION:
        raise ValueError(f"a pack of version {version}, where {_VERSION} is read")
    read = {leaf: pa.ipc.open_stream(data).read_all() for leaf, data in tables.items()}
    times = None if ticks is None else np.frombuffer(ticks, np.int64).reshape(-1, 2)
    return Bindings(read, Seen(newest), times)


def merged(parts: Sequence[Bindings]) -> Bindings:
    """Several as one."""
    tables: dict[int, list[pa.Table]] = {}
    newest: dict[int, int] = {}
    for part in parts:
        for leaf, table in part.tables.items():
            tables.setdefault(leaf, []).append(table)
        for stream, end in part.seen.newest.items():
            newest[stream] = max(end, newest.get(stream, end))
    ticks = [part.ticks for part in parts if part.ticks is not None]
    return Bindings(
        {leaf: pa.concat_tables(some) for leaf, some in tables.items()},
        Seen(newest),
        np.unique(np.concatenate(ticks), axis=0) if ticks else None,
    )


def _parted(table: pa.Table, buckets: int) -> list[pa.Table]:
    if buckets == 1:
        return [table]
    hashes = table.column("key").to_numpy().view(np.uint64)
    bucket = (hashes >> np.uint64(33)) % np.uint64(buckets)
    order = np.argsort(bucket, kind="stable")
    bounds = np.searchsorted(bucket[order], np.arange(buckets + 1, dtype=np.uint64))
    ordered = table.take(pa.array(order))
    return [ordered.slice(bounds[at], bounds[at + 1] - bounds[at]) for at in range(buckets)]


def _table_bytes(table: pa.Table) -> bytes:
    out = io.BytesIO()
    with pa.ipc.new_stream(out, table.schema) as writer:
        writer.write_table(table.combine_chunks())
    return out.getvalue()
