"""Events as files on disk, in the forms that engines read; what is there already is not written again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from benchmarks.generate.columns import Events, instants, joined
from benchmarks.places import WORK

ROWS = 250_000
"""Rows that are made into text at a time: below Arrow's two gigabytes a string column."""


def written(events: Events, form: str, name: str, parts: int = 8) -> Path:
    """A folder of `parts` files whose names follow the order of time."""
    folder = WORK / "data" / f"{name}-{len(events)}-{parts}.{form}"
    if (folder / "_complete.json").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    size = -(-len(events) // parts)
    for part in range(parts):
        piece = events.table.slice(part * size, size)
        FORMS[form](events, piece, folder / f"part-{part:04}.{SUFFIXES.get(form, form)}")
    (folder / "_complete.json").write_text(json.dumps({"events": len(events), "origin": events.origin}))
    return folder


def _json_lines(events: Events, table: pa.Table, path: Path) -> None:
    """`{"time": …, "graph": …}`, the graph as N-Triples."""

    def lines(piece: pa.Table) -> pa.ChunkedArray:
        graph = pc.replace_substring(pc.replace_substring(events.graph(piece), '"', '\\"'), "\n", "\\n")
        return joined('{"time": "', instants(piece["time"]), '", "graph": "', graph, '"}\n')

    _write_lines(table, path, lines)


def _quads(events: Events, table: pa.Table, path: Path) -> None:
    """A named graph an event; the default graph says when it was, right before it."""

    def lines(piece: pa.Table) -> pa.ChunkedArray:
        name = joined(f"<http://example/{path.stem}-", piece["place"].cast(pa.string()), ">")
        time = joined(name, ' <http://www.w3.org/ns/prov#generatedAtTime> "', instants(piece["time"]), _DATE_TIME)
        triples = pc.split_pattern(pc.utf8_rtrim(events.graph(piece), " .\n"), " .\n")
        ending = joined(" ", name, " .\n")
        joins = zip(triples.chunks, ending.chunks, strict=True)
        return joined(time, pa.chunked_array([pc.binary_join(*pair) for pair in joins], pa.string()), ending)

    _write_lines(table.append_column("place", pa.array(range(table.num_rows), pa.int64())), path, lines)


def _payloads(events: Events, table: pa.Table, path: Path) -> None:
    """Parquet of `time` and `graph`: a DataFrame whose column holds serialised RDF, as a topic's values do."""
    pieces = [table.slice(start, ROWS) for start in range(0, table.num_rows, ROWS)]
    graphs = pa.chunked_array([chunk for piece in pieces for chunk in events.graph(piece).chunks], pa.string())
    plain = pa.table({"time": table["time"].cast(pa.timestamp("ms", "UTC")), "graph": graphs})
    pa.parquet.write_table(plain, path, row_group_size=ROWS, coerce_timestamps="us")


def _parquet(_: Events, table: pa.Table, path: Path) -> None:
    at = table.schema.get_field_index("time")
    timed = table.set_column(at, "time", table["time"].cast(pa.timestamp("us", "UTC")))
    pa.parquet.write_table(timed, path, row_group_size=ROWS)


def _csv(_: Events, table: pa.Table, path: Path) -> None:
    """`time` is the number of milliseconds since 1970."""
    pa.csv.write_csv(table, path)


def _write_lines(table: pa.Table, path: Path, lines: Callable[[pa.Table], pa.ChunkedArray]) -> None:
    with path.open("wb") as file:
        for start in range(0, table.num_rows, ROWS):
            for chunk in lines(table.slice(start, ROWS).combine_chunks()).chunks:
                file.write(_bytes(chunk))


def _bytes(strings: pa.StringArray) -> memoryview:
    """All strings one after the other: Arrow keeps them so."""
    _, offsets, data = strings.buffers()
    ends = memoryview(offsets).cast("i")
    return memoryview(data)[ends[strings.offset] : ends[strings.offset + len(strings)]]


_DATE_TIME = '"^^<http://www.w3.org/2001/XMLSchema#dateTime> .\n'

FORMS: dict[str, Callable[[Events, pa.Table, Path], None]] = {
    "jsonl": _json_lines,
    "nq": _quads,
    "payload": _payloads,
    "parquet": _parquet,
    "csv": _csv,
}
SUFFIXES = {"payload": "parquet"}
