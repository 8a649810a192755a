"""A machine's state as bytes: named columns and tables behind a header, flat, with a version."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

VERSION = 1
_MAGIC = b"SEQOIA"
_ALIGNMENT = 64

Section: TypeAlias = "NDArray[Any] | pa.Table | int"


def to_bytes(sections: Mapping[str, Section]) -> bytes:
    """The sections in the order given: numbers in the header, arrays and tables as they lie in memory."""
    entries: list[dict[str, Any]] = []
    bodies: list[bytes] = []
    at = 0
    for name, section in sections.items():
        entry, body = _written(section)
        entries.append({"name": name, "at": at, "length": len(body), **entry})
        padding = -len(body) % _ALIGNMENT
        bodies.append(body + bytes(padding))
        at += len(body) + padding
    header = json.dumps(entries).encode()
    header += b" " * (-(len(_MAGIC) + 10 + len(header)) % _ALIGNMENT)
    prefix = _MAGIC + VERSION.to_bytes(2, "little") + len(header).to_bytes(8, "little")
    return b"".join((prefix, header, *bodies))


def from_bytes(state: bytes) -> dict[str, Any]:
    """The sections, arrays and tables without a copy: who changes them copies them first."""
    start = len(_MAGIC) + 10
    version = int.from_bytes(state[len(_MAGIC) : len(_MAGIC) + 2], "little")
    if not state.startswith(_MAGIC) or version != VERSION:
        raise ValueError(f"this state was written by another version of Seqoia ({version}, here {VERSION})")
    length = int.from_bytes(state[start - 8 : start], "little")
    entries = json.loads(state[start : start + length])
    body = pa.py_buffer(state).slice(start + length)
    return {entry["name"]: _read(entry, body.slice(entry["at"], entry["length"])) for entry in entries}


def _written(section: Section) -> tuple[dict[str, Any], bytes]:
    if isinstance(section, pa.Table):
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, section.schema) as writer:
            writer.write_table(section.combine_chunks())
        return {"kind": "table"}, sink.getvalue().to_pybytes()
    if isinstance(section, int):
        return {"kind": "number", "value": section}, b""
    return {"kind": "array", "type": section.dtype.str, "shape": section.shape}, np.ascontiguousarray(section).tobytes()


def _read(entry: dict[str, Any], body: pa.Buffer) -> Any:
    if entry["kind"] == "table":
        return pa.ipc.open_stream(body).read_all()
    if entry["kind"] == "number":
        return entry["value"]
    return np.frombuffer(body, np.dtype(entry["type"])).reshape(entry["shape"])
