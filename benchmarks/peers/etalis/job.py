"""The V-shape on ETALIS, under one of its consumption policies, its trades as facts in memory.

`unrestricted` derives every pair, so it has more matches than skip-till-next; `recent` consumes, so it has fewer.
SPAseq's paper compares with both regardless (section 8.1), and so does this.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pyarrow as pa
import pyarrow.csv

from benchmarks.measure.figures import Figure, MissingError
from benchmarks.places import WORK

FOLDER = "ETALIS_HOME"
ROOM = Path(__file__).parent
PATIENCE = 1_500


def run_etalis(policy: str, folder: Path) -> Figure:
    """ETALIS over a folder of CSV files of trades; its window is the ten minutes of `v_shape.event`."""
    home = os.environ.get(FOLDER)
    if not home or not (Path(home) / "src" / "etalis.P").exists():
        raise MissingError(f"no ETALIS: {FOLDER} names no folder with src/etalis.P, and no package index has it")
    if not shutil.which("swipl"):
        raise MissingError("no swipl on the path: ETALIS needs SWI-Prolog (package swi-prolog)")
    words = [home, policy, str(ROOM / "v_shape.event"), str(_facts(folder))]
    command = ["swipl", "--stack-limit=6g", "-g", "main", str(ROOM / "run.pl"), "--", *words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired:
        raise MissingError(f"ETALIS gave no answer within {PATIENCE} s") from None
    lines = [line for line in done.stdout.splitlines() if line.startswith('{"events"')]
    if not lines:
        raise MissingError(f"ETALIS failed: {' '.join(done.stderr.split())[-300:]}")
    told = json.loads(lines[-1])
    return Figure(told["seconds"], told["events"], told["matches"], {"policy": policy})


def _facts(folder: Path) -> Path:
    """`trade_at(Company, Price, datime(…))`; the last number of a datime orders events of the same second."""
    path = WORK / "etalis" / f"{folder.name}.pl"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        read = pa.concat_tables(pa.csv.read_csv(part) for part in sorted(folder.glob("*.csv")))
        seconds = read["time"].to_numpy().astype("datetime64[ms]").astype("datetime64[s]").astype(object)
        rows = zip(read["company"].to_pylist(), read["price"].to_pylist(), seconds, range(len(read)), strict=True)
        path.write_text("".join(_fact(*row) for row in rows), encoding="utf-8")
    return path


def _fact(company: int, price: float, second: object, place: int) -> str:
    numbers = f"{second:%Y,%m,%d,%H,%M,%S}".split(",")
    return f"trade_at({company},{price!r},datime({','.join(str(int(number)) for number in numbers)},{place})).\n"
