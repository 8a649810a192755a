"""Kills a following query at random moments, again and again, and compares what it wrote with an undisturbed run.

Victims take turns: the command itself, its Java, one of its Python workers. Whenever the command is gone it is started
again from its checkpoint, while files go on arriving. Not one line may be lost or repeated.

    python scripts/kill_and_restart.py --kills 20
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
QUERY = PROJECT / "examples" / "v-shape" / "query.spaseq"
STREAM = "http://example.org/trades"
VICTIMS = ("command", "java", "worker")
TRADE = (
    "_:t <http://example.org/company> <http://example.org/{company}> .\n"
    '_:t <http://example.org/price> "{price}"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
)


def main() -> None:
    options = _options()
    rng = random.Random(options.seed)
    folder = Path(tempfile.mkdtemp(prefix="seqoia-restart-"))
    files = _trades(rng, options.files)
    expected = _undisturbed(folder, files)
    print(f"undisturbed: {len(expected)} lines", flush=True)
    written, kills = _disturbed(folder, files, rng, options.kills)
    same = sorted(written) == sorted(expected)
    print(f"after {kills} kills: {len(written)} lines, {'the same' if same else 'NOT the same'}")
    if not same:
        print(f"what was read and written is left in {folder}")
        sys.exit(1)
    shutil.rmtree(folder)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--files", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _trades(rng: random.Random, files: int) -> list[str]:
    """Files of trades: later files have later times."""
    return [_file(rng, number) for number in range(files)]


def _file(rng: random.Random, number: int) -> str:
    lines = []
    for place in range(20):
        graph = TRADE.format(company=f"c{rng.randrange(20)}", price=rng.randrange(80, 120))
        lines.append(json.dumps({"time": number * 20 + place, "graph": graph}) + "\n")
    return "".join(lines)


def _command(folder: Path, name: str, *options: str) -> list[str]:
    program = [sys.executable, "-c", "from seqoia.cli import main; main()", "run", str(QUERY), "--follow"]
    places = ["--stream", f"{STREAM}={folder / name}", "--checkpoint", str(folder / f"{name}-checkpoint")]
    out = ["--out", f"jsonl={folder / f'{name}.jsonl'}", "--late", str(folder / f"{name}-late.jsonl")]
    return [*program, *places, *out, "--watermark", "PT5S", *options]


def _undisturbed(folder: Path, files: list[str]) -> list[str]:
    for number, content in enumerate(files):
        _arrive(folder / "calm", number, content)
    subprocess.run(_command(folder, "calm", "--until-idle"), check=True)
    return (folder / "calm.jsonl").read_text().splitlines()


def _disturbed(folder: Path, files: list[str], rng: random.Random, wanted: int) -> tuple[list[str], int]:
    """Files come as long as kills are to be done, the last ones in an undisturbed run."""
    coming = threading.Thread(target=_keep_coming, args=(folder / "rough", files), daemon=True)
    _arrive(folder / "rough", 0, files[0])
    coming.start()
    process = _start(folder)
    kills = 0
    while kills < wanted:
        time.sleep(rng.uniform(1.0, 12.0))
        if process.poll() is not None:
            process = _start(folder)
            continue
        victim = VICTIMS[kills % len(VICTIMS)]
        if _kill(process.pid, victim, rng):
            kills += 1
            print(f"kill {kills}: {victim}; {_size(folder)} bytes written", flush=True)
    _end(process)
    coming.join()
    subprocess.run(_command(folder, "rough", "--until-idle"), check=True)
    return (folder / "rough.jsonl").read_text().splitlines(), kills


def _keep_coming(folder: Path, files: list[str]) -> None:
    for number, content in enumerate(files[1:], start=1):
        _arrive(folder, number, content)
        time.sleep(0.5)


def _arrive(folder: Path, number: int, content: str) -> None:
    folder.mkdir(exist_ok=True)
    draft = folder / f"_{number}"
    draft.write_text(content)
    draft.rename(folder / f"{number:06d}.jsonl")


def _start(folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(_command(folder, "rough"), stderr=subprocess.DEVNULL)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        process.wait()


def _kill(pid: int, victim: str, rng: random.Random) -> bool:
    """Whether there was such a process to kill."""
    java = _children(pid)
    workers = [worker for parent in java for daemon in _children(parent) for worker in _children(daemon)]
    found = {"command": [pid], "java": java, "worker": workers}[victim]
    if not found:
        return False
    os.kill(rng.choice(found), signal.SIGKILL)
    return True


def _children(pid: int) -> list[int]:
    try:
        tasks = Path(f"/proc/{pid}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []


def _size(folder: Path) -> int:
    out = folder / "rough.jsonl"
    return out.stat().st_size if out.exists() else 0


if __name__ == "__main__":
    main()
