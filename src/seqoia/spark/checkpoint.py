"""What a checkpoint has to be taken up with: the same query, and as many buckets."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from seqoia.algebra import show

if TYPE_CHECKING:
    from seqoia.spark.running import Running

_NAME = "seqoia.json"
_PARTITIONS = "spark.sql.shuffle.partitions"


def take_up(running: Running, checkpoint: Path) -> None:
    """Has a query go on from its checkpoint, or begin one; refuses the checkpoint of another query."""
    query = hashlib.blake2s(show(running.plan.query).encode()).hexdigest()
    note = checkpoint / _NAME
    if not note.exists():
        partitions = running.spark.conf.get(_PARTITIONS)
        note.write_text(json.dumps({"query": query, "partitions": partitions}), encoding="utf-8")
        return
    known = json.loads(note.read_text(encoding="utf-8"))
    if known["query"] != query:
        raise ValueError(f"{checkpoint} is the checkpoint of another query; give this one a folder of its own")
    running.spark.conf.set(_PARTITIONS, known["partitions"])
