"""Traffic in Aarhus (Q5): three sensors of CityBench, a reading every five minutes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv

from benchmarks.generate.columns import Events, joined, text
from benchmarks.places import SHARED_DATA

SENSORS = (182955, 195578, 195446)
STREAMS = tuple(
    f"http://www.insight-centre.org/dataset/SampleEventService#AarhusTrafficData{sensor}" for sensor in SENSORS
)
READINGS = 15_000
FIRST = 1_406_880_000_000


def readings(copies: int = 1, folder: Path | None = None) -> tuple[Events, Events, Events]:
    """The three streams; every copy observes a property of its own, at the same times."""
    path = folder or SHARED_DATA / "citybench"
    first, second, third = (_stream(place, copies, path) for place in range(3))
    return first, second, third


def graphs(table: pa.Table) -> pa.ChunkedArray:
    observation = joined("<http://example/o", text(table["sensor"]), "-", text(table["reading"]), ">")
    return joined(
        *(observation, " <http://purl.oclc.org/NET/ssnx/ssn#observedProperty> <http://example/congestion"),
        *(text(table["property"]), "> .\n", observation, ' <http://purl.oclc.org/NET/sao/ssn#hasValue> "'),
        *(text(table["vehicles"]), '"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'),
    )


def _stream(place: int, copies: int, folder: Path) -> Events:
    path = folder / f"AarhusTrafficData{SENSORS[place]}.stream"
    time, vehicles = _read(path) if path.exists() else _drawn(place)
    readings = len(time)
    table = pa.table(
        {
            "time": pa.array(np.repeat(time, copies), pa.int64()),
            "sensor": pa.array(np.full(readings * copies, SENSORS[place]), pa.int64()),
            "reading": pa.array(np.arange(readings * copies), pa.int64()),
            "property": pa.array(np.tile(np.arange(copies), readings), pa.int64()),
            "vehicles": pa.array(np.repeat(vehicles, copies), pa.int64()),
        }
    )
    origin = f"{'Aarhus' if path.exists() else 'drawn roads'}, {copies} copies"
    return Events(STREAMS[place], table, graphs, origin)


def _read(path: Path) -> tuple[np.ndarray, np.ndarray]:
    table = pa.csv.read_csv(path).select(["TIMESTAMP", "vehicleCount"]).sort_by("TIMESTAMP")
    times = table["TIMESTAMP"].cast(pa.timestamp("ms")).cast(pa.int64())
    return times.to_numpy(), table["vehicleCount"].to_numpy()


def _drawn(place: int) -> tuple[np.ndarray, np.ndarray]:
    drawn = np.random.default_rng(5 + place)
    return FIRST + np.arange(READINGS) * 300_000, drawn.poisson(4, READINGS)
